begin;
\ir helpers.psql
select plan(50);

select tests.create_user('anna', premium => true);
select tests.create_user('ben');
select tests.create_user('carl', premium => true);
update public.profiles set premium_expiry = now() - interval '1 minute' where id = tests.id_of('carl');

insert into public.videos (
  youtube_id, title, channel_title, genre_id, published_at, duration, review_count, rating_count, avg_rating, avg_clarity, is_hidden
)
values
  (tests.youtube_id(1), 'pgtapのラーメン', 'ごはんCHANNEL', 'cooking', '2026-01-05', 600, 3, 5, 4.50, 5.00, false),
  (tests.youtube_id(2), 'pgtapの実況', 'ゲーム部', 'gaming', '2026-01-04', 601, 9, 9, 4.00, 3.50, false),
  (tests.youtube_id(3), 'pgtapの猫', 'ごはんちゃんねる', 'animals', '2026-01-03', 30, 0, 1, 4.50, null, false),
  (tests.youtube_id(4), 'pgtapのごはん', '', null, null, 0, 0, 0, 0, null, false),
  (tests.youtube_id(5), 'pgtapの隠し事', 'ごはん', 'cooking', '2026-01-06', 60, 99, 99, 5.00, 5.00, true);

/** The numbers of what is found among this story's videos, in order. */
create function tests.found(criteria jsonb) returns integer[] language sql as $$
  select array_agg(number order by place)
  from (
    select id, row_number() over () as place from public.search_videos_advanced(criteria || '{"text": "pgtap"}', 1, 100)
  ) as result
  join generate_series(1, 5) as number on tests.video_id(number) = result.id
$$;
/** What is answered: its hint when it is refused. */
create function tests.refusal(criteria jsonb) returns text language plpgsql as $$
declare
  hint text;
begin
  perform public.search_videos_advanced(criteria);
  return 'answered';
exception when raise_exception then
  get stacked diagnostics hint = pg_exception_hint;
  return hint;
end
$$;

select tests.visit();
select throws_ok($$ select public.search_videos_advanced('{}') $$, '42501', null, 'visitors do not search so');
select tests.sign_in('ben');
select is(tests.refusal('{}'), 'premium_required', 'nor those without premium');
select tests.sign_in('carl');
select is(tests.refusal('{}'), 'premium_required', 'nor those whose premium is over');
select tests.serve();
select throws_ok($$ select public.search_videos_advanced('{}') $$, '42501', null, 'nor does the service');

