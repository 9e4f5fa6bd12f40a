-- Who is told, how often and when: one function makes every notification, and what a person prefers holds there.
--
-- In this file, from the rules to the doors: what each asks (wanted? for premium? how many today? quiet hours? unwelcome?); what waits
-- (`held_notifications`); what two transactions at once do to a day's number (`hold_to_number`); how one comes into being (`put_notification`, and
-- `create_notification`, which every cause calls); how what waited is delivered; the day's number for the caller; the service's two doors in `public`; and how
-- devices change a preference (`copy_notification_setting`).

/** Does this person want notifications of this type at all? Without stated preferences: yes, all types. */
create function private.wants_notification(person uuid, type text, is_premium_only boolean) returns boolean
language sql stable
set search_path = ''
as $$
  select coalesce(
    (
      select
        in_app_notifications
        and (premium_features or not is_premium_only)
        and case type
          when 'video_comment' then video_comments
          when 'review_reply' then review_replies
          when 'like' then likes
          when 'rating' then ratings
          when 'favorite' then favorites
          when 'follow' then follows
          when 'new_video' then new_videos
          when 'system' then system_notifications
          when 'review_mention' then mentions
          when 'mention' then mentions
          when 'achievement' then achievements
          when 'recommendation' then recommendations
          when 'milestone' then milestones
          when 'subscription' then subscriptions
          when 'connection_request' then connection_notifications
          when 'connection_accepted' then connection_notifications
          when 'connection_rejected' then connection_notifications
          when 'match' then matching_notifications
          when 'matching' then matching_notifications
          when 'message' then message_notifications
        end
      from public.notification_preferences
      where user_id = person
    ),
    true
  )
$$;
revoke all on function private.wants_notification(uuid, text, boolean) from public;

/** Does only premium see this one? The policy of the table says the same. */
create function private.needs_premium(type text, priority text, is_premium_only boolean) returns boolean
language sql immutable
set search_path = ''
return is_premium_only or (priority <> 'high' and type not in ('system', 'achievement', 'message', 'matching'));

/** How many a person may get on a day; 50 without stated preferences. */
create function private.notifications_per_day(person uuid) returns integer
language sql stable
set search_path = ''
as $$
  select coalesce((select max_notifications_per_day from public.notification_preferences where user_id = person), 50)
$$;
revoke all on function private.notifications_per_day(uuid) from public;

/**
 * How many of a day's number are used up, by the calendar of Japan. What is of high priority is not counted. What the person cannot see
 * without premium (`hidden`) is counted by itself.
 */
create function private.notifications_of_today(person uuid, hidden boolean) returns integer
language sql stable
set search_path = ''
as $$
  select count(*)::integer from public.notifications
  where user_id = person and priority <> 'high'
    and created_at >= date_trunc('day', now() at time zone 'Asia/Tokyo') at time zone 'Asia/Tokyo'
    and (private.needs_premium(type, priority, is_premium_only) and not private.has_premium(person)) = hidden
$$;
revoke all on function private.notifications_of_today(uuid, boolean) from public;

/** When the quiet hours end that this moment lies in (22:00 to 07:00 in Japan), or null. */
create function private.end_of_quiet(moment timestamptz) returns timestamptz
language sql stable
set search_path = ''
as $$
  select case
    when local::time >= '22:00' then (local::date + 1 + time '07:00') at time zone 'Asia/Tokyo'
    when local::time < '07:00' then (local::date + time '07:00') at time zone 'Asia/Tokyo'
  end
  from (select moment at time zone 'Asia/Tokyo' as local) as there
$$;

/** What waits for the end of the quiet hours, or to be told together with others. */
create table private.held_notifications (
  id bigint generated always as identity primary key,
  user_id uuid not null references public.profiles (id) on delete cascade,
  type text not null,
  title text not null,
  message text not null,
  priority text not null,
  link text,
  metadata jsonb not null,
  sender_id uuid references public.profiles (id) on delete cascade,
  notification_group text,
  is_premium_only boolean not null,
  due_at timestamptz not null
);
create index held_notifications_due_index on private.held_notifications (due_at);
create index held_notifications_user_index on private.held_notifications (user_id, due_at);
create index held_notifications_sender_index on private.held_notifications (sender_id);
alter table private.held_notifications enable row level security;

