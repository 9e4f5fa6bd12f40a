-- What a person watched, once per video: the last time.
create table public.history (
  id text collate "C" generated always as (user_id::text || '|' || video_id::text) stored primary key,
  user_id uuid not null default auth.uid() references public.profiles (id) on delete cascade,
  video_id uuid not null,
  viewed_at timestamptz not null,
  is_deleted boolean not null default false,
  /** Ms since the epoch. */
  edited_at bigint not null,
  row_version bigint not null default 0,
  constraint history_edited_at_positive check (edited_at >= 0)
);
create index history_row_version_index on public.history (user_id, row_version, id);
create index history_video_index on public.history (video_id);

alter table public.history enable row level security;
grant select, insert (user_id, video_id, viewed_at, is_deleted, edited_at), update (viewed_at, is_deleted, edited_at)
  on public.history to authenticated;
grant select, insert, update, delete on public.history to service_role;
create policy "one reads one's own history" on public.history
  for select to authenticated using (user_id = (select auth.uid()));
create policy "one writes one's own history" on public.history
  for insert to authenticated with check (user_id = (select auth.uid()));
create policy "one changes one's own history" on public.history
  for update to authenticated using (user_id = (select auth.uid())) with check (user_id = (select auth.uid()));

create trigger clamp_edited_at before insert or update of edited_at on public.history
  for each row execute function private.clamp_edited_at();
create trigger row_version before insert or update on public.history
  for each row execute function private.set_row_version();
create trigger touch_videos after insert on public.history
  referencing new table as changed for each statement execute function private.touch_videos('uuid');
create trigger poke_insert after insert on public.history
  referencing new table as changed for each statement execute function private.poke('history', 'user_id');
create trigger poke_update after update on public.history
  referencing new table as changed for each statement execute function private.poke('history', 'user_id');
