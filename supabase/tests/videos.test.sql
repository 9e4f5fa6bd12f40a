begin;
\ir helpers.psql
select plan(37);

select tests.create_user('mio');
select tests.create_videos(3);

select tests.visit();
select is((select count(*) from public.videos where youtube_id like 'pgtap%'), 3::bigint, 'a visitor reads the catalogue');
select throws_ok($$ update public.videos set title = 'x' $$, '42501', null, 'and changes nothing');
select throws_ok($$ insert into public.videos (youtube_id) values ('abcdefghijk') $$, '42501', null, 'nor adds to it');
select tests.sign_in('mio');
select throws_ok($$ update public.videos set avg_rating = 5 $$, '42501', null, 'a member does not either');
select throws_ok($$ delete from public.videos $$, '42501', null, 'nor delete from it');
select throws_ok($$ select public.refresh_catalogue_shelf() $$, '42501', null, 'a member does not arrange the shelf');
select throws_ok($$ select public.publish_video_aggregates() $$, '42501', null, 'nor publish aggregates');
select throws_ok($$ select public.run_scheduled_work() $$, '42501', null, 'nor do the timer''s work');

select tests.serve();
select throws_ok($$ insert into public.videos (youtube_id) values ('tooshort') $$, '23514', null, 'a YouTube id has 11 characters');
select throws_ok($$ insert into public.videos (youtube_id) values ('abc/efghij$') $$, '23514', null, 'of the platform''s alphabet');
select throws_ok($$ insert into public.videos (youtube_id) values (tests.youtube_id(1)) $$, '23505', null, 'and stands once');
select throws_ok($$ insert into public.videos (youtube_id, genre_id) values ('abcdefghijk', 'no-such') $$, '23503', null, 'a genre is a known one');

-- What stands inside sentences turns nothing there.
insert into public.videos (youtube_id, title, description, channel_title)
values ('turnedturn1', E'a\u202Eb\u2066\u0007c', E'一行目\n\u202Dd', E'\u2069\u202Be שלום\u200F');
select is(
  (select title || '|' || description || '|' || channel_title from public.videos where youtube_id = 'turnedturn1'),
  E'abc|一行目\nd|e שלום\u200F', 'words from outside lose what turns others, and keep their own direction'
);
update public.videos set title = E'x\u202Ey' where youtube_id = 'turnedturn1';
select is((select title from public.videos where youtube_id = 'turnedturn1'), 'xy', 'changed ones as well');
select lives_ok($$ delete from public.videos where youtube_id = 'turnedturn1' $$, 'the service takes a video away');

-- The shelf.
select is(public.refresh_catalogue_shelf(), false, 'the shelf is arranged at once where little changes');
select is((select count(*) from public.videos where on_shelf and youtube_id like 'pgtap%'), 3::bigint, 'they are there');

select tests.govern();
select tests.settle();
select tests.sign_in('mio');
select is(
  (select count(*) from jsonb_array_elements(tests.pull('videos')) as pulled where pulled ->> 'youtube_id' like 'pgtap%'), 3::bigint,
  'a device pulls what is on the shelf'
);
select tests.govern();
update public.videos set on_shelf = false where id in (tests.video_id(1), tests.video_id(2));
insert into public.favorites (user_id, video_id, edited_at) values (tests.id_of('mio'), tests.video_id(2), 1);
select tests.settle();
select tests.sign_in('mio');
select set_eq(
  $$ select pulled ->> 'youtube_id' from jsonb_array_elements(tests.pull('videos')) as pulled where pulled ->> 'youtube_id' like 'pgtap%' $$,
  array[tests.youtube_id(2), tests.youtube_id(3)],
  'a favourite is pulled though it left the shelf, another video is not'
);
select is(
  public.sync_pull('{"videos": {"epoch": "1.1", "row_version": 1, "id": ""}}') -> 'collections' -> 'videos' -> 'rows'
    @> jsonb_build_array(jsonb_build_object('id', tests.video_id(1), '_deleted', true)),
  true,
  'a device that held the other removes it'
);
select is(
  public.sync_pull('{"videos": {"epoch": "1.1", "row_version": 1, "id": ""}}') -> 'collections' -> 'videos' -> 'rows'
    @> jsonb_build_array(jsonb_build_object('id', tests.video_id(2), '_deleted', true)),
  false,
  'but not the favourite'
);

