-- Who is offered to whom. A person takes part from the first time they ask for candidates. Candidates come from what is rare in common, from the same
-- area and from who was here last, never from comparing with everybody; among these the score decides. It is made of published weights
-- (src/domain/matching.ts) and told with its reasons. What is offered is part of the relation, so devices hold it and the choice works offline.
--
-- In this file: the pool and what it knows of a person (`refresh_match_pool`); the score; whom one might like (`match_candidates`) and what is told of them
-- (`match_features`); and what the app asks: the day's candidates, and who likes the person.

create function private.age_of(birth_date date) returns integer
language sql stable
set search_path = ''
return extract(year from age(private.day_in_japan(), birth_date))::integer;
revoke all on function private.age_of(date) from public;

/** How many candidates a person is offered in a day. */
create function private.match_candidate_limit(has_premium boolean) returns integer
language sql immutable
set search_path = ''
return case when has_premium then 10 else 3 end;
revoke all on function private.match_candidate_limit(boolean) from public;

/** What can be looked for in a person, as of the last time they asked or were offered. */
create table private.match_pool (
  user_id uuid primary key references public.profiles (id) on delete cascade,
  gender text,
  birth_date date not null,
  area text,
  activity text not null,
  /** Whom they look for. */
  wanted_gender text not null,
  /** Genre → percent of what they favoured and rated, the five most. */
  trends jsonb not null,
  interests text[] not null,
  refreshed_at timestamptz not null default now()
);
create index match_pool_refreshed_index on private.match_pool (refreshed_at desc, user_id);
create index match_pool_area_index on private.match_pool (area, refreshed_at desc, user_id);
alter table private.match_pool enable row level security;

create index favorites_match_index on public.favorites (video_id, edited_at desc, user_id) where is_favorite;
create index video_ratings_match_index on public.video_ratings (video_id, updated_at desc, user_id)
  where overall >= 4 and not is_deleted;

/** The filter that a person set, as it counts: all but the gender need premium (DESIGN §7). Nothing in it is trusted. */
create function private.matching_filter(person uuid) returns jsonb
language sql stable
set search_path = ''
as $$
  select case when jsonb_typeof(value) is distinct from 'object' then '{}'
    when private.has_premium(person) then value
    else jsonb_strip_nulls(jsonb_build_object('gender', value -> 'gender'))
  end
  from (values (1)) as one
  left join public.settings on settings.id = person::text || '|matching-filter'
$$;
revoke all on function private.matching_filter(uuid) from public;

/** Notes what can be looked for in these people; those without an adult's birth date, and the suspended, leave the pool. */
create function private.refresh_match_pool(people uuid[]) returns void
language sql volatile security definer
set search_path = ''
as $$
  delete from private.match_pool
  where user_id = any (people) and (not private.is_adult(user_id) or private.is_suspended(user_id));
  insert into private.match_pool (user_id, gender, birth_date, area, activity, wanted_gender, trends, interests)
  select
    person, own.gender, own.birth_date, nullif(btrim(own.area), ''),
    case
      when acts.recent >= 40 then 'very_active' when acts.recent >= 15 then 'active' when acts.recent >= 4 then 'moderate' else 'casual'
    end,
    coalesce(nullif(private.matching_filter(person) ->> 'gender', ''), 'any'),
    coalesce(watched.trends, '{}'),
    profiles.interests
  from unnest(people) as person
  join public.profiles on profiles.id = person
  join public.profile_private as own on own.user_id = person
  cross join lateral (
    select count(*) as recent from (
      (select from public.favorites
        where user_id = person and is_favorite and edited_at > private.now_ms() - 30 * 86400000::bigint limit 40)
      union all
      (select from public.video_ratings where user_id = person and not is_deleted and updated_at > now() - interval '30 days' limit 40)
    ) as act
  ) as acts
  cross join lateral (
    select jsonb_object_agg(genre_id, percent) as trends
    from (
      select genre_id, round(100.0 * count(*) / sum(count(*)) over ())::integer as percent
      from (
        (select videos.genre_id from public.favorites join public.videos on videos.id = favorites.video_id
          where favorites.user_id = person and is_favorite order by edited_at desc limit 200)
        union all
        (select videos.genre_id from public.video_ratings join public.videos on videos.youtube_id = video_ratings.video_id
          where video_ratings.user_id = person and not is_deleted order by video_ratings.row_version desc limit 200)
      ) as seen
      where genre_id is not null
      group by genre_id
      order by count(*) desc, genre_id
      limit 5
    ) as most
  ) as watched
  where private.is_adult(person) and not private.is_suspended(person)
  on conflict (user_id) do update set
    gender = excluded.gender, birth_date = excluded.birth_date, area = excluded.area, activity = excluded.activity,
    wanted_gender = excluded.wanted_gender, trends = excluded.trends, interests = excluded.interests, refreshed_at = now()
