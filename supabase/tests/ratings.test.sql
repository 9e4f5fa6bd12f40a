begin;
\ir helpers.psql
select plan(48);

select tests.create_user('mio'), tests.create_user('ken'), tests.create_user('rin');
select tests.create_videos(2);

-- Mio rates.
select tests.sign_in('mio');
select is(
  tests.push('ratings', tests.rating('mio', 1, '{"overall": 4.5, "clarity": 3, "comment": "よい"}', '{"overall": 10, "clarity": 10, "comment": 10}')),
  array['applied'], 'a rating is stored'
);
select is((select clarity from public.video_ratings where id = tests.id_of('mio') || '|' || tests.youtube_id(1)), 3.0, 'as it was pushed');
select is(
  tests.push('ratings', tests.rating('mio', 1, '{"overall": 4.5, "clarity": 3, "comment": "よい"}', '{"overall": 10, "clarity": 10, "comment": 10}')),
  array['applied'], 'the same again is accepted'
);
select is((select avg_rating from public.videos where id = tests.video_id(1)), 4.50, 'the video''s average follows at once');
select is((select avg_clarity from public.videos where id = tests.video_id(1)), 3.00, 'per axis too');
select is((select avg_quality from public.videos where id = tests.video_id(1)), null, 'an axis nobody rated has none');
select is((select (rating_count, review_count)::text from public.videos where id = tests.video_id(1)), '(1,1)', 'it is one rating and one review');
select is((select overall_histogram from public.videos where id = tests.video_id(1)), array[0, 0, 0, 1, 0], 'in the bucket of four stars');

select is(
  tests.push('ratings', tests.rating('mio', 2, jsonb_build_object('overall', 4, 'comment', repeat(E'か\u3099', 10000)), '{"overall": 10, "comment": 10}')),
  array['conflict'], 'a letter and its sound mark count once; the device hears how they are stored'
);
select is(
  (select comment from public.video_ratings where id = tests.id_of('mio') || '|' || tests.youtube_id(2)), repeat('が', 10000), 'as one'
);

-- Two devices: fields join one by one.
select is(
  tests.push('ratings', tests.rating('mio', 1, '{"overall": 2, "clarity": 5, "quality": 1}', '{"overall": 5, "clarity": 20, "quality": 20}')),
  array['conflict'], 'an older overall does not win'
);
select is(
  (select (overall, clarity, quality, comment)::text from public.video_ratings where id = tests.id_of('mio') || '|' || tests.youtube_id(1)),
  '(4.5,5.0,1.0,よい)', 'newer axes do, the rest stays'
);
select is(
  (select edited_at from public.video_ratings where id = tests.id_of('mio') || '|' || tests.youtube_id(1)),
  '{"overall": 10, "clarity": 20, "quality": 20, "comment": 10}'::jsonb, 'each field keeps its time'
);
select is(
  tests.push('ratings', tests.rating('mio', 1, '{"overall": 5, "clarity": 1}', '{"overall": 10, "clarity": 20}')), array['conflict'],
  'at the same moment the larger value wins'
);
select is(
  (select (overall, clarity)::text from public.video_ratings where id = tests.id_of('mio') || '|' || tests.youtube_id(1)), '(5.0,5.0)',
  'whichever side it came from'
);
select tests.push('ratings', tests.rating('mio', 1, '{"overall": 5, "quality": null}', '{"quality": 30}'));
select is(
  (select quality from public.video_ratings where id = tests.id_of('mio') || '|' || tests.youtube_id(1)), null,
  'an axis can be taken back'
);

-- A clock that runs ahead.
select is(
  tests.push('ratings', tests.rating('mio', 2, '{"overall": 3, "clarity": null}', '{"overall": 9000000000000, "clarity": 9000000000000}')), array['conflict'],
  'a time in the future is taken as now, which the device is told'
);
select cmp_ok(
  (select (edited_at ->> 'overall')::bigint from public.video_ratings where id = tests.id_of('mio') || '|' || tests.youtube_id(2)),
  '<=', private.now_ms(), 'it is not in the future any more'
);
create temporary table before_replay as select edited_at, updated_at from public.video_ratings where video_id = tests.youtube_id(2);
select pg_sleep(0.003);
select tests.push('ratings', tests.rating('mio', 2, '{"overall": 3, "clarity": null}', '{"overall": 9000000000000, "clarity": 9000000000000}'));
select results_eq(
  $$ select edited_at, updated_at from public.video_ratings where video_id = tests.youtube_id(2) $$, $$ select * from before_replay $$,
  'and coming again it changes nothing'
);