-- A view of a video that the catalogue does not have yet.
select tests.sign_in('mio');
insert into public.history (video_id, viewed_at, edited_at) values (tests.video_id(9), now(), 1);
select is_empty(
  $$ select 1 from jsonb_array_elements(tests.pull('videos')) as pulled where pulled ->> 'id' = tests.video_id(9)::text $$,
  'a video that is not there is not pulled'
);
select tests.govern();
update private.touched_videos set row_version = 1;
insert into private.departed_videos (video_id) values (tests.video_id(9));
select tests.serve();
insert into public.videos (youtube_id, title) values (tests.youtube_id(9), '動画 9');
select tests.govern();
select is((select id from public.videos where youtube_id = tests.youtube_id(9)), tests.video_id(9), 'it comes with the id that was known before');
select is_empty($$ select 1 from private.departed_videos where video_id = tests.video_id(9) $$, 'it is not told as gone');
select tests.settle();
select tests.sign_in('mio');
select is(
  public.sync_pull('{"videos": {"epoch": "1.1", "row_version": 1, "id": ""}}') -> 'collections' -> 'videos' -> 'rows'
    @> jsonb_build_array(jsonb_build_object('id', tests.video_id(9), 'title', '動画 9')),
  true,
  'who had watched it gets it, though it is not on the shelf'
);
select tests.serve();
update public.videos set youtube_id = 'anotherone1' where youtube_id = tests.youtube_id(9);
select is((select count(*) from public.videos where youtube_id = tests.youtube_id(9)), 1::bigint, 'a YouTube id does not change');
delete from public.videos where youtube_id = tests.youtube_id(9);

-- A hidden video is gone for all.
select tests.govern();
update public.videos set is_hidden = true where id in (tests.video_id(2), tests.video_id(3));
select tests.settle();
select tests.visit();
select is_empty($$ select id from public.videos where id = tests.video_id(2) $$, 'a visitor no longer reads a hidden video');
select is_empty($$ select id from public.search_videos('動画 3') where id = tests.video_id(3) $$, 'nor finds it');
select tests.sign_in('mio');
select is(
  public.sync_pull('{"videos": {"epoch": "1.1", "row_version": 1, "id": ""}}') -> 'collections' -> 'videos' -> 'rows'
    @> jsonb_build_array(
      jsonb_build_object('id', tests.video_id(2), '_deleted', true), jsonb_build_object('id', tests.video_id(3), '_deleted', true)
    ),
  true,
  'it leaves devices, the favourite too'
);
select tests.govern();
update public.videos set is_hidden = false where id in (tests.video_id(2), tests.video_id(3));
select tests.settle();
select tests.sign_in('mio');
select set_eq(
  $$ select pulled ->> 'youtube_id' from jsonb_array_elements(
       public.sync_pull('{"videos": {"epoch": "1.1", "row_version": 2, "id": ""}}') -> 'collections' -> 'videos' -> 'rows'
     ) as pulled where pulled ->> 'youtube_id' like 'pgtap%' $$,
  array[tests.youtube_id(2), tests.youtube_id(3)],
  'shown again it comes back to devices'
);

-- Versions: content bumps, aggregates do not, publishing does.
select tests.govern();
update public.videos set avg_rating = 4, review_count = 7 where id = tests.video_id(3);
select is((select row_version from public.videos where id = tests.video_id(3)), 3::bigint, 'aggregates alone leave the version');
update public.videos set title = title where id = tests.video_id(3);
select is((select row_version from public.videos where id = tests.video_id(3)), 3::bigint, 'so does an update that changes nothing');
update public.videos set title = '別の題' where id = tests.video_id(3);
select cmp_ok((select row_version from public.videos where id = tests.video_id(3)), '>', 3::bigint, 'content gives a new one');
select is((select count(*) from public.search_videos('別の題')), 1::bigint, 'and is found by its new title');
select is((select count(*) from public.search_videos('動画 3')), 0::bigint, 'no longer by its old one');
select tests.settle();
insert into public.video_ratings (user_id, video_id, overall, edited_at)
values (tests.id_of('mio'), tests.youtube_id(3), 4, '{"overall": 1}');
select is(public.publish_video_aggregates(), false, 'publishing takes what changed');
select cmp_ok((select row_version from public.videos where id = tests.video_id(3)), '>', 3::bigint, 'and gives it a new version');

select * from finish();
rollback;
