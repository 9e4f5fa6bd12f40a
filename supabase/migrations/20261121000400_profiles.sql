-- People. Everybody who sees a person reads their name and picture (`people_seen` says who); the rest is told by functions.

/** Something to see, no control characters, none that turn the direction of what follows: a name reads alike wherever it stands. */
create function private.is_plain_name(name text) returns boolean
language sql immutable
set search_path = ''
return name !~ '[\u0001-\u001f\u007f-\u009f\u061c\u200b\u200e\u200f\u2028-\u202e\u2060-\u2069\ufeff]'
  and name ~ '[^\s\u00ad\u034f\u115f\u1160\u200c\u200d\u2800\u3164\ufe0e\ufe0f\uffa0]';

create table public.profiles (
  id uuid primary key references auth.users (id) on delete cascade,
  username text not null,
  display_name text not null default '',
  bio text not null default '',
  description text not null default '',
  avatar_url text,
  channel_url text,
  /** Ids of genres, in the order of the catalogue. */
  interests text[] not null default '{}',
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
  constraint profiles_username_plain check (private.is_plain_name(username)),
  constraint profiles_display_name_plain check (display_name = '' or private.is_plain_name(display_name)),
  /** A file of one's own in the bucket `avatars`, below the address of the API: no picture of another server is ever shown. */
  constraint profiles_avatar_url_own check (
    avatar_url ~ ('^/storage/v1/object/public/avatars/' || id || '/[A-Za-z0-9-]+[.](webp|jpg|png)$')
  ),
  constraint profiles_channel_url_length check (length(channel_url) <= 2000),
  constraint profiles_channel_url_web check (channel_url ~* '^https?://[^\s]+$'),
  constraint profiles_interests_few check (cardinality(interests) <= 10),
  constraint profiles_role_known check (role in ('admin', 'youtuber'))
);
create trigger compose before insert or update of username, display_name, bio, description on public.profiles
  for each row when (new.username is not nfc normalized or new.display_name is not nfc normalized or new.bio is not nfc normalized or new.description is not nfc normalized) execute function private.compose('username', 'display_name', 'bio', 'description');
create index profiles_row_version_index on public.profiles (id, row_version);
create index profiles_premium_expiry_index on public.profiles (premium_expiry) where is_premium;

create trigger row_version before insert or update on public.profiles
  for each row execute function private.set_row_version_and_updated_at();

/** Interests are genres, each once. */
create function private.order_interests() returns trigger
language plpgsql
set search_path = ''
as $$
declare
  known constant text[] := array(select id from public.genres where id = any (new.interests) order by position);
begin
  if cardinality(known) <> (select count(distinct interest) from unnest(new.interests) as interest)
    or array_position(new.interests, null) is not null then
    raise exception 'an interest is a genre' using errcode = 'check_violation', constraint = 'profiles_interests_known', hint = 'interest_unknown';
  end if;
  new.interests := known;
  return new;
end
$$;
create trigger order_interests before insert or update of interests on public.profiles
  for each row execute function private.order_interests();

alter table public.profiles enable row level security;
-- What stands beside a review or an event. A column that can be read can be searched: no other is readable.
grant select (id, username, avatar_url) on public.profiles to anon, authenticated;
grant update (username, display_name, bio, description, avatar_url, channel_url, interests) on public.profiles to authenticated;
grant select, insert, update, delete on public.profiles to service_role;
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
  constraint profile_private_area_length check (length(area) <= 60),
  constraint profile_private_area_plain check (private.is_plain_name(area))
);
create trigger compose before insert or update of area on public.profile_private
  for each row when (new.area is not nfc normalized) execute function private.compose('area');

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

/**
 * Matching and its age rule rest on gender and birth date: a member tells each once. The service corrects both. Refusals: 23514 with hint
 * `birth_date_future`, P0001 with hint `gender_settled`, `birth_date_settled`.
 */
create function private.guard_private_part() returns trigger
language plpgsql
set search_path = ''
as $$
begin
  if new.birth_date > (now() at time zone 'Asia/Tokyo')::date then
    raise exception 'a birth date lies in the past'
      using errcode = 'check_violation', constraint = 'profile_private_birth_date_past', hint = 'birth_date_future';
  end if;
  if current_user = 'authenticated' then
    if old.gender is not null and new.gender is distinct from old.gender then
      raise exception 'gender is told once' using hint = 'gender_settled';
    end if;
    if old.birth_date is not null and new.birth_date is distinct from old.birth_date then
      raise exception 'a birth date is told once' using hint = 'birth_date_settled';
    end if;
  end if;
  return new;
end
$$;
create trigger guard_private_part before update on public.profile_private
  for each row execute function private.guard_private_part();

/** What the owner's devices hold of the private part comes down with their profile, which gets a new version (any other value would do). */
create function private.renew_own_profile() returns trigger
language plpgsql
security definer
set search_path = ''
as $$
begin
  update public.profiles set row_version = 0 where id = new.user_id;
  return null;
end
$$;
revoke all on function private.renew_own_profile() from public;
create trigger renew_own_profile after update on public.profile_private
  for each row
  when ((old.birth_date, old.gender, old.area) is distinct from (new.birth_date, new.gender, new.area))
  execute function private.renew_own_profile();

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

/** A name as a profile takes it, null when nothing is left of it. */
create function private.plain_name(given text) returns text
language sql immutable
set search_path = ''
return (
  select name from (
    select btrim(left(btrim(regexp_replace(
      normalize(given, NFC), '[\u0001-\u001f\u007f-\u009f\u061c\u200b\u200e\u200f\u2028-\u202e\u2060-\u2069\ufeff]', '', 'g'
    )), 30)) as name
  ) as cleaned
  where private.is_plain_name(name)
);

/** Every account gets its profile. Nothing of the e-mail address becomes its name: a name is read by everybody. */
create function private.create_profile() returns trigger
language plpgsql
security definer
set search_path = ''
as $$
declare
  chosen constant text := coalesce(private.plain_name(new.raw_user_meta_data ->> 'username'), '名無し');
begin
  insert into public.profiles (id, username) values (new.id, chosen);
  insert into public.profile_private (user_id) values (new.id);
  return null;
end
$$;
revoke all on function private.create_profile() from public;
create trigger create_profile after insert on auth.users
  for each row execute function private.create_profile();
