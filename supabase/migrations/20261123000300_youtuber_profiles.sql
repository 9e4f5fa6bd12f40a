-- Creators (the spec calls them YouTubers). A row makes a person one; the role of the profile follows it.
create table public.youtuber_profiles (
  id uuid primary key references public.profiles (id) on delete cascade,
  channel_url text not null,
  /** As the platform's channel is named there; bookings are labelled with it. */
  channel_title text not null,
  created_at timestamptz not null default now(),
  updated_at timestamptz not null default now(),
  constraint youtuber_profiles_channel_url_form check (
    length(channel_url) <= 200
    and channel_url ~ '^https://www[.]youtube[.]com/(channel/UC[A-Za-z0-9_-]{22}|@[^\s/?#@]{3,60}|c/[^\s/?#]{1,60}|user/[A-Za-z0-9]{1,40})$'
  ),
  constraint youtuber_profiles_channel_title_length check (length(channel_title) between 1 and 100),
  constraint youtuber_profiles_channel_title_plain check (private.is_plain_name(channel_title))
);
create unique index youtuber_profiles_one_person_per_channel on public.youtuber_profiles (lower(channel_url));
create trigger updated_at before update on public.youtuber_profiles
  for each row execute function private.set_updated_at();

alter table public.youtuber_profiles enable row level security;
grant select on public.youtuber_profiles to anon, authenticated;
grant select, insert, update, delete on public.youtuber_profiles to service_role;
create policy "everyone reads creators" on public.youtuber_profiles for select to anon, authenticated using (true);