$$;
revoke all on function private.refresh_match_pool(uuid[]) from public;

/** The points of what two people have in common, 0–100: as `matchScore` of src/domain/matching.ts. */
create function private.match_score(features jsonb) returns integer
language sql immutable
set search_path = ''
as $$
  select
    least(25, 5 * told.common_favorites) + least(15, 3 * told.common_ratings)
    + case when told.score_pairs = 0 then 0 else
        30 * greatest(0, 8 * told.score_pairs - told.score_distance) * least(told.common_ratings, 5) / (8 * told.score_pairs * 5)
      end
    + least(15, 5 * jsonb_array_length(told.common_genres)) + least(15, 5 * jsonb_array_length(told.common_interests))
  from jsonb_to_record(
    '{"common_favorites": 0, "common_ratings": 0, "score_pairs": 0, "score_distance": 0, "common_genres": [], "common_interests": []}' || features
  ) as told (
    common_favorites integer, common_ratings integer, score_pairs integer, score_distance integer, common_genres jsonb, common_interests jsonb
  )
$$;
revoke all on function private.match_score(jsonb) from public;

/** Which of these people pass both people's filters, and were neither decided on, nor connected with, nor offered today. */
create function private.fitting(me uuid, people uuid[]) returns table (user_id uuid, refreshed_at timestamptz)
language sql stable
set search_path = ''
as $$
  with
    own as (select * from private.match_pool where match_pool.user_id = me),
    filter as (
      select
        told ->> 'gender' as gender, told ->> 'area' as area, told ->> 'activity' as activity,
        -- Born on these days or between them; who is younger than an adult is nobody's candidate.
        (today - make_interval(years => case
          when jsonb_typeof(told -> 'age_from') = 'number' then least(greatest((told ->> 'age_from')::numeric, private.adult_age()), 200)::integer
          else private.adult_age()
        end))::date as born_until,
        (today - make_interval(years => case
          when jsonb_typeof(told -> 'age_to') = 'number' then least(greatest((told ->> 'age_to')::numeric, 0), 200)::integer + 1
        end))::date as born_after,
        today,
        array(
          select blocked_id from public.blocks where blocker_id = me union select blocker_id from public.blocks where blocked_id = me
        ) as hidden
      from private.matching_filter(me) as told, private.day_in_japan() as today
    )
  select pool.user_id, pool.refreshed_at
  -- Each by itself, whatever the planner thinks of how many there are: so the pool is never read as a whole.
  from unnest(people) as asked (person)
  cross join lateral (select * from private.match_pool where match_pool.user_id = asked.person limit 1) as pool, own, filter
  where (filter.gender is null or filter.gender not in ('male', 'female') or pool.gender = filter.gender)
    and (pool.wanted_gender not in ('male', 'female') or own.gender = pool.wanted_gender)
    and (filter.area is null or filter.area = '' or pool.area = filter.area)
    and (filter.activity is null or filter.activity = '' or pool.activity = filter.activity)
    and pool.birth_date <= filter.born_until
    and (filter.born_after is null or pool.birth_date > filter.born_after)
    and pool.user_id <> all (filter.hidden)
    and not exists (
      select from public.relations
      where relations.id = me::text || '|' || pool.user_id::text
        and (is_blocked or liking <> 'none' or matched_at is not null or offered_on = filter.today)
    )
    and not exists (
      select from public.connections
      where least(user_id, connected_user_id) = least(me, pool.user_id) and greatest(user_id, connected_user_id) = greatest(me, pool.user_id)
        and status in ('pending', 'connected')
    )
