-- Search by substring of title or channel, for queries of any length down to one character. pg_trgm needs three characters, too many
-- for Japanese; here every character and every pair of neighbours is a number in a GIN index, exact for one and two characters and a
-- narrow candidate set for more. The index is on a table of its own, so that the catalogue's frequent updates never write it.

/**
 * What a searcher does not tell apart becomes equal: case, width (NFKC), hiragana and katakana, spellings of a sign, what is not seen, and blanks. The same as
 * src/domain/search-fold.ts, which says what each sign is. The collation is named because the letters that have a lower case would else depend on the server's.
 */
create function private.fold(content text) returns text
language sql immutable parallel safe
set search_path = ''
as $$
  select btrim(regexp_replace(
    lower(
      translate(
        normalize(
          translate(
            regexp_replace(
              content,
              '[\u00ad\u034f\u061c\u115f-\u1160\u17b4-\u17b5\u180b-\u180f\u200b-\u200f\u202a-\u202e\u2060-\u206f\u3164\ufe00-\ufe0f\ufeff\uffa0\ufff0-\ufff8\U0001bca0-\U0001bca3\U0001d173-\U0001d17a\U000e0000-\U000e0fff]',
              '',
              'g'
            ),
            E'\u02dc\u00b4\u2033\u2036\u22ef\u309b\u309c\u2fad\u2fc8\u2f3e\u2fca',
            E'~''""\u2026\u3099\u309a\u9752\u9ec4\u6238\u9ed2'
          ),
          NFKC
        ),
        E'ぁあぃいぅうぇえぉおかがきぎくぐけげこごさざしじすずせぜそぞただちぢっつづてでとどなにぬねのはばぱひびぴふぶぷへべぺほぼぽまみむめもゃやゅゆょよらりるれろゎわゐゑをんゔゕゖ'
          '\u309d\u309e\u2010\u2012\u2013\u2014\u2015\u2043\u2212\u2500\u2501\u2e3a\u2e3b\u30fc\u02d7\u301c\u3030\u223c\u223e\u2053\u2018\u2019\u201a\u201b\u2032\u2035\u02b9\u02bc`\u201c\u201d\u201e\u201f\u02ba\u301d\u301e\u301f\u00b7\u2022\u2027\u2219\u22c5\u2044\u2215\u2223\u2502\u01c0\u2236\ua789\u0130\u03a3\u03c2\u2ea0\u2ec1\u2ec4\u2ec5\u2ec6\u2ed1\u2ed8\u2edd\u2ee3\u2ee4\u2ee8\u2ee9\u2eeb\u2eed\u2eef\u2ef2',
        E'ァアィイゥウェエォオカガキギクグケゲコゴサザシジスズセゼソゾタダチヂッツヅテデトドナニヌネノハバパヒビピフブプヘベペホボポマミムメモャヤュユョヨラリルレロヮワヰヱヲンヴヵヶ'
          '\u30fd\u30fe-------------~~~~~''''''''''''''''''""""""""\u30fb\u30fb\u30fb\u30fb\u30fb//|||::i\u03c3\u03c3\u6c11\u864e\u897f\u898b\u89d2\u9577\u9752\u98df\u9aa8\u9b3c\u9ea6\u9ec4\u6589\u6b6f\u7adc\u4e80'
      ) collate pg_catalog.pg_c_utf8
    ),
    '[\u0001-\u0020\u007f-\u009f\u1680\u2028\u2029\u2800]+', ' ', 'g'
  ))
$$;

/** The numbers of all characters and all pairs of neighbours; a pair is both code points in one number. */
create function private.grams(folded text) returns bigint[]
language plpgsql immutable parallel safe
set search_path = ''
as $$
declare
  numbers bigint[] := '{}';
  character text;
  previous bigint;
  current bigint;
begin
  foreach character in array string_to_array(folded, null) loop
    current := ascii(character);
    numbers := numbers || current;
    if previous is not null then
      numbers := numbers || (previous << 21 | current);
    end if;
    previous := current;
  end loop;
  return numbers;
end
$$;

/** The grams that a title must have to contain this text: its pairs, or its only character. */
create function private.wanted_grams(folded text) returns bigint[]
language sql immutable parallel safe
set search_path = ''
as $$
  select array(
    select distinct gram from unnest(private.grams(folded)) as gram where length(folded) = 1 or gram >= 1::bigint << 21
  )
$$;

/** A query as it is looked for; empty for null. */
create function private.wanted_text(query text) returns text
language sql immutable
set search_path = ''
return coalesce(private.fold(query), '');

create table private.video_search (
  video_id uuid primary key references public.videos (id) on delete cascade,
  /** Title and channel, folded, with a line break between them that no query contains. */
  folded text collate "C" not null,
  genre_id text collate "C",
  published_at timestamptz
);
create index video_search_grams_index on private.video_search using gin (private.grams(folded));
create index video_search_recent_index on private.video_search (published_at desc nulls last, video_id);
alter table private.video_search enable row level security;
grant select on private.video_search to anon, authenticated;
create policy "everyone searches" on private.video_search for select to anon, authenticated using (true);

create function private.index_videos() returns trigger
language plpgsql
security definer
set search_path = ''
as $$
begin
  if tg_op = 'UPDATE' then
    delete from private.video_search
    using changed where video_search.video_id = changed.id and changed.is_hidden;
    insert into private.video_search as stored (video_id, folded, genre_id, published_at)
    select
      changed.id, private.fold(changed.title) || E'\n' || private.fold(changed.channel_title), changed.genre_id, changed.published_at
    from changed join before using (id)
    where not changed.is_hidden
      and (changed.title, changed.channel_title, changed.genre_id, changed.published_at, changed.is_hidden)
        is distinct from (before.title, before.channel_title, before.genre_id, before.published_at, before.is_hidden)
    on conflict (video_id) do update
      set folded = excluded.folded, genre_id = excluded.genre_id, published_at = excluded.published_at;
  else
    insert into private.video_search (video_id, folded, genre_id, published_at)
    select id, private.fold(title) || E'\n' || private.fold(channel_title), genre_id, published_at
    from changed
    where not is_hidden;
  end if;
  return null;
end
$$;
revoke all on function private.index_videos() from public;
create trigger index_insert after insert on public.videos
  referencing new table as changed for each statement execute function private.index_videos();
create trigger index_update after update on public.videos
  referencing old table as before new table as changed for each statement execute function private.index_videos();

/**
 * Hits up to 5,001, whichever: videos that contain both folded texts, in one of the genres ('{}': all) and in the period (null: no end). The index alone is asked:
 * where most titles have a text, a plan without it would compute the grams of each.
 */
create function private.few_hits(wanted text, beside text, genres text[], since timestamptz, before timestamptz)
returns table (video_id uuid, published_at timestamptz)
language sql stable
set search_path = ''
set enable_seqscan = off
set enable_indexscan = off
as $$
  select search.video_id, search.published_at
  from private.video_search as search
  where private.grams(search.folded) @> (private.wanted_grams(wanted) || private.wanted_grams(beside))
    and strpos(search.folded, wanted) > 0
    and strpos(search.folded, beside) > 0
    and (genres = '{}' or search.genre_id = any (genres))
    and (since is null or search.published_at >= since)
    and (before is null or search.published_at < before)
  limit 5001
$$;

/**
 * The newest hits, `most` of them; as `few_hits` otherwise. `total`: of all, counted to 1,001 (HITS_COUNTED in src/domain/limits.ts). Few are sorted; where there are
 * many, the catalogue is read from its newest until `most` are found.
 */
create function private.newest_hits(
  wanted text, beside text, genres text[], since timestamptz, before timestamptz, most bigint
)
returns table (video_id uuid, published_at timestamptz, total bigint)
language sql stable
set search_path = ''
as $$
  with few as materialized (
    select hit.video_id, hit.published_at from private.few_hits(wanted, beside, genres, since, before) as hit
  ), counted as materialized (
    select count(*) as hits from few
  )
  (
    select few.video_id, few.published_at, (select least(counted.hits, 1001) from counted)
    from few
    where (select counted.hits from counted) <= 5000
    order by few.published_at desc nulls last, few.video_id
    limit most
  )
  union all
  (
    select search.video_id, search.published_at, 1001
    from private.video_search as search
    where (select counted.hits from counted) > 5000
      and strpos(search.folded, wanted) > 0
      and strpos(search.folded, beside) > 0
      and (genres = '{}' or search.genre_id = any (genres))
      and (since is null or search.published_at >= since)
      and (before is null or search.published_at < before)
    order by search.published_at desc nulls last, search.video_id
    limit most
  )
$$;

/** A page of the 1,000 newest videos whose title or channel contains the query; `total_count`: of all hits, counted to 1,001. */
create function public.search_videos(query text, page integer default 1, page_size integer default 10, genre text default null)
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
  wanted text := private.wanted_text(left(query, 200));
  size bigint := least(greatest(page_size, 1), 100);
  first bigint := (greatest(page, 1) - 1) * size;
begin
  if wanted = '' or first >= 1000 then
    return;
  end if;
  return query
  with shown as (
    select hit.video_id, hit.published_at, hit.total
    from private.newest_hits(wanted, '', array_remove(array[genre], null), null, null, least(first + size, 1000)) as hit
    order by hit.published_at desc nulls last, hit.video_id
    offset first
  )
  select
    videos.id, videos.youtube_id, videos.title, videos.description, videos.thumbnail, videos.duration, videos.view_count,
    videos.rating, videos.genre_id, videos.published_at, videos.channel_title, videos.youtuber, videos.review_count,
    videos.rating_count, videos.avg_rating, videos.avg_clarity, videos.avg_entertainment, videos.avg_originality,
    videos.avg_quality, videos.avg_reliability, videos.avg_usefulness, videos.overall_histogram, videos.refreshed_at,
    videos.created_at, videos.updated_at, videos.row_version, shown.total
  from shown join public.videos on videos.id = shown.video_id
  order by shown.published_at desc nulls last, shown.video_id;
end
$$;
revoke all on function public.search_videos(text, integer, integer, text) from public;
grant execute on function public.search_videos(text, integer, integer, text) to anon, authenticated, service_role;
