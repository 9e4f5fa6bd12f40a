-- Notifications: contents come from the server alone; a person writes only what they read and deleted (`notification_reads`).
create table public.notification_preferences (
  user_id uuid primary key default auth.uid() references public.profiles (id) on delete cascade,
  video_comments boolean not null default true,
  review_replies boolean not null default true,
  likes boolean not null default true,
  follows boolean not null default true,
  system_notifications boolean not null default true,
  new_videos boolean not null default true,
  ratings boolean not null default true,
  favorites boolean not null default true,
  mentions boolean not null default true,
  achievements boolean not null default true,
  recommendations boolean not null default true,
  milestones boolean not null default true,
  subscriptions boolean not null default true,
  premium_features boolean not null default true,
  matching_notifications boolean not null default true,
  message_notifications boolean not null default true,
  connection_notifications boolean not null default true,
  email_notifications boolean not null default false,
  push_notifications boolean not null default true,
  in_app_notifications boolean not null default true,
  quiet_hours_enabled boolean not null default false,
  max_notifications_per_day integer not null default 50,
  batch_notifications boolean not null default false,
  batch_interval_minutes integer not null default 30,
  created_at timestamptz not null default now(),
  updated_at timestamptz not null default now(),
  constraint notification_preferences_per_day check (max_notifications_per_day between 0 and 1000),
  constraint notification_preferences_interval check (batch_interval_minutes between 1 and 1440)
);

alter table public.notification_preferences enable row level security;
grant select on public.notification_preferences to authenticated;
grant
  insert (
    user_id, video_comments, review_replies, likes, follows, system_notifications, new_videos, ratings, favorites, mentions,
    achievements, recommendations, milestones, subscriptions, premium_features, matching_notifications, message_notifications,
    connection_notifications, email_notifications, push_notifications, in_app_notifications, quiet_hours_enabled,
    max_notifications_per_day, batch_notifications, batch_interval_minutes
  ),
  -- An upsert sets the column that it is found by; the policy keeps the row with its person
  update (
    user_id, video_comments, review_replies, likes, follows, system_notifications, new_videos, ratings, favorites, mentions,
    achievements, recommendations, milestones, subscriptions, premium_features, matching_notifications, message_notifications,
    connection_notifications, email_notifications, push_notifications, in_app_notifications, quiet_hours_enabled,
    max_notifications_per_day, batch_notifications, batch_interval_minutes
  )
  on public.notification_preferences to authenticated;
grant select, insert, update, delete on public.notification_preferences to service_role;
create policy "one reads one's own preferences" on public.notification_preferences
  for select to authenticated using (user_id = (select auth.uid()));
create policy "one states preferences for oneself" on public.notification_preferences
  for insert to authenticated with check (user_id = (select auth.uid()));
create policy "one changes one's own preferences" on public.notification_preferences
  for update to authenticated using (user_id = (select auth.uid())) with check (user_id = (select auth.uid()));
create trigger updated_at before update on public.notification_preferences
  for each row execute function private.set_updated_at();

create table public.notifications (
  id uuid primary key default gen_random_uuid(),
  user_id uuid not null references public.profiles (id) on delete cascade,
  type text not null,
  title text not null,
  message text not null default '',
  is_read boolean not null default false,
  is_deleted boolean not null default false,
  /** When each mark was last set, ms since the epoch by the server's clock; 0: never. Kept by `private.copy_notification_reads`. */
  read_edited_at bigint not null default 0,
  deleted_edited_at bigint not null default 0,
  priority text not null default 'medium',
  link text,
  /** `about`: ids of the people beside the sender whom it names or quotes. */
  metadata jsonb not null default '{}',
  -- A deleted account is spoken of nowhere; `private.forget_person` removes what is about it
  sender_id uuid references public.profiles (id) on delete cascade,
  notification_group text,
  is_premium_only boolean not null default false,
  created_at timestamptz not null default now(),
  updated_at timestamptz not null default now(),
  row_version bigint not null default 0,
  constraint notifications_of_person unique (id, user_id),
  constraint notifications_type_known check (type in (
    'video_comment', 'review_reply', 'like', 'rating', 'favorite', 'follow', 'new_video', 'system', 'review_mention', 'achievement',
    'recommendation', 'milestone', 'subscription', 'connection_request', 'connection_accepted', 'connection_rejected', 'match',
    'matching', 'message', 'mention'
  )),
  constraint notifications_priority_known check (priority in ('high', 'medium', 'low')),
  constraint notifications_title_length check (length(title) <= 200),
  constraint notifications_message_length check (length(message) <= 2000),
  /** As the device reads it, too (`notification-link.ts`): two slashes name another site, segments of dots may leave two, and browsers read a backslash as a slash. */
  constraint notifications_link_inside check (link ~ '^/[^\\[:cntrl:]]*$' and link !~ '^[^?#]*/[/.]')
);
create index notifications_row_version_index on public.notifications (user_id, row_version, id);
create index notifications_newest_index on public.notifications (user_id, created_at desc);
create index notifications_sender_index on public.notifications (sender_id);
create index notifications_about_index on public.notifications using gin ((metadata -> 'about')) where metadata ? 'about';
create index notifications_open_group_index on public.notifications (user_id, notification_group)
  where notification_group is not null and not is_read and not is_deleted;