$$;
revoke all on function private.fitting(uuid, uuid[]) from public;

/** Whom a person might like, unscored, 80 at most: liked rare videos, live near, were here last; and pass both people's filters. */
create function private.match_candidates(me uuid) returns uuid[]
language sql stable
set search_path = ''
as $$
  with
    own as (select * from private.match_pool where user_id = me),
    liked as materialized (
      (select videos.id, videos.youtube_id, videos.rating_count
        from public.favorites join public.videos on videos.id = favorites.video_id
        where favorites.user_id = me and is_favorite order by edited_at desc limit 200)
      union
      (select videos.id, videos.youtube_id, videos.rating_count
        from public.video_ratings join public.videos on videos.youtube_id = video_ratings.video_id
        where video_ratings.user_id = me and overall >= 4 and not is_deleted order by video_ratings.row_version desc limit 200)
    ),
    rare as materialized (select id, youtube_id from liked order by rating_count, id limit 30),
    near as (
      select who.user_id, count(*) as hits
      from rare cross join lateral (
        (select user_id from public.favorites where video_id = rare.id and is_favorite order by edited_at desc limit 40)
        union all
        (select user_id from public.video_ratings
          where video_id = rare.youtube_id and overall >= 4 and not is_deleted order by updated_at desc limit 40)
      ) as who
      group by who.user_id
    ),
    asked as materialized (
      select user_id, max(hits) as hits
      from (
        (select user_id, hits from near order by hits desc, user_id limit 150)
        union all
        (select pool.user_id, 0 from private.match_pool as pool, own where pool.area = own.area order by pool.refreshed_at desc, pool.user_id limit 50)
        union all
        (select user_id, 0 from private.match_pool order by refreshed_at desc, user_id limit 50)
      ) as several
      where user_id <> me
      group by user_id
    ),
    found as (
      select fitting.user_id
      from private.fitting(me, array(select user_id from asked)) as fitting join asked on asked.user_id = fitting.user_id
      order by asked.hits desc, fitting.refreshed_at desc, fitting.user_id
      limit 80
    )
  select coalesce(array_agg(user_id), '{}') from found
$$;