select tests.sign_in('anna');
select is(tests.found('{}'), array[1, 2, 3, 4], 'newest first, undated last, hidden never');
select is(tests.found('{"order": "newest"}'), array[1, 2, 3, 4], 'which is also the order when one asks for it');
select is(tests.found('{"order": "most_reviewed"}'), array[2, 1, 3, 4], 'most reviewed');
select is(tests.found('{"order": "best_rated"}'), array[1, 3, 2, 4], 'best rated, by more people first');
select is(tests.found('{"order": "longest"}'), array[2, 1, 3, 4], 'longest');
select is(tests.found('{"order": "shortest"}'), array[3, 1, 2, 4], 'shortest, of unknown length last');
select is(tests.found('{"genres": ["gaming", "animals"]}'), array[2, 3], 'of one of the genres');
select is(tests.found('{"genres": []}'), array[1, 2, 3, 4], 'no genre named is every one');
select is(tests.found('{"genres": ["nowhere"]}'), null, 'an unknown one has no videos');
select is(tests.found('{"overall": 4.5}'), array[1, 3], 'rated at least so');
select is(tests.found('{"clarity": 3.5}'), array[1, 2], 'on an axis too, rated there at all');
select is(tests.found('{"overall": 4, "clarity": 4}'), array[1], 'both');
select is(tests.found('{"usefulness": 1}'), null, 'where nobody has rated nothing is good enough');
select is(tests.found('{"minutes_from": 10}'), array[1, 2], 'so long or longer');
select is(tests.found('{"minutes_to": 10}'), array[1, 3], 'so long or shorter, to the second, and of known length');
select is(tests.found('{"minutes_from": 1, "minutes_to": 10}'), array[1], 'between');
select is(tests.found('{"minutes_from": 5, "minutes_to": 1}'), null, 'nothing is longer than five and shorter than one');
select is(tests.found('{"published_from": "2026-01-04T00:00:00.000Z"}'), array[1, 2], 'from a moment on');
select is(tests.found('{"published_before": "2026-01-04T00:00:00.000Z"}'), array[3], 'before one');
select is(tests.found('{"channel": "ゴハンちゃん"}'), array[3], 'a channel, folded as the search does');
select is(tests.found('{"channel": "ごはん"}'), array[1, 3], 'in the channel alone, not in the title');
select is(tests.found('{"channel": "ch", "genres": ["cooking"]}'), array[1], 'a part of it');
select is(tests.found('{"channel": "　"}'), array[1, 2, 3, 4], 'a blank is no channel');
select is(
  (select array_agg(id) from public.search_videos_advanced('{"text": "　ラーメン "}')), array[tests.video_id(1)], 'blanks around are nothing'
);
select is(
  (select array_agg(id) from public.search_videos_advanced('{"text": "pgtapの", "order": "longest"}', 2, 2)),
  array[tests.video_id(3), tests.video_id(4)], 'page by page'
);
select is(
  (select distinct total_count from public.search_videos_advanced('{"text": "pgtapの"}', 2, 3)), 4::bigint, 'with the count of all'
);
select is((select count(*) from public.search_videos_advanced('{"text": "pgtapの"}', -5, 0)), 1::bigint, 'a strange page is the first');
select is(
  (select id from public.search_videos_advanced('{"order": "most_reviewed", "genres": ["gaming"]}', 1, 1)), tests.video_id(2),
  'nothing need be written'
);

select is(tests.refusal(null), 'invalid_criteria', 'null is refused');
select is(tests.refusal('[]'), 'invalid_criteria', 'an array');
select is(tests.refusal('"text"'), 'invalid_criteria', 'a text');
select is(tests.refusal('{"is_hidden": true}'), 'invalid_criteria', 'an unknown key');
select is(tests.refusal('{"text": 1}'), 'invalid_criteria', 'a text that is a number');
select is(tests.refusal(jsonb_build_object('text', repeat('長', 201))), 'invalid_criteria', 'a long one');
select is(tests.refusal('{"channel": null}'), 'invalid_criteria', 'a null');
select is(tests.refusal('{"genres": "gaming"}'), 'invalid_criteria', 'genres that are none');
select is(tests.refusal('{"genres": [1]}'), 'invalid_criteria', 'nor numbers');
select is(
  tests.refusal(jsonb_build_object('genres', array(select 'g' || number from generate_series(1, 51) as number))), 'invalid_criteria',
  'nor very many'
);
select is(tests.refusal('{"overall": 5.5}'), 'invalid_criteria', 'a score above all');
select is(tests.refusal('{"overall": 4.2}'), 'invalid_criteria', 'or between two');
select is(tests.refusal('{"quality": "4"}'), 'invalid_criteria', 'or in quotes');
select is(tests.refusal('{"minutes_from": -1}'), 'invalid_criteria', 'a negative length');
select is(tests.refusal('{"minutes_to": 1.5}'), 'invalid_criteria', 'or a broken one');
select is(tests.refusal('{"published_from": "yesterday"}'), 'invalid_criteria', 'a day in words');
select is(tests.refusal('{"published_before": "2026-13-01T00:00:00.000Z"}'), 'invalid_criteria', 'or one that is none');
select is(tests.refusal('{"order": "id; drop table videos"}'), 'invalid_criteria', 'an order nobody knows');

select * from finish();
rollback;
