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
create policy "Visitors can read creators" on public.youtuber_profiles for select to anon using (true);
create policy "Members can read creators but those hidden by a block" on public.youtuber_profiles
  for select to authenticated using (id <> all ((select private.hidden_people())::uuid[]));

/** Text with its %-escapes read; null when they are no UTF-8. */
create function private.unescaped(given text) returns text
language plpgsql immutable
set search_path = ''
as $$
declare
  bytes bytea := '';
  part text;
begin
  foreach part in array coalesce((select array_agg(piece[1]) from regexp_matches(given, '(%[0-9A-Fa-f]{2}|[^%]+|%)', 'g') as piece), '{}') loop
    bytes := bytes || case when part ~ '^%..$' then decode(substr(part, 2), 'hex') else convert_to(part, 'UTF8') end;
  end loop;
  return convert_from(bytes, 'UTF8');
exception when character_not_in_repertoire or untranslatable_character then
  return null;
end
$$;

/**
 * A channel's one address out of whatever people paste: with or without https, www. or m., of one of its pages, or its handle or id alone; null when it is none.
 * The same as src/domain/channel.ts.
 */
create function private.channel_url(given text) returns text
language sql immutable
set search_path = ''
as $$
  select 'https://www.youtube.com/' || path
  from (
    select case
      when place ~ '^UC[A-Za-z0-9_-]{22}$' then 'channel/' || place
      when place ~ '^@' then place
      else substring(place from '^(?:https?://)?(?:(?:www|m)[.])?youtube[.]com/((?:channel/|c/|user/|@)[^/]+)')
    end as path
    from (select btrim(regexp_replace(private.unescaped(left(given, 1000)), '[?#].*$', ''), E' \t\n\r') as place) as bare
  ) as read
  where path ~ '^(channel/UC[A-Za-z0-9_-]{22}|@[^\s/?#@]{3,60}|c/[^\s/?#]{1,60}|user/[A-Za-z0-9]{1,40})$' and private.is_plain_name(path)
$$;

/** What both ways of naming one's channel refuse: P0001 with the hint `channel_url_invalid` or `channel_title_invalid`. */
create function private.require_channel(url text, title text) returns void
language plpgsql immutable
set search_path = ''
as $$
begin
  if private.channel_url(url) is null then
    raise exception 'no address of a channel' using hint = 'channel_url_invalid';
  end if;
  if not coalesce(length(btrim(title)) between 1 and 100 and private.is_plain_name(btrim(title)), false) then
    raise exception 'no title of a channel' using hint = 'channel_title_invalid';
  end if;
end
$$;

/**
 * Makes the caller a creator. An admin stays an admin. Refusals: 42501 without a session, P0001 with the hint `channel_url_invalid`, `channel_title_invalid`,
 * `channel_taken` (another creator's) or `already_registered`.
 */
create function public.register_youtuber(channel_url text, channel_title text) returns public.youtuber_profiles
language plpgsql
security definer
set search_path = ''
as $$
#variable_conflict use_variable
declare
  me constant uuid := (select auth.uid());
  registered public.youtuber_profiles;
  broken text;
begin
  if me is null then
    raise exception 'sign in to register' using errcode = 'insufficient_privilege';
  end if;
  perform private.require_channel(channel_url, channel_title);
  insert into public.youtuber_profiles as created (id, channel_url, channel_title)
  values (me, private.channel_url(channel_url), btrim(channel_title))
  returning created.* into registered;
  update public.profiles as own
  set youtuber_profile_id = me, role = coalesce(own.role, 'youtuber')
  where own.id = me;
  return registered;
exception when unique_violation then
  get stacked diagnostics broken = constraint_name;
  if broken = 'youtuber_profiles_pkey' then
    raise exception 'registered before' using hint = 'already_registered';
  end if;
  raise exception 'the channel is another creator''s' using hint = 'channel_taken';
end
$$;
revoke all on function public.register_youtuber(text, text) from public;
grant execute on function public.register_youtuber(text, text) to authenticated;

/** The caller's channel has another address or title. Refusals as of `register_youtuber`, with `not_creator` for who is none. */
create function public.change_channel(channel_url text, channel_title text) returns public.youtuber_profiles
language plpgsql
security definer
set search_path = ''
as $$
#variable_conflict use_variable
declare
  changed public.youtuber_profiles;
begin
  perform private.require_channel(channel_url, channel_title);
  update public.youtuber_profiles as own
  set channel_url = private.channel_url(channel_url), channel_title = btrim(channel_title)
  where own.id = (select auth.uid())
  returning own.* into changed;
  if changed.id is null then
    raise exception 'register first' using hint = 'not_creator';
  end if;
  return changed;
exception when unique_violation then
  raise exception 'the channel is another creator''s' using hint = 'channel_taken';
end
$$;
revoke all on function public.change_channel(text, text) from public;
grant execute on function public.change_channel(text, text) to authenticated;

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