/** What each of these people has in common with the person, and what is told of them: a MatchOffer of src/domain/matching.ts. */
create function private.match_features(me uuid, people uuid[]) returns table (user_id uuid, features jsonb)
language sql stable
set search_path = ''
as $$
  with
    own as (select * from private.match_pool where match_pool.user_id = me),
    my_favorites as materialized (
      select video_id from public.favorites where favorites.user_id = me and is_favorite order by edited_at desc limit 500
    ),
    my_ratings as materialized (
      select * from public.video_ratings where video_ratings.user_id = me and not is_deleted order by row_version desc limit 500
    ),
    favored as materialized (
      select theirs.user_id, theirs.video_id
      from public.favorites as theirs join my_favorites using (video_id)
      where theirs.user_id = any (people) and theirs.is_favorite
    ),
    rated as materialized (
      select theirs.user_id, theirs.video_id, near.pairs, near.distance
      from public.video_ratings as theirs join my_ratings as mine using (video_id)
      cross join lateral (
        select count(*) as pairs, sum(abs(score.mine - score.theirs) * 2) as distance
        from (values
          (mine.overall, theirs.overall), (mine.clarity, theirs.clarity), (mine.entertainment, theirs.entertainment),
          (mine.originality, theirs.originality), (mine.quality, theirs.quality), (mine.reliability, theirs.reliability),
          (mine.usefulness, theirs.usefulness)
        ) as score (mine, theirs)
        where score.mine is not null and score.theirs is not null
      ) as near
      where theirs.user_id = any (people) and not theirs.is_deleted
    ),
    friends as materialized (
      select case when connections.user_id = me then connected_user_id else connections.user_id end as friend
      from public.connections
      where status = 'connected' and (connections.user_id = me or connected_user_id = me)
    ),
    favored_by as (select favored.user_id, count(*) as videos from favored group by favored.user_id),
    rated_by as (
      select rated.user_id, count(*) as videos, sum(pairs)::integer as pairs, sum(distance)::integer as distance from rated group by rated.user_id
    ),
    known_by as (
      select both_know.user_id, count(distinct youtube_id) as videos
      from (
        select favored.user_id, videos.youtube_id from favored join public.videos on videos.id = favored.video_id
        union all
        select rated.user_id, rated.video_id from rated
      ) as both_know
      group by both_know.user_id
    ),
    befriended_by as (
      select friend_of.user_id, count(*) as friends
      from (
        select connections.user_id from friends join public.connections on connected_user_id = friend and status = 'connected'
        union all
        select connected_user_id from friends join public.connections on connections.user_id = friend and status = 'connected'
      ) as friend_of
      where friend_of.user_id = any (people)
      group by friend_of.user_id
    )
  select
    pool.user_id,
    told || jsonb_build_object('score', private.match_score(told))
  from own
  cross join unnest(people) as person
  cross join lateral (select * from private.match_pool where match_pool.user_id = person limit 1) as pool
  left join favored_by on favored_by.user_id = pool.user_id
  left join rated_by on rated_by.user_id = pool.user_id
  left join known_by on known_by.user_id = pool.user_id
  left join befriended_by on befriended_by.user_id = pool.user_id
  left join public.user_verification as checked
    on checked.user_id = pool.user_id and verification_level >= 2 and verification_expiry > now()
  cross join lateral jsonb_strip_nulls(jsonb_build_object(
    'age', private.age_of(pool.birth_date), 'location', pool.area, 'gender', pool.gender, 'activity', pool.activity,
    'phone_verified', checked.user_id is not null,
    'common_favorites', coalesce(favored_by.videos, 0), 'common_ratings', coalesce(rated_by.videos, 0),
    'score_pairs', coalesce(rated_by.pairs, 0), 'score_distance', coalesce(rated_by.distance, 0),
    'common_genres', array(select genre from jsonb_object_keys(pool.trends) as genre where own.trends ? genre order by genre),
    'common_interests', array(select interest from unnest(pool.interests) as interest where interest = any (own.interests) order by interest),
    'common_videos_count', coalesce(known_by.videos, 0), 'common_friends', coalesce(befriended_by.friends, 0), 'viewing_trends', pool.trends
  )) as told
$$;
revoke all on function private.match_features(uuid, uuid[]) from public;
revoke all on function private.match_candidates(uuid) from public;

/** Writes offers with what was told of each (`match_features`) into the person's relations, from where their devices pull them. */
create function private.write_offers(me uuid, people uuid[], told jsonb[]) returns void
language plpgsql volatile
set search_path = ''
as $$
begin
  insert into public.relations as known (user_id, other_id, is_blocked, blocked_edited_at, offered_on, offer)
  select me, offered.person, false, 0, private.day_in_japan(), offered.features
  from unnest(people, told) as offered (person, features)
  on conflict (id) do update set offered_on = excluded.offered_on, offer = excluded.offer
    where (known.offered_on, known.offer) is distinct from (excluded.offered_on, excluded.offer);
  perform private.meet(array_fill(me, array[cardinality(people)]), people) where cardinality(people) > 0;
end
$$;
revoke all on function private.write_offers(uuid, uuid[], jsonb[]) from public;

