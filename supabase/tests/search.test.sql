begin;
\ir helpers.psql
select plan(40);

insert into public.videos (youtube_id, title, channel_title, genre_id, published_at)
values
  (tests.youtube_id(1), '鬱陶しい𠮷野家のラーメンを食べる', 'pgtapチャンネル', 'cooking', '2026-01-03'),
  (tests.youtube_id(2), 'ＰＧＴＡＰ ﾗｰﾒﾝ 実況 100% _under_', 'Gaming Channel', 'gaming', '2026-01-02'),
  (tests.youtube_id(3), 'らーめんさんぽ pgtap', '', null, null),
  (tests.youtube_id(4), E'朝〜夜\n It’s  \u200bVlog', '', null, null);
create function tests.found(query text, genre text default null) returns integer[] language sql as $$
  select array_agg(number order by place)
  from (select row_number() over () as place, id from public.search_videos(query, 1, 100, genre)) as result
  join generate_series(1, 4) as number on tests.video_id(number) = result.id
$$;

select tests.visit();
select is(tests.found('pgtap'), array[1, 2, 3], 'title and channel, whatever the case and width, newest first, undated last');
select is(tests.found('ラーメン'), array[1, 2, 3], 'katakana finds hiragana and half width');
select is(tests.found('らーめん'), array[1, 2, 3], 'and hiragana katakana');
select is(tests.found('鬱'), array[1], 'one character');
select is(tests.found('鬱陶'), array[1], 'two');
select is(tests.found('陶鬱'), null, 'in their order');
select is(tests.found('鬱陶しい'), array[1], 'many');
select is(tests.found('鬱しい'), null, 'without a gap');
select is(tests.found('𠮷'), array[1], 'beyond the basic plane');
select is(tests.found('𠮷野'), array[1], 'and beside it');
select is(tests.found('  実況  '), array[2], 'blanks around are nothing');
select is(tests.found('　実況　'), array[2], 'nor wide ones');
select is(tests.found('実況　100'), array[2], 'a wide blank is a blank');
select is(tests.found('100%'), array[2], 'a percent sign is one');
select is(tests.found('1%'), null, 'not any text');
select is(tests.found('_under_'), array[2], 'an underscore too');
select is(tests.found('朝～夜 it''s vlog'), array[4], 'blanks, dashes, quotes and what is not seen in a title are told apart no more than in a query');
select is(tests.found(E'\u200b'), null, 'what is not seen finds nothing');
select is(tests.found('ら-めんさんぽ'), array[3], 'a hyphen is a long vowel');
select is(tests.found('らーめんさんほ゜'), array[3], 'a sound mark by itself joins its letter');
select is(tests.found('gaming ch'), array[2], 'the channel');
select is(tests.found('100% _under_ gaming'), null, 'not across title and channel');
select is(tests.found(''), null, 'nothing is found by nothing');
select is(tests.found('   '), null, 'nor by blanks');
select is(tests.found(null), null, 'nor by null');
select is(tests.found(repeat('長', 5000)), null, 'a very long query is no harm');
select is(tests.found(E'\\'), null, 'nor a backslash');
select is(tests.found('pgtap', 'gaming'), array[2], 'within a genre');
select is(
  (select array_agg(id) from public.search_videos('pgtap', 2, 2)), array[tests.video_id(3)], 'page by page'
);
select is((select distinct total_count from public.search_videos('pgtap', 2, 2)), 3::bigint, 'with the count of all');
select is((select count(*) from public.search_videos('pgtap', -5, 0)), 1::bigint, 'a strange page is the first');

select tests.govern();
-- Every second one has the word twice over, and a genre
insert into public.videos (youtube_id, title, channel_title, genre_id, published_at)
select
  'many' || lpad(n::text, 7, '0'), repeat('多い', 1 + n % 2) || n, 'pgtapの山',
  case n % 2 when 1 then 'music' end, timestamptz '2020-01-01' + n * interval '1 minute'
from generate_series(1, 11000) as n;
create function tests.hits(query text, page integer, genre text default null) returns text[] language sql as $$
  select array_agg(title order by place) || max(total_count)::text
  from (select row_number() over () as place, * from public.search_videos(query, page, 3, genre)) as result
$$;
analyze private.video_search;
create sequence tests.grams_computed;
grant usage on sequence tests.grams_computed to anon;
do $$
begin
  execute replace(
    pg_get_functiondef('private.grams(text)'::regprocedure), E'begin\n', E'begin\n  perform nextval(''tests.grams_computed'');\n'
  );
end
$$;

select tests.visit();
select is(tests.hits('多い', 1), array['多い11000', '多い多い10999', '多い10998', '1001'], 'of many hits the newest, not all counted');
select is(tests.hits('多い', 2), array['多い多い10997', '多い10996', '多い多い10995', '1001'], 'page by page');
select is(tests.hits('多い', 1, 'music'), array['多い多い10999', '多い多い10997', '多い多い10995', '1001'], 'within a genre');
select is(tests.hits('多い多い', 1), array['多い多い10999', '多い多い10997', '多い多い10995', '1001'], 'longer words too');
select is(tests.hits('多い109', 1), array['多い多い10999', '多い10998', '多い多い10997', '111'], 'few are counted');
select is(tests.hits('い多い1', 1), array['多い多い10999', '多い多い10997', '多い多い10995', '1001'], 'up to 1,001');
select is(
  array[
    (select count(*) from public.search_videos('多い', 10, 100)),
    (select count(*) from public.search_videos('多い', 11, 100)),
    (select count(*) from public.search_videos('多い', 2147483647, 100)),
    (select count(*) from public.search_videos('い多い1', 11, 100))
  ],
  array[100, 0, 0, 0]::bigint[],
  'nobody sees more than 1,000'
);
select tests.govern();
select is(
  (
    select array_agg(video_id order by published_at desc)
    from private.newest_hits(private.fold('多い'), private.fold('の山'), '{}', '2020-01-02', '2020-01-08', 9000)
  ),
  (
    select array_agg(video_id order by published_at desc) from private.video_search
    where published_at >= '2020-01-02' and published_at < '2020-01-08' and strpos(folded, private.fold('多い')) > 0
  ),
  'many in a period, all that there are'
);
select cmp_ok(nextval('tests.grams_computed'), '<', 200::bigint, 'the grams of no title are computed for it');

select * from finish();
rollback;