/** Until when this person's notifications of other than high priority wait; null: they come at once. */
create function private.held_until(person uuid) returns timestamptz
language sql stable
set search_path = ''
as $$
  select greatest(
    case when quiet_hours_enabled then private.end_of_quiet(now()) end,
    case when batch_notifications then coalesce(
      (select min(due_at) from private.held_notifications where user_id = person and due_at > now()),
      now() + make_interval(mins => batch_interval_minutes)
    ) end
  )
  from public.notification_preferences
  where user_id = person
$$;
revoke all on function private.held_until(uuid) from public;

/** Must this person not be told: because they do not want it, stand behind a block, or have an unread one of the same group? */
create function private.is_unwelcome(
  recipient uuid, type text, sender uuid, notification_group text, is_premium_only boolean
) returns boolean
language sql volatile
set search_path = ''
as $$
  select
    recipient is not distinct from sender
    or not private.wants_notification(recipient, type, is_premium_only)
    or (sender is not null and private.is_blocked(recipient, sender))
    or (
      notification_group is not null
      and exists (
        select from public.notifications as open
        where open.user_id = recipient and open.notification_group = is_unwelcome.notification_group
          and not open.is_read and not open.is_deleted
      )
    )
$$;
revoke all on function private.is_unwelcome(uuid, text, uuid, text, boolean) from public;

/**
 * Two transactions at the same moment do not see each other's. Before a transaction that told somebody commits, it waits for those before
 * it and takes back what is too much; locks are taken in the order of the people's ids and only then, so that nobody waits for somebody
 * who is still at work. `mirutomo.told`: whom this transaction told.
 */
create function private.hold_to_number() returns trigger
language plpgsql
security definer
set search_path = ''
as $$
declare
  told constant uuid[] := string_to_array(btrim(current_setting('mirutomo.told', true)), ' ');
  person uuid;
begin
  for person in select distinct unnest(told) order by 1 loop
    perform pg_advisory_xact_lock(hashtextextended('notifications of ' || person, 0));
  end loop;
  perform set_config('mirutomo.told', '', true);
  if private.notifications_of_today(
    new.user_id, private.needs_premium(new.type, new.priority, new.is_premium_only) and not private.has_premium(new.user_id)
  ) > private.notifications_per_day(new.user_id) then
    delete from public.notifications where id = new.id;
  end if;
  return null;
end
$$;
revoke all on function private.hold_to_number() from public;
create constraint trigger hold_to_number after insert on public.notifications
  deferrable initially deferred
  for each row when (new.priority <> 'high' and current_setting('mirutomo.told', true) <> '')
  execute function private.hold_to_number();

/**
 * Writes one that need not wait. Null when the person must not be told, or has had the day's number of those that are not of high priority. `is_welcome`: the person
 * wants all that is in it, whatever they want of its type.
 */
create function private.put_notification(
  recipient uuid, type text, title text, message text, priority text, link text, metadata jsonb, sender uuid, notification_group text,
  is_premium_only boolean, is_welcome boolean default false
) returns uuid
language plpgsql
set search_path = ''
as $$
#variable_conflict use_variable
declare
  created uuid;
begin
  if sender is not null then
    perform pg_advisory_xact_lock_shared(private.pair_key(recipient, sender));
  end if;
  if not is_welcome and private.is_unwelcome(recipient, type, sender, notification_group, is_premium_only) then
    return null;
  end if;
  if priority <> 'high' then
    if private.notifications_of_today(
      recipient, private.needs_premium(type, priority, is_premium_only) and not private.has_premium(recipient)
    ) >= private.notifications_per_day(recipient) then
      return null;
    end if;
    perform set_config('mirutomo.told', coalesce(current_setting('mirutomo.told', true), '') || ' ' || recipient, true);
  end if;
  insert into public.notifications (
    user_id, type, title, message, priority, link, metadata, sender_id, notification_group, is_premium_only
  )
  select
    recipient, type, left(title, 200), left(message, 2000), priority, link, metadata, sender, notification_group, is_premium_only
  where exists (select from public.profiles where id = recipient)
  returning id into created;
  return created;
end
$$;
revoke all on function private.put_notification(uuid, text, text, text, text, text, jsonb, uuid, text, boolean, boolean) from public;

/**
 * The one place where notifications come into being: what the person prefers, a day's number, batches and quiet hours hold here for all.
 * Returns null when none came into being: the person does not want it, does not exist, stands behind a block, already has an unread one of
 * the same group, has had the day's number, or is told later. What is of high priority neither waits nor counts.
 */
