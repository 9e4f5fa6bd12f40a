begin;
\ir helpers.psql
select plan(30);

select tests.create_user('mio'), tests.create_user('ken'), tests.create_user('aya');
select tests.make_admins('aya');
insert into public.youtuber_profiles (id, channel_id, channel_url, channel_title) values
  (tests.id_of('mio'), tests.channel_id('mio'), 'https://www.youtube.com/@mio.ch', 'みお'),
  (tests.id_of('ken'), tests.channel_id('ken'), 'https://www.youtube.com/@ken.ch', 'けん');
select tests.create_videos(3);
create function tests.told(number integer, title text default 'YouTubeの題名') returns jsonb language sql
as $$
  select jsonb_build_object(
    'youtube_id', tests.youtube_id(number), 'title', title, 'description', '説明', 'thumbnail', '', 'duration', 61, 'view_count', 12,
    'published_at', '2026-01-02T03:04:05Z', 'channel_title', 'みお'
  )
$$;

-- Only the service asks.
select tests.sign_in('aya');
select throws_ok($$ select public.begin_video_import(tests.id_of('mio'), 1) $$, '42501', null, 'nobody begins an import themselves');
select throws_ok($$ select public.store_imported_videos(tests.id_of('mio'), '[]') $$, '42501', null, 'nor stores one');
select throws_ok($$ select public.drop_video_import(tests.id_of('aya')) $$, '42501', null, 'nor has one forgotten');
select throws_ok($$ select public.videos_to_refresh() $$, '42501', null, 'nor asks what is due');
select throws_ok($$ select public.store_refreshed_videos('{}', '[]') $$, '42501', null, 'nor hides videos');
select tests.visit();
select throws_ok($$ select public.store_imported_videos(null, '[]') $$, '42501', null, 'a visitor least of all');

-- Creators ask for a hundred videos an hour, admins for any number.
select tests.serve();
select is(public.begin_video_import(tests.id_of('aya'), 500), null, 'an admin has no channel and no limit');
select is(public.begin_video_import(tests.id_of('mio'), 60), tests.channel_id('mio'), 'a creator has both');
select throws_ok($$ select public.begin_video_import(tests.id_of('mio'), 41) $$, 'P0001', 'too many in an hour', 'more than a hundred are refused');
select lives_ok($$ select public.begin_video_import(tests.id_of('mio'), 40) $$, 'a hundred are not');
select throws_ok($$ select public.begin_video_import(tests.id_of('mio'), 1) $$, 'P0001', 'too many in an hour', 'then none');
select public.drop_video_import(tests.id_of('mio'));
select lives_ok($$ select public.begin_video_import(tests.id_of('mio'), 40) $$, 'unless the last came to nothing');
select lives_ok($$ select public.begin_video_import(tests.id_of('ken'), 100) $$, 'of another creator they are counted apart');
select tests.govern();
update private.video_imports set asked_at = now() - interval '61 minutes' where user_id = tests.id_of('mio');
select tests.create_user('rui');
select tests.serve();
select lives_ok($$ select public.begin_video_import(tests.id_of('mio'), 100) $$, 'an hour later again a hundred');
select throws_ok($$ select public.begin_video_import(tests.id_of('rui'), 1) $$, 'P0001', 'only creators import videos', 'who is no creator imports nothing');

-- What is stored is the creator's own.
select results_eq(
  $$ select * from public.store_imported_videos(tests.id_of('mio'), jsonb_build_array(tests.told(1), tests.told(9)), 'music') order by 1 $$,
  $$ values (tests.youtube_id(1), 'updated', null), (tests.youtube_id(9), 'added', null) $$, 'known videos are updated, new ones added'
);
select results_eq(
  $$ select title, duration, view_count, genre_id, youtuber from public.videos where youtube_id = tests.youtube_id(9) $$,
  $$ values ('YouTubeの題名', 61, 12::bigint, 'music'::text collate "C", tests.id_of('mio')) $$, 'as YouTube told, and as the creator''s own'
);
select results_eq(
  $$ select status, reason from public.store_imported_videos(tests.id_of('ken'), jsonb_build_array(tests.told(1, '別'))) $$,
  $$ values ('refused', 'taken') $$, 'no creator takes another''s'
);
select is((select title from public.videos where youtube_id = tests.youtube_id(1)), 'YouTubeの題名', 'which stays as it was');
select results_eq(
  $$ select status, reason from public.store_imported_videos(null, jsonb_build_array(tests.told(1, '新しい題名'))) $$,
  $$ values ('updated', null::text) $$, 'an admin brings in any'
);
select results_eq(
  $$ select title, youtuber, genre_id from public.videos where youtube_id = tests.youtube_id(1) $$,
  $$ values ('新しい題名', tests.id_of('mio'), 'music'::text collate "C") $$, 'and leaves owner and genre alone'
);
update public.videos set is_hidden = true where id = tests.video_id(2);
select results_eq(
  $$ select status, reason from public.store_imported_videos(tests.id_of('mio'), jsonb_build_array(tests.told(2))) $$,
  $$ values ('refused', 'hidden') $$, 'what is hidden no creator brings back'
);
select is(
  (select status from public.store_imported_videos(null, jsonb_build_array(tests.told(2)))), 'updated', 'but an admin does'
);
select ok(not (select is_hidden from public.videos where id = tests.video_id(2)), 'and it is seen again');

-- What is older than 30 days is asked about again.
update public.videos set refreshed_at = now() - interval '2 years' where id = tests.video_id(1);
update public.videos set refreshed_at = now() - interval '3 years' where id = tests.video_id(3);
update public.videos set refreshed_at = now() - interval '29 days' where id = tests.video_id(2);
select is((public.videos_to_refresh())[1:2], array[tests.youtube_id(3), tests.youtube_id(1)], 'the oldest first');
select ok(not public.videos_to_refresh() @> array[tests.youtube_id(2)], 'what is younger waits');
select lives_ok(
  $$ select public.store_refreshed_videos(
    array[tests.youtube_id(1), tests.youtube_id(3)], jsonb_build_array(tests.told(1, '今の題名'), tests.told(2, '聞いていない'))
  ) $$, 'YouTube knows one of two'
);
select results_eq(
  $$ select title, is_hidden, refreshed_at > now() - interval '1 minute' from public.videos where id in (tests.video_id(1), tests.video_id(3)) order by youtube_id $$,
  $$ values ('今の題名', false, true), ('動画 3', true, true) $$, 'it is as told; the other is hidden'
);
select is((select title from public.videos where id = tests.video_id(2)), 'YouTubeの題名', 'what was not asked about stays');
select ok(not public.videos_to_refresh() && array[tests.youtube_id(1), tests.youtube_id(3)], 'and neither is due any more');

select * from finish();
rollback;