/**
 * Offers the caller today's candidates; the devices get them by their next pull. Answers how many a day there can be and how many were offered today. Asked again
 * it offers nobody twice. Refusals: P0001 with the code as its hint.
 */
create function public.offer_candidates() returns jsonb
language plpgsql
security definer
set search_path = ''
as $$
declare
  me constant uuid := (select auth.uid());
  today constant date := private.day_in_japan();
  per_day integer;
  room integer;
  chosen uuid[];
  told jsonb[];
begin
  if me is null then
    raise exception 'sign in to be offered candidates' using errcode = 'insufficient_privilege';
  end if;
  if not private.is_adult(me) then
    raise exception 'matching is for adults' using hint = 'adult_required';
  end if;
  perform pg_advisory_xact_lock(hashtextextended('offers ' || me, 0));
  perform private.refresh_match_pool(array[me]);
  per_day := private.match_candidate_limit(private.has_premium(me));
  room := per_day - (select count(*) from public.relations where user_id = me and offered_on = today);

  if room > 0 then
    -- Who was offered before and is not decided on yet comes again while they fit, the best first.
    select coalesce(array_agg(user_id), '{}') into chosen
    from (
      select fitting.user_id
      from private.fitting(me, array(
        select other_id from public.relations where user_id = me and offered_on < today and liking = 'none'
      )) as fitting
      cross join lateral (
        select offer from public.relations where relations.id = me::text || '|' || fitting.user_id::text limit 1
      ) as offered
      order by (offered.offer ->> 'score')::integer desc, fitting.user_id
      limit room
    ) as undecided;
    perform private.refresh_match_pool(chosen);
    select coalesce(array_agg(user_id), '{}'), coalesce(array_agg(features), '{}') into chosen, told
    from private.match_features(me, chosen);
    perform private.write_offers(me, chosen, told);
    room := room - cardinality(chosen);
  end if;
  if room > 0 then
    select coalesce(array_agg(user_id), '{}'), coalesce(array_agg(features), '{}') into chosen, told
    from (
      select scored.user_id, scored.features
      from private.match_features(me, private.match_candidates(me)) as scored
      order by (scored.features ->> 'score')::integer desc, hashtextextended(today || scored.user_id::text, 0)
      limit room
    ) as best;
    perform private.write_offers(me, chosen, told);
    -- For the next time: what is told of them is what made them be chosen.
    perform private.refresh_match_pool(chosen);
  end if;

  return jsonb_build_object(
    'per_day', per_day,
    'offered', (select count(*) from public.relations where user_id = me and offered_on = today)
  );
end
$$;
revoke all on function public.offer_candidates() from public;
grant execute on function public.offer_candidates() to authenticated;

/**
 * Tells the caller of those who like them what is told of candidates, 50 at a time; the devices get it by their next pull. Answers of how many it told. It offers
 * nobody, and who has left the pool or never came there is told nothing.
 */
create function public.tell_incoming_likes() returns integer
language plpgsql
security definer
set search_path = ''
as $$
declare
  me constant uuid := (select auth.uid());
  likers uuid[];
  how_many integer;
begin
  if me is null then
    raise exception 'sign in to hear who likes you' using errcode = 'insufficient_privilege';
  end if;
  likers := array(
    select other_id from public.relations
    where user_id = me and likes_me_at is not null and offer is null
      and exists (select from private.match_pool where match_pool.user_id = me)
    order by likes_me_at desc
    limit 50
  );
  perform private.refresh_match_pool(me || likers) where likers <> '{}';
  update public.relations set offer = told.features
  from private.match_features(me, likers) as told
  -- Whose rows these are is said again: by it few are looked through, whatever the planner thinks of how many are told of.
  where relations.user_id = me and relations.id = me::text || '|' || told.user_id::text;
  get diagnostics how_many = row_count;
  return how_many;
end
$$;
revoke all on function public.tell_incoming_likes() from public;
grant execute on function public.tell_incoming_likes() to authenticated;