create function private.create_notification(
  recipient uuid,
  type text,
  title text,
  message text,
  priority text default 'medium',
  link text default null,
  metadata jsonb default '{}',
  sender uuid default null,
  notification_group text default null,
  is_premium_only boolean default false
) returns uuid
language plpgsql
set search_path = ''
as $$
#variable_conflict use_variable
declare
  rank constant text := coalesce(priority, 'medium');
  kept constant jsonb := coalesce(metadata, '{}') - 'thumbnail_url';
  for_premium constant boolean := coalesce(is_premium_only, false);
  has_premium boolean;
  due timestamptz;
begin
  if rank <> 'high' then
    due := private.held_until(recipient);
  end if;
  if due is null then
    return private.put_notification(recipient, type, title, message, rank, link, kept, sender, notification_group, for_premium);
  end if;
  if private.is_unwelcome(recipient, type, sender, notification_group, for_premium) then
    return null;
  end if;
  has_premium := private.has_premium(recipient);
  insert into private.held_notifications (
    user_id, type, title, message, priority, link, metadata, sender_id, notification_group, is_premium_only, due_at
  )
  select
    recipient, type, left(title, 200), left(message, 2000), rank, link, kept, sender, notification_group, for_premium, due
  where
    -- What the person will not see takes nothing away, as in notifications_of_today
    (
      select count(*) from private.held_notifications as held
      where held.user_id = recipient
        and (private.needs_premium(held.type, held.priority, held.is_premium_only) and not has_premium)
          = (private.needs_premium(create_notification.type, rank, for_premium) and not has_premium)
    ) < private.notifications_per_day(recipient)
    and not exists (
      select from private.held_notifications as held
      where held.user_id = recipient and held.notification_group = create_notification.notification_group
    );
  return null;
end
$$;
revoke all on function private.create_notification(uuid, text, text, text, text, text, jsonb, uuid, text, boolean) from public;

