-- What happens by itself; when, says the timetable (20261123000900).
/**
 * Premium that has run out, or whose subscription has ended, is taken back; the plan stays as what it was. Whoever had subscribed and let it end is told;
 * whose renewal is only late is not.
 */
create function private.lapse_premium() returns boolean
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
    order by profiles.id limit private.batch_size()
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
  return lapsed = private.batch_size();
end
$$;
revoke all on function private.lapse_premium() from public;

/**
 * Devices may hold what a restored database does not, so every device begins again. A recovery to a point in time begins a new timeline; a copy
 * that was read into another cluster finds itself there. Transactions are counted per cluster: in a younger one the count is below what rows
 * carry, so all versions are given anew as well. A disk put back as it was shows none of it: there an administrator raises the epoch.
 */
create function private.notice_restored_copy() returns boolean
language plpgsql
set search_path = ''
as $$
declare
  realm public.sync_realm;
  replicated regclass;
  now_on constant integer := (select timeline_id from pg_control_checkpoint());
  now_in constant bigint := (select system_identifier from pg_control_system());
  is_younger boolean;
begin
  select * into realm from public.sync_realm for update;
  is_younger := private.current_version() < realm.last_version;
  if not is_younger and coalesce(realm.timeline, now_on) = now_on and coalesce(realm.cluster, now_in) = now_in then
    update public.sync_realm set last_version = private.current_version(), timeline = now_on, cluster = now_in;
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
  set epoch = greatest(epoch + 1, private.now_ms()), last_version = private.current_version(), timeline = now_on, cluster = now_in;
  return true;
end
$$;
revoke all on function private.notice_restored_copy() from public;