alter table public.notifications enable row level security;
grant select on public.notifications to authenticated;
grant select, insert, update, delete on public.notifications to service_role;
create policy "one reads one's own notifications as premium allows" on public.notifications
  for select to authenticated
  using (
    user_id = (select auth.uid())
    and (
      (not is_premium_only and (priority = 'high' or type in ('system', 'achievement', 'message', 'matching')))
      or (select private.has_premium(auth.uid()))
    )
    and (sender_id is null or sender_id <> all ((select private.hidden_people())::uuid[]))
  );

create trigger row_version before insert or update on public.notifications
  for each row execute function private.set_row_version_and_updated_at();

/** Sentences quote what people wrote, also into pushes and mails, where nothing isolates it. */
create function private.unturn_notification() returns trigger
language plpgsql
set search_path = ''
as $$
begin
  new.title := private.unturned(new.title);
  new.message := private.unturned(new.message);
  return new;
end
$$;
create trigger unturn before insert or update of title, message on public.notifications
  for each row execute function private.unturn_notification();

/** Live is premium's: a free person hears at once of messages alone, and of the rest with their next pull (DESIGN §7). */
create function private.poke_notified() returns trigger
language plpgsql
security definer
set search_path = ''
as $$
begin
  perform private.send_pokes('notifications', array_agg(user_id)) from changed where type = 'message' or private.has_premium(user_id);
  return null;
end
$$;
revoke all on function private.poke_notified() from public;
create trigger poke_insert after insert on public.notifications
  referencing new table as changed for each statement execute function private.poke_notified();
create trigger poke_update after update on public.notifications
  referencing new table as changed for each statement execute function private.poke('notifications', 'user_id');

/** Who sent one a notification was met. */
create function private.meet_senders() returns trigger
language plpgsql
security definer
set search_path = ''
as $$
begin
  perform private.meet(array_agg(user_id), array_agg(sender_id)) from changed where sender_id is not null;
  return null;
end
$$;
revoke all on function private.meet_senders() from public;
create trigger meet_senders after insert on public.notifications
  referencing new table as changed for each statement execute function private.meet_senders();

/** Deleted rows leave devices. */
create function private.revoke_notifications() returns trigger
language plpgsql
security definer
set search_path = ''
as $$
begin
  perform private.revoke_documents('notifications', array_agg(user_id), array_agg(id::text)) from before;
  return null;
end
$$;
revoke all on function private.revoke_notifications() from public;
create trigger revoke_deleted after delete on public.notifications
  referencing old table as before for each statement execute function private.revoke_notifications();

/**
 * What a person did about a notification. Each mark stands as it was last set: the later time wins, of two at the same moment the set
 * one. A mark without a time is one that was set before any time.
 */
create table public.notification_reads (
  id uuid primary key,
  user_id uuid not null default auth.uid(),
  is_read boolean not null default false,
  read_edited_at bigint not null default 0,
  is_deleted boolean not null default false,
  deleted_edited_at bigint not null default 0,
  row_version bigint not null default 0,
  constraint notification_reads_of_own foreign key (id, user_id) references public.notifications (id, user_id) on delete cascade
);
create index notification_reads_row_version_index on public.notification_reads (user_id, row_version, id);
create index notification_reads_notification_index on public.notification_reads (id, user_id);

alter table public.notification_reads enable row level security;
grant
  select,
  insert (id, user_id, is_read, read_edited_at, is_deleted, deleted_edited_at),
  update (is_read, read_edited_at, is_deleted, deleted_edited_at)
  on public.notification_reads to authenticated;
grant select, insert, update, delete on public.notification_reads to service_role;
create policy "one reads one's own marks" on public.notification_reads
  for select to authenticated using (user_id = (select auth.uid()));
create policy "one marks one's own notifications" on public.notification_reads
  for insert to authenticated with check (user_id = (select auth.uid()));
create policy "one marks one's own notifications anew" on public.notification_reads
  for update to authenticated using (user_id = (select auth.uid())) with check (user_id = (select auth.uid()));

-- A device's future is the server's now; and against a direct write too, the later mark stands.
create trigger keep_later before insert or update on public.notification_reads
  for each row execute function private.keep_later_notification_reads();
create trigger row_version before insert or update on public.notification_reads
  for each row execute function private.set_row_version();

-- Marks reach the notification itself, and by it the person's other devices.
create trigger copy_insert after insert on public.notification_reads
  referencing new table as changed for each statement execute function private.copy_notification_reads();
create trigger copy_update after update on public.notification_reads
  referencing new table as changed for each statement execute function private.copy_notification_reads();

/** Premium came or went: what the person may see begins anew, and what they may no longer see leaves their devices. */
create function private.follow_premium() returns trigger
language plpgsql
security definer
set search_path = ''
as $$
begin
  if new.is_premium and (new.premium_expiry is null or new.premium_expiry > now()) then
    delete from public.revocations
    where user_id = new.id and collection = 'notifications'
      and document_id in (select notifications.id::text from public.notifications where notifications.user_id = new.id);
  else
    perform private.revoke_documents('notifications', array_agg(notifications.user_id), array_agg(notifications.id::text))
    from public.notifications
    where notifications.user_id = new.id
      and (is_premium_only or (priority <> 'high' and type not in ('system', 'achievement', 'message', 'matching')));
  end if;
  perform private.restart_collection('notifications', array[new.id]);
  return null;
end
$$;
revoke all on function private.follow_premium() from public;
create trigger follow_premium after update of is_premium, premium_expiry on public.profiles
  for each row
  when (
    (old.is_premium, old.premium_expiry) is distinct from (new.is_premium, new.premium_expiry)
  )
  execute function private.follow_premium();
