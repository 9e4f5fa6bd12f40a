-- People. What others may read is granted by column; what only the owner may read is in `profile_private` or behind `own_profile()`.
create table public.profiles (
  id uuid primary key references auth.users (id) on delete cascade,
  username text not null,
  display_name text not null default '',
  bio text not null default '',
  description text not null default '',
  avatar_url text,
  channel_url text,
  is_premium boolean not null default false,
  premium_plan text,
  premium_expiry timestamptz,
  role text,
  youtuber_profile_id uuid,
  created_at timestamptz not null default now(),
  updated_at timestamptz not null default now(),
  row_version bigint not null default 0,
  constraint profiles_username_present check (username = btrim(username) and username <> ''),
  constraint profiles_username_length check (length(username) <= 30),
  constraint profiles_display_name_length check (length(display_name) <= 60),
  constraint profiles_bio_length check (length(bio) <= 500),
  constraint profiles_description_length check (length(description) <= 2000),
  constraint profiles_avatar_url_length check (length(avatar_url) <= 2000),
  constraint profiles_avatar_url_web check (avatar_url ~ '^(https?:/)?/[^\s]+$'),
  constraint profiles_channel_url_length check (length(channel_url) <= 2000),
  constraint profiles_channel_url_web check (channel_url ~ '^https?://[^\s]+$'),
  constraint profiles_role_known check (role in ('admin', 'youtuber'))
);
create index profiles_row_version_index on public.profiles (id, row_version);
create index profiles_premium_expiry_index on public.profiles (premium_expiry) where is_premium;

create trigger row_version before insert or update on public.profiles
  for each row execute function private.set_row_version_and_updated_at();

alter table public.profiles enable row level security;
grant select (
  id, username, display_name, bio, description, avatar_url, channel_url, is_premium, role, youtuber_profile_id,
  created_at, updated_at, row_version
) on public.profiles to anon, authenticated;
grant update (username, display_name, bio, description, avatar_url, channel_url) on public.profiles to authenticated;
grant select, insert, update, delete on public.profiles to service_role;
create policy "visitors read profiles" on public.profiles for select to anon using (true);
create policy "members read profiles but those hidden by a block" on public.profiles
  for select to authenticated using (id <> all ((select private.hidden_people())::uuid[]));
create policy "one changes one's own profile" on public.profiles
  for update to authenticated using (id = (select auth.uid())) with check (id = (select auth.uid()));

/** What nobody else may read. */
create table public.profile_private (
  user_id uuid primary key references public.profiles (id) on delete cascade,
  birth_date date,
  gender text,
  area text,
  stripe_customer_id text unique,
  stripe_subscription_id text unique,
  created_at timestamptz not null default now(),
  updated_at timestamptz not null default now(),
  constraint profile_private_birth_date_plausible check (birth_date between '1900-01-01' and '2100-01-01'),
  constraint profile_private_gender_known check (gender in ('male', 'female', 'other')),
  constraint profile_private_area_length check (length(area) <= 60)
);

alter table public.profile_private enable row level security;
grant select, update (birth_date, gender, area) on public.profile_private to authenticated;
grant select, insert, update, delete on public.profile_private to service_role;
create policy "one reads one's own private part" on public.profile_private
  for select to authenticated using (user_id = (select auth.uid()));
create policy "one changes one's own private part" on public.profile_private
  for update to authenticated using (user_id = (select auth.uid())) with check (user_id = (select auth.uid()));

create function private.set_updated_at() returns trigger
language plpgsql
set search_path = ''
as $$
begin
  new.updated_at := now();
  return new;
end
$$;
create trigger updated_at before update on public.profile_private
  for each row execute function private.set_updated_at();

/** The caller's own profile with all its columns. */
create function public.own_profile() returns public.profiles
language sql stable security definer
set search_path = ''
as $$
  select profiles from public.profiles where id = (select auth.uid())
$$;
revoke all on function public.own_profile() from public;
grant execute on function public.own_profile() to authenticated;

/** Is this person's premium running now, whatever the flag of a lapsed one still says? */
create function private.has_premium(person uuid) returns boolean
language sql stable security definer
set search_path = ''
as $$
  select coalesce(
    (select is_premium and (premium_expiry is null or premium_expiry > now()) from public.profiles where id = person),
    false
  )
$$;
revoke all on function private.has_premium(uuid) from public;
grant execute on function private.has_premium(uuid) to authenticated, service_role;

/** Every account gets its profile; a name it did not give is the e-mail's part before the @. */
create function private.create_profile() returns trigger
language plpgsql
security definer
set search_path = ''
as $$
declare
  chosen text := coalesce(
    nullif(btrim(left(btrim(new.raw_user_meta_data ->> 'username'), 30)), ''),
    nullif(btrim(left(btrim(split_part(new.email, '@', 1)), 30)), ''),
    '名無し'
  );
begin
  insert into public.profiles (id, username) values (new.id, chosen);
  insert into public.profile_private (user_id) values (new.id);
  return null;
end
$$;
revoke all on function private.create_profile() from public;
create trigger create_profile after insert on auth.users
  for each row execute function private.create_profile();
