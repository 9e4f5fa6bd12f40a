-- Places where a paid video is shown, labelled as advertising with who and until when. The service fills them.
create table public.promotion_slots (
  id uuid primary key default gen_random_uuid(),
  name text not null,
  type text not null,
  video_id uuid references public.videos (id) on delete set null,
  youtube_id text collate "C",
  advertiser text not null default '',
  ends_at timestamptz,
  constraint promotion_slots_name_length check (length(name) between 1 and 100),
  constraint promotion_slots_type_known check (type in ('home', 'search', 'video')),
  constraint promotion_slots_labelled check (video_id is null or (advertiser <> '' and ends_at is not null))
);
create trigger compose before insert or update of name on public.promotion_slots
  for each row when (new.name is not nfc normalized) execute function private.compose('name');
create index promotion_slots_type_index on public.promotion_slots (type, ends_at);
create index promotion_slots_video_index on public.promotion_slots (video_id);

alter table public.promotion_slots enable row level security;
grant select on public.promotion_slots to anon, authenticated;
grant select, insert, update, delete on public.promotion_slots to service_role;
create policy "everyone reads slots" on public.promotion_slots for select to anon, authenticated using (true);