/** Was the message that this quotes taken back or read while the notification waited? */
create function private.is_settled(held private.held_notifications) returns boolean
language plpgsql stable
set search_path = ''
as $$
begin
  return held.type = 'message' and not exists (
    select from public.messages join public.conversations on conversations.id = messages.conversation_id
    where messages.id = (held.metadata #>> '{message_data,message_id}')::uuid and not messages.is_deleted
      and messages.seq > case
        when messages.recipient_id = conversations.user1_id then conversations.user1_read_seq else conversations.user2_read_seq
      end
  );
end
$$;
revoke all on function private.is_settled(private.held_notifications) from public;

/** Tells one person what has waited: as one notification where they want batches, else each by itself. */
create function private.deliver_held(person uuid) returns void
language plpgsql
set search_path = ''
as $$
declare
  together constant boolean := coalesce(
    (select batch_notifications from public.notification_preferences where user_id = person), false
  );
  due private.held_notifications[];
  held private.held_notifications;
  bundle record;
begin
  with gone as (
    delete from private.held_notifications as waiting where user_id = person and due_at <= now() returning waiting
  )
  select array_agg(waiting order by (waiting).id) into due from gone where not private.is_settled(waiting);
  -- What only premium sees is told apart, so that nobody reads of it in a batch who may not.
  for bundle in
    select private.needs_premium(type, priority, is_premium_only) as hidden, array_agg(one order by one.id) as items
    from unnest(due) as one
    where not private.is_unwelcome(person, type, sender_id, notification_group, is_premium_only)
    group by 1
  loop
    if together and cardinality(bundle.items) > 1 then
      perform private.put_notification(
        person,
        coalesce(
          (select min(type) from unnest(bundle.items) as items having count(distinct type) = 1),
          case when bundle.hidden then 'recommendation' else 'system' end
        ),
        '新しい通知が' || cardinality(bundle.items) || '件あります',
        (select string_agg('・' || title, e'\n' order by id) from unnest(bundle.items) as items),
        case when bundle.hidden then 'low' else 'medium' end,
        (select min(link) from unnest(bundle.items) as items having count(distinct coalesce(link, '')) = 1),
        jsonb_build_object('batch', (
          select jsonb_agg(jsonb_build_object('type', type, 'title', title, 'message', message, 'link', link) order by id)
          from (select * from unnest(bundle.items) as items order by id limit 20) as first_ones
        )) || coalesce((
          select jsonb_build_object('about', jsonb_agg(distinct named))
          from unnest(bundle.items) as items, lateral (
            select sender_id::text as named where sender_id is not null
            union all select jsonb_array_elements_text(metadata -> 'about')
          ) as people
          having count(*) > 0
        ), '{}'),
        null, null, bundle.hidden and (select bool_and(is_premium_only) from unnest(bundle.items) as items), is_welcome => true
      );
    else
      foreach held in array bundle.items loop
        perform private.put_notification(
          person, held.type, held.title, held.message, held.priority, held.link, held.metadata, held.sender_id, held.notification_group,
          held.is_premium_only
        );
      end loop;
    end if;
  end loop;
end
$$;
revoke all on function private.deliver_held(uuid) from public;

/** Tells some people what has waited for them; true where more wait. One that cannot be told holds nobody else up, and is not tried again. */
create function private.deliver_held_notifications() returns boolean
language plpgsql
set search_path = ''
as $$
declare
  -- Several wait for each.
  at_most constant integer := private.batch_size() / 5;
  person uuid;
  told integer := 0;
begin
  for person in
    select user_id from (select distinct user_id from private.held_notifications where due_at <= now() limit at_most) as people order by user_id
  loop
    told := told + 1;
    begin
      perform private.deliver_held(person);
    exception when others then
      if private.is_passing_failure(sqlstate) then
        raise;
      end if;
      raise warning 'what waited for % was not told: %', person, sqlerrm;
      delete from private.held_notifications where user_id = person and due_at <= now();
    end;
  end loop;
  return told = at_most;
end
$$;
revoke all on function private.deliver_held_notifications() from public;

/** How much of a day's number the caller has left, and how many wait that only premium shows. */
create function public.notification_budget() returns jsonb
language sql stable security definer
set search_path = ''
as $$
  select jsonb_build_object(
    'limit', per_day, 'used', used, 'remaining', greatest(per_day - used, 0),
    'premium_only', (
      select count(*) from public.notifications
      where user_id = me.id and is_premium_only and not is_deleted
        and (sender_id is null or not private.is_blocked(me.id, sender_id))
    )
  )
  from
    (select auth.uid() as id) as me,
    lateral (
      select
        private.notifications_per_day(me.id) as per_day,
        private.notifications_of_today(me.id, false) as used
    ) as today
$$;
revoke all on function public.notification_budget() from public;
grant execute on function public.notification_budget() to authenticated;

/** `private.create_notification` for the service. Refusals tell their code of src/domain/errors.ts as hint. */
create function public.create_notification(
  recipient uuid,
  type text,
  title text,
  message text,
  priority text default 'medium',
  link text default null,
  metadata jsonb default '{}',
  sender uuid default null,
  notification_group text default null,
  is_premium_only boolean default false
) returns uuid
language plpgsql
security definer
set search_path = ''
as $$
begin
  if recipient is null then
    raise exception '通知の送信先ユーザーIDが指定されていません' using errcode = 'null_value_not_allowed', hint = 'notification_without_recipient';
  end if;
  return private.create_notification(
    recipient, type, title, message, priority, link, metadata, sender, notification_group, is_premium_only
  );
end
$$;
revoke all on function public.create_notification(uuid, text, text, text, text, text, jsonb, uuid, text, boolean) from public;
grant execute on function public.create_notification(uuid, text, text, text, text, text, jsonb, uuid, text, boolean) to service_role;

/**
 * Several at once for the service: an array of objects with the table's columns. Those without a user_id are left out; all others come
 * about, or none. Returns the ids of those that came about, in their order. Refusals tell their code of src/domain/errors.ts as hint.
 */
create function public.create_notifications(notifications jsonb) returns uuid[]
language plpgsql
security definer
set search_path = ''
as $$
declare
  made uuid[];
begin
  if jsonb_typeof(notifications) is distinct from 'array'
    or not exists (select from jsonb_array_elements(notifications) as one where one ->> 'user_id' <> '')
  then
    raise exception '有効な通知がありません' using errcode = 'null_value_not_allowed', hint = 'notification_none_valid';
  end if;
  begin
    select coalesce(array_agg(id order by place) filter (where id is not null), '{}') into made
    from (
      select private.create_notification(
        (one ->> 'user_id')::uuid, one ->> 'type', one ->> 'title', coalesce(one ->> 'message', ''), one ->> 'priority', one ->> 'link',
        one -> 'metadata', (one ->> 'sender_id')::uuid, one ->> 'notification_group', (one ->> 'is_premium_only')::boolean
      ) as id, place
      from jsonb_array_elements(notifications) with ordinality as given (one, place)
      where one ->> 'user_id' <> ''
      order by place
    ) as told;
  exception when data_exception or integrity_constraint_violation then
    raise exception '通知の一括作成に失敗しました' using errcode = sqlstate, detail = sqlerrm, hint = 'notification_bulk_create_failed';
  end;
  return made;
end
$$;
revoke all on function public.create_notifications(jsonb) from public;
grant execute on function public.create_notifications(jsonb) to service_role;

/** A setting `notification:<flag>` is that flag of the person's preferences; so devices change them without a connection, each flag alone. */
create function private.copy_notification_setting() returns trigger
language plpgsql
security definer
set search_path = ''
as $$
declare
  flag constant text := substr(new.name, length('notification:') + 1);
  kind constant regtype := (
    select atttypid from pg_attribute
    where attrelid = 'public.notification_preferences'::regclass and attname = flag and not attisdropped
      and atttypid in ('boolean'::regtype, 'integer'::regtype)
  );
begin
  if kind is null
    or (kind = 'boolean'::regtype and jsonb_typeof(new.value) <> 'boolean')
    or (kind = 'integer'::regtype and (jsonb_typeof(new.value) <> 'number' or new.value::text !~ '^\d{1,4}$'))
  then
    raise exception 'no such notification setting: %', new.name using errcode = 'invalid_parameter_value';
  end if;
  execute format(
    'insert into public.notification_preferences (user_id, %1$I) values ($1, $2::%2$s)
     on conflict (user_id) do update set %1$I = excluded.%1$I', flag, kind
  ) using new.user_id, new.value #>> '{}';
  return null;
end
$$;
revoke all on function private.copy_notification_setting() from public;
create trigger copy_notification_insert after insert on public.settings
  for each row when (new.name like 'notification:%') execute function private.copy_notification_setting();
create trigger copy_notification_update after update of value on public.settings
  for each row when (new.name like 'notification:%') execute function private.copy_notification_setting();

/** What the preferences say before anybody states them: the columns' defaults. */
create function private.default_notification_preferences() returns jsonb
language sql stable
set search_path = ''
as $$
  select jsonb_object_agg(attname, pg_get_expr(adbin, adrelid)::jsonb)
  from pg_attribute join pg_attrdef on adrelid = attrelid and adnum = attnum
  where attrelid = 'public.notification_preferences'::regclass and atttypid in ('boolean'::regtype, 'integer'::regtype)
$$;
revoke all on function private.default_notification_preferences() from public;

/**
 * A push holds the person's settings and then changes the preferences; who changes these directly waits for it,
 * and it for them.
 */
create function private.lock_notification_preferences() returns trigger
language plpgsql
set search_path = ''
as $$
begin
  perform pg_advisory_xact_lock(hashtextextended('push of ' || (select auth.uid()), 0));
  return null;
end
$$;
revoke all on function private.lock_notification_preferences() from public;
create trigger a_lock before insert or update on public.notification_preferences
  for each statement when (pg_trigger_depth() = 0) execute function private.lock_notification_preferences();

/** The other way round: what is stated in the table directly is a setting, so that the devices show it. */
create function private.copy_notification_preferences() returns trigger
language plpgsql
security definer
set search_path = ''
as $$
declare
  before constant jsonb := case when tg_op = 'UPDATE' then to_jsonb(old) else private.default_notification_preferences() end;
begin
  insert into public.settings as stored (user_id, name, value, edited_at)
  select new.user_id, 'notification:' || flag, value, private.now_ms()
  from jsonb_each(to_jsonb(new)) as stated (flag, value)
  where jsonb_typeof(value) in ('boolean', 'number') and value <> before -> flag
  on conflict (id) do update set value = excluded.value, edited_at = excluded.edited_at
  where stored.value <> excluded.value;
  return null;
end
$$;
revoke all on function private.copy_notification_preferences() from public;
create trigger copy_to_settings after insert or update on public.notification_preferences
  for each row when (pg_trigger_depth() = 0) execute function private.copy_notification_preferences();
