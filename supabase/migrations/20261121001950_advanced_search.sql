-- Search by many criteria, for premium people. A device decides the same over what it holds of the catalogue: src/domain/advanced-search.ts.

/** Refuses what is not a set of criteria: another shape, an unknown key, a value that the domain would not give. */
create function private.check_search_criteria(criteria jsonb) returns void
language plpgsql stable
set search_path = ''
as $$
declare
  key text;
  given jsonb;
  is_fine boolean;
begin
  if jsonb_typeof(criteria) is distinct from 'object' then
    raise exception 'criteria are an object' using hint = 'invalid_criteria';
  end if;
  for key, given in select * from jsonb_each(criteria) loop
    is_fine := case
      when key in ('text', 'channel') then jsonb_typeof(given) = 'string' and length(given #>> '{}') <= 200
      when key = 'genres' then
        case when jsonb_typeof(given) = 'array' then
          jsonb_array_length(given) <= 50
          and not exists (select from jsonb_array_elements(given) as genre where jsonb_typeof(genre) <> 'string')
        end
      when key in ('overall', 'clarity', 'entertainment', 'originality', 'quality', 'reliability', 'usefulness') then
        case when jsonb_typeof(given) = 'number' then given::numeric between 1 and 5 and given::numeric % 0.5 = 0 end
      when key in ('minutes_from', 'minutes_to') then
        case when jsonb_typeof(given) = 'number' then given::numeric between 0 and 6000 and given::numeric % 1 = 0 end
      when key in ('published_from', 'published_before') then
        jsonb_typeof(given) = 'string'
        and given #>> '{}' ~ '^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d\.\d{3}Z$'
        and pg_input_is_valid(given #>> '{}', 'timestamptz')
      when key = 'order' then given #>> '{}' in ('newest', 'most_reviewed', 'best_rated', 'longest', 'shortest')
      else false
    end;
    if is_fine is distinct from true then
      raise exception 'no such criterion, or not such a value: %', key using hint = 'invalid_criteria';
    end if;
  end loop;
end
$$;

/**
 * A page of the first 1,000 videos that match all criteria; `total_count`: of all, counted to 1,001. Work is bounded: of the videos with the text, the genres and
 * the period, the 10,000 newest are looked at, or the most reviewed when they are ordered by reviews or rating.
 */
create function public.search_videos_advanced(criteria jsonb, page integer default 1, page_size integer default 10)
returns table (
  id uuid,
  youtube_id text,
  title text,
  description text,
  thumbnail text,
  duration integer,
  view_count bigint,
  rating numeric,
  genre_id text,
  published_at timestamptz,
  channel_title text,
  youtuber uuid,
  review_count integer,
  rating_count integer,
  avg_rating numeric,
  avg_clarity numeric,
  avg_entertainment numeric,
  avg_originality numeric,
  avg_quality numeric,
  avg_reliability numeric,
  avg_usefulness numeric,
  overall_histogram integer[],
  refreshed_at timestamptz,
  created_at timestamptz,
  updated_at timestamptz,
  row_version bigint,
  total_count bigint
)
language plpgsql stable
set search_path = ''
as $$
#variable_conflict use_column
declare
  depth constant integer := 10000;
  wanted text;
  wanted_channel text;
  genres text[];
  per_genre integer;
  sorting text;
  looked_at text;
  size bigint := least(greatest(page_size, 1), 100);
  first bigint := (greatest(page, 1) - 1) * size;
begin
  if not private.has_premium((select auth.uid())) then
    raise exception 'the advanced search is for premium people' using hint = 'premium_required';
  end if;
  perform private.check_search_criteria(criteria);
  if first >= 1000 then
    return;
  end if;
  wanted := private.wanted_text(criteria ->> 'text');
  wanted_channel := private.wanted_text(criteria ->> 'channel');
  genres := array(select distinct jsonb_array_elements_text(criteria -> 'genres'));
  per_genre := depth / greatest(cardinality(genres), 1);
  sorting := coalesce(criteria ->> 'order', 'newest');
  if wanted <> '' or wanted_channel <> '' then
    looked_at := 'select video_id as id from private.newest_hits($2, $3, $4, $9, $10, $5)';
  else
    looked_at := format(
      $part$
        select part.id from unnest(case when $4 = '{}' then array[''] else $4 end) as genre cross join lateral (
          select id from public.videos
          where not is_hidden and ($9 is null or published_at >= $9) and ($10 is null or published_at < $10) %s
          order by %s, id
          limit $6
        ) as part
      $part$,
      case when genres <> '{}' then 'and genre_id = genre' end,
      case when sorting in ('most_reviewed', 'best_rated') then 'review_count desc' else 'published_at desc nulls last' end
    );
  end if;

  return query execute format(
    $query$
      with looked_at as (%s), found as materialized (
        select videos.id, review_count, rating_count, avg_rating, duration, published_at
        from looked_at join public.videos on videos.id = looked_at.id
        where (
            $3 = ''
            or strpos((select split_part(search.folded, E'\n', 2) from private.video_search as search where search.video_id = videos.id), $3) > 0
          )
          and coalesce(avg_rating >= ($1 ->> 'overall')::numeric, true)
          and coalesce(avg_clarity >= ($1 ->> 'clarity')::numeric, not $1 ? 'clarity')
          and coalesce(avg_entertainment >= ($1 ->> 'entertainment')::numeric, not $1 ? 'entertainment')
          and coalesce(avg_originality >= ($1 ->> 'originality')::numeric, not $1 ? 'originality')
          and coalesce(avg_quality >= ($1 ->> 'quality')::numeric, not $1 ? 'quality')
          and coalesce(avg_reliability >= ($1 ->> 'reliability')::numeric, not $1 ? 'reliability')
          and coalesce(avg_usefulness >= ($1 ->> 'usefulness')::numeric, not $1 ? 'usefulness')
          and coalesce(duration >= ($1 ->> 'minutes_from')::numeric * 60, true)
          and coalesce(duration <= ($1 ->> 'minutes_to')::numeric * 60, true)
          and (duration > 0 or not $1 ?| array['minutes_from', 'minutes_to'])
      ), shown as (
        select id, row_number() over (order by %s published_at desc nulls last, id) as place, least(count(*) over (), 1001) as total_count
        from found
        order by place
        limit least($7, 1000 - $8)
        offset $8
      )
      select
        videos.id, videos.youtube_id, videos.title, videos.description, videos.thumbnail, videos.duration, videos.view_count,
        videos.rating, videos.genre_id, videos.published_at, videos.channel_title, videos.youtuber, videos.review_count,
        videos.rating_count, videos.avg_rating, videos.avg_clarity, videos.avg_entertainment, videos.avg_originality,
        videos.avg_quality, videos.avg_reliability, videos.avg_usefulness, videos.overall_histogram, videos.refreshed_at,
        videos.created_at, videos.updated_at, videos.row_version, shown.total_count
      from shown join public.videos on videos.id = shown.id
      order by shown.place
    $query$,
    looked_at,
    case sorting
      when 'most_reviewed' then 'review_count desc,'
      when 'best_rated' then 'avg_rating desc, rating_count desc,'
      when 'longest' then 'duration desc,'
      -- Those of unknown length are not the shortest.
      when 'shortest' then 'duration = 0, duration,'
    end
  )
  using
    criteria, wanted, wanted_channel, genres, depth, per_genre, size, first,
    (criteria ->> 'published_from')::timestamptz, (criteria ->> 'published_before')::timestamptz;
end
$$;
revoke all on function public.search_videos_advanced(jsonb, integer, integer) from public;
grant execute on function public.search_videos_advanced(jsonb, integer, integer) to authenticated;
