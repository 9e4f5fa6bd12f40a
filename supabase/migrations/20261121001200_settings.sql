-- A person's settings that follow them over their devices, each on its own.
create table public.settings (
  id text collate "C" generated always as (user_id::text || '|' || name) stored primary key,
  user_id uuid not null default auth.uid() references public.profiles (id) on delete cascade,
  name text collate "C" not null,
  value jsonb not null,
  /** Ms since the epoch. */
  edited_at bigint not null,
  row_version bigint not null default 0,
  -- Those of src/domain/setting-names.ts
  constraint settings_name_known check (name in (
    'matching-filter', 'presence', 'theme',
    'notification:achievements', 'notification:batch_interval_minutes', 'notification:batch_notifications', 'notification:connection_notifications',
    'notification:email_notifications', 'notification:favorites', 'notification:follows', 'notification:in_app_notifications', 'notification:likes',
    'notification:matching_notifications', 'notification:max_notifications_per_day', 'notification:mentions', 'notification:message_notifications',
    'notification:milestones', 'notification:new_videos', 'notification:premium_features', 'notification:push_notifications',
    'notification:quiet_hours_enabled', 'notification:ratings', 'notification:recommendations', 'notification:review_replies',
    'notification:subscriptions', 'notification:system_notifications', 'notification:video_comments'
  )),
  constraint settings_value_present check (jsonb_typeof(value) <> 'null'),
  constraint settings_value_length check (octet_length(value::text) <= 8192),
  constraint settings_edited_at_positive check (edited_at >= 0)
);
create index settings_row_version_index on public.settings (user_id, row_version, id);

alter table public.settings enable row level security;
grant select, insert (user_id, name, value, edited_at), update (value, edited_at) on public.settings to authenticated;
grant select, insert, update, delete on public.settings to service_role;
create policy "one reads one's own settings" on public.settings
  for select to authenticated using (user_id = (select auth.uid()));
create policy "one sets for oneself" on public.settings
  for insert to authenticated with check (user_id = (select auth.uid()));
create policy "one changes one's own settings" on public.settings
  for update to authenticated using (user_id = (select auth.uid())) with check (user_id = (select auth.uid()));

create trigger clamp_edited_at before insert or update of edited_at on public.settings
  for each row execute function private.clamp_edited_at();
create trigger row_version before insert or update on public.settings
  for each row execute function private.set_row_version();
create trigger poke_insert after insert on public.settings
  referencing new table as changed for each statement execute function private.poke('settings', 'user_id');
create trigger poke_update after update on public.settings
  referencing new table as changed for each statement execute function private.poke('settings', 'user_id');
