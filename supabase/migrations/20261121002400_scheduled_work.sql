-- What the database does by itself. `run_scheduled_work()` is called every minute and does what is due.
create table private.scheduled_work (
  name text primary key,
  every interval not null,
  last_run_at timestamptz not null default '-infinity'
);
alter table private.scheduled_work enable row level security;
insert into private.scheduled_work (name, every) values
  ('deliver_held_notifications', '1 minute'),
  ('fold_promotion_events', '1 hour'),
  ('lapse_premium', '1 minute'),
  ('notice_restored_copy', '1 minute'),
  ('publish_slots', '1 minute'),
  ('publish_video_aggregates', '1 hour'),
  ('recommend_videos', '1 hour'),
  ('refresh_catalogue_shelf', '1 hour'),
  ('release_bookings', '1 minute'),
  ('tell_new_videos', '1 minute');
-- A database that has just begun recommends nothing yet.
update private.scheduled_work set last_run_at = now() where name = 'recommend_videos';

/**
 * Premium that has run out, or whose subscription has ended, is taken back; the plan stays as what it was. Whoever had subscribed and let it end is told;
 * whose renewal is only late is not.
 */
create function private.lapse_premium() returns integer
language plpgsql
set search_path = ''
as $$
declare
  person uuid;
  lapsed integer := 0;
begin
  for person in
    select profiles.id from public.profiles left join public.premium_subscriptions as subscribed on subscribed.user_id = profiles.id
    where is_premium and (coalesce(premium_expiry, current_period_end) <= now() or status in ('canceled', 'unpaid'))
    for update of profiles skip locked
  loop
    update public.profiles set is_premium = false, premium_expiry = least(premium_expiry, now()) where id = person;
    lapsed := lapsed + 1;
    perform private.tell_member(
      person, 'プレミアムが終了しました', 'ご利用ありがとうございました。いつでも再開できます。', '/premium/expired'
    )
    from public.premium_subscriptions
    where user_id = person and (cancel_at_period_end or status not in ('active', 'past_due'));
  end loop;
  return lapsed;
end
$$;
revoke all on function private.lapse_premium() from public;

/**
 * Devices may hold what a restored database does not, so every device begins again. A recovery to a point in time begins a new timeline.
 * Transactions are counted per cluster: in a copy restored into a younger one the count is below what rows carry, so all versions are
 * given anew as well. A disk put back as it was shows neither: there an administrator raises the epoch.
 */
create function private.notice_restored_copy() returns boolean
language plpgsql
set search_path = ''
as $$
declare
  realm public.sync_realm;
  replicated regclass;
  now_on constant integer := (select timeline_id from pg_control_checkpoint());
  is_younger boolean;
begin
  select * into realm from public.sync_realm for update;
  is_younger := private.current_version() < realm.last_version;
  if not is_younger and coalesce(realm.timeline, now_on) = now_on then
    update public.sync_realm set last_version = private.current_version(), timeline = now_on;
    return false;
  end if;
  for replicated in
    select attrelid from pg_attribute join pg_class on pg_class.oid = attrelid
    where relnamespace in ('public'::regnamespace, 'private'::regnamespace) and relkind = 'r'
      and attname = 'row_version' and not attisdropped and is_younger
  loop
    execute format('update %s set row_version = private.current_version()', replicated);
  end loop;
  update public.sync_realm
  set epoch = greatest(epoch + 1, private.now_ms()), last_version = private.current_version(), timeline = now_on;
  return true;
end
$$;
revoke all on function private.notice_restored_copy() from public;

/** Does what is due, each thing alone: what fails is tried again a minute later and holds nothing else up. Returns what was done. */
create function public.run_scheduled_work() returns text[]
language plpgsql
security definer
set search_path = ''
as $$
declare
  work text;
  done text[] := '{}';
begin
  for work in
    select name from private.scheduled_work where last_run_at + every <= now() order by name for update skip locked
  loop
    begin
      case work
        when 'deliver_held_notifications' then perform private.deliver_held_notifications();
        when 'fold_promotion_events' then perform private.fold_promotion_events();
        when 'lapse_premium' then perform private.lapse_premium();
        when 'notice_restored_copy' then perform private.notice_restored_copy();
        when 'publish_slots' then perform private.publish_slots();
        when 'publish_video_aggregates' then perform public.publish_video_aggregates();
        when 'recommend_videos' then perform private.recommend_videos();
        when 'refresh_catalogue_shelf' then perform public.refresh_catalogue_shelf();
        when 'release_bookings' then perform private.release_bookings();
        when 'tell_new_videos' then perform private.tell_new_videos();
      end case;
      update private.scheduled_work set last_run_at = now() where name = work;
      done := done || work;
    exception when others then
      raise warning 'scheduled work % failed: %', work, sqlerrm;
    end;
  end loop;
  return done;
end
$$;
revoke all on function public.run_scheduled_work() from public;
grant execute on function public.run_scheduled_work() to service_role;

-- Where pg_cron exists (hosted Supabase) it is the timer.
do $$
begin
  if exists (select from pg_available_extensions where name = 'pg_cron') then
    create extension if not exists pg_cron with schema pg_catalog;
    perform cron.schedule('mirutomo', '* * * * *', 'select public.run_scheduled_work()');
  end if;
end
$$;
