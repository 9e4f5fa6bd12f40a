begin;
\ir helpers.psql
select plan(29);

insert into public.videos (id, youtube_id, title, channel_title, genre_id, published_at)
values
  (tests.video_id(1), tests.youtube_id(1), '鬱陶しい𠮷野家のラーメンを食べる', 'pgtapチャンネル', 'cooking', '2026-01-03'),
  (tests.video_id(2), tests.youtube_id(2), 'ＰＧＴＡＰ ﾗｰﾒﾝ 実況 100% _under_', 'Gaming Channel', 'gaming', '2026-01-02'),
  (tests.video_id(3), tests.youtube_id(3), 'らーめんさんぽ pgtap', '', null, null);
create function tests.found(query text, genre text default null) returns integer[] language sql as $$
  select array_agg(number order by place)
  from public.search_videos(query, 1, 100, genre) with ordinality as result (id, y, t, d, th, du, vc, r, g, p, c, yr, rc, rt, a, b, e, f, h, i, j, k, l, m, n, total, place)
  join generate_series(1, 3) as number on tests.video_id(number) = result.id
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
set local enable_seqscan = off;
create function tests.plan(query text) returns text language plpgsql as $$
declare
  line text;
  lines text := '';
begin
  for line in execute format(
    'explain select 1 from private.video_search where private.grams(folded) @> private.wanted_grams(private.fold(%L))', query
  ) loop
    lines := lines || line;
  end loop;
  return lines;
end
$$;
select matches(tests.plan('鬱'), 'Index Scan on video_search_grams_index', 'one character is looked up in the index');
select matches(tests.plan('鬱陶'), 'Index Scan on video_search_grams_index', 'two as well');

select * from finish();
rollback;