-- Refusals.
select is(tests.push('ratings', tests.rating('mio', 9, '{"overall": 3}', '{"overall": 1}')), array['not_found'], 'a video that is not there');
select is(tests.push('ratings', tests.rating('ken', 1, '{"overall": 3}', '{"overall": 1}')), array['forbidden'], 'in another''s name');
select is(tests.push('ratings', tests.rating('mio', 1, '{"overall": 5.5}', '{"overall": 99}')), array['invalid'], 'more than five');
select is(tests.push('ratings', tests.rating('mio', 1, '{"overall": 4.2}', '{"overall": 99}')), array['invalid'], 'not in half steps');
select is(tests.push('ratings', tests.rating('mio', 1, '{"overall": 4, "comment": 3}', '5')), array['invalid'], 'times that are no times');
select is(tests.push('ratings', tests.rating('mio', 1, '{}', '{"overall": 99}')), array['invalid'], 'without an overall');
create temporary table before_garbage as select edited_at from public.video_ratings where video_id = tests.youtube_id(1);
select is(tests.push('ratings', tests.rating('mio', 1, '{"overall": 5}', null)), array['invalid'], 'without times');
select is(
  tests.push('ratings', tests.rating('mio', 1, '{"overall": 1}', '{"overall": null}')), array['conflict'],
  'a field whose time is null was never edited'
);
select is(
  (select edited_at from public.video_ratings where video_id = tests.youtube_id(1)), (select edited_at from before_garbage), 'so all times stay'
);
select is(
  tests.push('ratings', tests.rating('mio', 1, jsonb_build_object('overall', 4, 'comment', repeat('長', 10001)), '{"comment": 99}')),
  array['too_long'], 'a comment of more than 10,000 characters'
);
select throws_ok(
  $$ insert into public.video_ratings (user_id, video_id, overall, edited_at)
     values (tests.id_of('ken'), tests.youtube_id(1), 1, '{}') $$,
  '42501', null, 'directly in another''s name it is refused as well'
);
select throws_ok($$ update public.video_ratings set user_id = tests.id_of('ken') $$, '42501', null, 'a rating does not change hands');
select throws_ok($$ delete from public.video_ratings $$, '42501', null, 'nor is it deleted but by a mark');

-- Others.
select tests.sign_in('ken');
select is((select count(*) from public.video_ratings where user_id = tests.id_of('mio')), 2::bigint, 'others read it');
update public.video_ratings set overall = 1 where user_id = tests.id_of('mio');
select is((select min(overall) from public.video_ratings where user_id = tests.id_of('mio')), 3.0, 'and cannot change it');
select tests.push('ratings', tests.rating('ken', 1, '{"overall": 2, "clarity": 1}', '{"overall": 1, "clarity": 1}'));
select is(
  (select (rating_count, review_count, avg_rating, avg_clarity)::text from public.videos where id = tests.video_id(1)),
  '(2,1,3.50,3.00)', 'the average is of both'
);
select is((select overall_histogram from public.videos where id = tests.video_id(1)), array[0, 1, 0, 0, 1], 'the spread too');

-- Marked as deleted.
select tests.sign_in('mio');
select is(
  tests.push('ratings', tests.rating('mio', 1, '{"overall": 5, "clarity": 5, "comment": "よい", "is_deleted": true}', '{"is_deleted": 99}')),
  array['conflict'], 'a rating is taken back'
);
select is((select count(*) from public.video_ratings where user_id = tests.id_of('mio')), 2::bigint, 'its owner still has it');
select is(
  (select (rating_count, review_count, avg_rating, avg_clarity)::text from public.videos where id = tests.video_id(1)),
  '(1,0,2.00,1.00)', 'the video forgets it'
);
select tests.sign_in('ken');
select is((select count(*) from public.video_ratings where user_id = tests.id_of('mio')), 1::bigint, 'others no longer read it');
select tests.visit();
select is((select count(*) from public.video_ratings where user_id = tests.id_of('mio')), 1::bigint, 'nor do visitors');
select throws_ok(
  $$ insert into public.video_ratings (user_id, video_id, overall, edited_at) values (tests.id_of('mio'), tests.youtube_id(1), 1, '{}') $$,
  '42501', null, 'who rate nothing'
);

-- Blocked.
select tests.sign_in('mio');
insert into public.blocks (blocked_id) values (tests.id_of('ken'));
select is_empty($$ select id from public.video_ratings where user_id = tests.id_of('ken') $$, 'a block hides the ratings of who is blocked');
select tests.sign_in('ken');
select is_empty($$ select id from public.video_ratings where user_id = tests.id_of('mio') $$, 'and from them those of who blocked');
select tests.sign_in('rin');
select is((select count(*) from public.video_ratings where user_id = tests.id_of('ken')), 1::bigint, 'a third reads them all');

-- Removed with the account, the sums are right again.
select tests.govern();
delete from auth.users where id = tests.id_of('ken');
select is((select (rating_count, avg_rating)::text from public.videos where id = tests.video_id(1)), '(0,0.00)', 'no rating is left');
select is((select overall_histogram from public.videos where id = tests.video_id(1)), array[0, 0, 0, 0, 0], 'and no star');

-- No page could show what is far before all time.
update public.video_ratings set edited_at = edited_at || '{"quality": -9000000000000000}' where video_id = tests.youtube_id(2);
select is((select (edited_at ->> 'quality')::bigint from public.video_ratings where video_id = tests.youtube_id(2)), 0::bigint, 'a time is none before 1970');
select * from finish();
rollback;
