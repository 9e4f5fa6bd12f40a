-- Creators (the spec calls them YouTubers). A row makes a person one; the role of the profile follows it.
create table public.youtuber_profiles (
  id uuid primary key references public.profiles (id) on delete cascade,
  /** YouTube's, which never changes; addresses and titles do. */
  channel_id text not null,
  channel_url text not null,
  /** As YouTube names it; bookings are labelled with it. */
  channel_title text not null,
  created_at timestamptz not null default now(),
  updated_at timestamptz not null default now(),
  constraint youtuber_profiles_channel_id_form check (channel_id ~ '^UC[A-Za-z0-9_-]{22}$'),
  constraint youtuber_profiles_one_person_per_channel unique (channel_id),
  constraint youtuber_profiles_channel_url_form check (
    length(channel_url) <= 200
    and channel_url ~ '^https://www[.]youtube[.]com/(channel/UC[A-Za-z0-9_-]{22}|@[^\s/?#@]{3,60})$'
  ),
  constraint youtuber_profiles_channel_title_length check (length(channel_title) between 1 and 100),
  constraint youtuber_profiles_channel_title_plain check (private.is_plain_name(channel_title))
);
create trigger compose before insert or update of channel_title on public.youtuber_profiles
  for each row when (new.channel_title is not nfc normalized) execute function private.compose('channel_title');
create trigger updated_at before update on public.youtuber_profiles
  for each row execute function private.set_updated_at();

alter table public.youtuber_profiles enable row level security;
grant select on public.youtuber_profiles to anon, authenticated;
grant select, insert, update, delete on public.youtuber_profiles to service_role;
create policy "Visitors can read creators" on public.youtuber_profiles for select to anon using (true);
create policy "Members can read creators but those hidden by a block" on public.youtuber_profiles
  for select to authenticated using (id <> all ((select private.hidden_people())::uuid[]));

/** How often a person had YouTube asked about a channel since `since`. */
create table private.channel_checks (
  user_id uuid primary key references public.profiles (id) on delete cascade,
  since timestamptz not null default now(),
  checks integer not null default 1
);
alter table private.channel_checks enable row level security;

/** Counts one question to YouTube about a channel, for each costs quota. False if the person has asked 10 times in this hour. */
create function public.count_channel_check(person uuid) returns boolean
language sql
security definer
set search_path = ''
as $$
  insert into private.channel_checks as counted (user_id) values (person)
  on conflict (user_id) do update set
    since = case when counted.since <= now() - interval '1 hour' then now() else counted.since end,
    checks = case when counted.since <= now() - interval '1 hour' then 1 else least(counted.checks + 1, 1000) end
  returning checks <= 10
$$;
revoke all on function public.count_channel_check(uuid) from public;
grant execute on function public.count_channel_check(uuid) to service_role;

/**
 * Makes a person the creator of a channel that they have proved to run (function `register-channel`). An admin stays an admin. The same channel again takes its
 * title and address of now. Refusals: P0001 with the hint `channel_taken` (another creator's) or, unless `replaces`, `already_registered` (the person has another channel).
 */
create function public.store_channel(person uuid, channel_id text, channel_url text, channel_title text, replaces boolean) returns void
language plpgsql
security definer
set search_path = ''
as $$
#variable_conflict use_variable
begin
  insert into public.youtuber_profiles as current (id, channel_id, channel_url, channel_title)
  values (person, channel_id, channel_url, channel_title)
  on conflict (id) do update set
    channel_id = excluded.channel_id, channel_url = excluded.channel_url, channel_title = excluded.channel_title
  where replaces or current.channel_id = excluded.channel_id;
  if not found then
    raise exception 'another channel is registered' using hint = 'already_registered';
  end if;
  update public.profiles as own
  set youtuber_profile_id = person, role = coalesce(own.role, 'youtuber')
  where own.id = person and (own.youtuber_profile_id is null or own.role is null);
exception when unique_violation then
  raise exception 'the channel is another creator''s' using hint = 'channel_taken';
end
$$;
revoke all on function public.store_channel(uuid, text, text, text, boolean) from public;
grant execute on function public.store_channel(uuid, text, text, text, boolean) to service_role;

/**
 * How the caller's own videos were rated in the last `days` days (1 to 366), by day in Japan: days without ratings are left out.
 * `video`: only this one.
 */
create function public.own_video_ratings(days integer, video uuid default null)
returns table (day date, rating_count integer, average numeric)
language sql stable security definer
set search_path = ''
as $$
  select (ratings.created_at at time zone 'Asia/Tokyo')::date as day, count(*)::integer, round(avg(ratings.overall), 2)
  from public.videos
  join public.video_ratings as ratings on ratings.video_id = videos.youtube_id and not ratings.is_deleted
  where videos.youtuber = (select auth.uid()) and (video is null or videos.id = video)
    and (ratings.created_at at time zone 'Asia/Tokyo')::date
      > (now() at time zone 'Asia/Tokyo')::date - least(greatest(days, 1), 366)
  group by 1
  order by 1
$$;
revoke all on function public.own_video_ratings(integer, uuid) from public;
grant execute on function public.own_video_ratings(integer, uuid) to authenticated;

/** What all ratings of the caller's own videos say together, one row; an axis that nobody rated is null. */
create function public.own_video_averages()
returns table (
  video_count integer, rating_count integer, review_count integer, overall numeric,
  clarity numeric, entertainment numeric, originality numeric, quality numeric, reliability numeric, usefulness numeric
)
language sql stable security definer
set search_path = ''
as $$
  select
    count(*)::integer, coalesce(sum(totals.rating_count), 0)::integer, coalesce(sum(totals.review_count), 0)::integer,
    round(sum(totals.overall) / nullif(sum(totals.rating_count), 0), 2),
    round(sum(totals.clarity) / nullif(sum(totals.clarity_count), 0), 2),
    round(sum(totals.entertainment) / nullif(sum(totals.entertainment_count), 0), 2),
    round(sum(totals.originality) / nullif(sum(totals.originality_count), 0), 2),
    round(sum(totals.quality) / nullif(sum(totals.quality_count), 0), 2),
    round(sum(totals.reliability) / nullif(sum(totals.reliability_count), 0), 2),
    round(sum(totals.usefulness) / nullif(sum(totals.usefulness_count), 0), 2)
  from public.videos left join private.video_totals as totals on totals.video_id = videos.id
  where videos.youtuber = (select auth.uid())
$$;
revoke all on function public.own_video_averages() from public;
grant execute on function public.own_video_averages() to authenticated;
