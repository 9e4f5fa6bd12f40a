begin;
\ir helpers.psql
select plan(50);

select tests.create_user('mio'), tests.create_user('ken'), tests.create_user('aya');
update public.profiles set role = 'admin' where id = tests.id_of('aya');
select tests.create_videos(4);
create function tests.hint_of(statement text) returns text language plpgsql
as $$
declare
  hint text;
begin
  execute statement;
  return null;
exception when raise_exception then
  get stacked diagnostics hint = pg_exception_hint;
  return hint;
end
$$;

-- Whatever people paste becomes the channel's one address.
select is(private.channel_url(given), wanted, given) from (values
  ('https://www.youtube.com/@mio.ch', 'https://www.youtube.com/@mio.ch'),
  (' youtube.com/@mio.ch/videos ', 'https://www.youtube.com/@mio.ch'),
  ('http://m.youtube.com/@mio.ch?si=abc#x', 'https://www.youtube.com/@mio.ch'),
  ('@mio.ch', 'https://www.youtube.com/@mio.ch'),
  ('https://www.youtube.com/@%E3%81%BF%E3%81%8A%E3%81%A1', 'https://www.youtube.com/@みおち'),
  ('https://www.youtube.com/channel/UCabcdefghijklmnopqrstuv/about', 'https://www.youtube.com/channel/UCabcdefghijklmnopqrstuv'),
  ('UCabcdefghijklmnopqrstuv', 'https://www.youtube.com/channel/UCabcdefghijklmnopqrstuv'),
  ('https://www.youtube.com/c/mio', 'https://www.youtube.com/c/mio'),
  ('https://www.youtube.com/user/mio', 'https://www.youtube.com/user/mio'),
  ('https://www.youtube.com/watch?v=aB3_-xY9z01', null),
  ('https://www.youtube.com/', null),
  ('https://evil.example/@mio.ch', null),
  ('https://evil.example/https://www.youtube.com/@mio.ch', null),
  ('https://www.youtube.com/channel/UCshort', null),
  ('@ab', null),
  ('@%FF%FE%FD', null),
  ('', null),
  (null, null)
) as pasted (given, wanted);

-- Mio registers, once.
select tests.sign_in('mio');
select is(tests.hint_of($$ select public.register_youtuber('https://example.com/', 'みお') $$), 'channel_url_invalid', 'an address that is no channel''s is refused');
select is(tests.hint_of($$ select public.register_youtuber(null, 'みお') $$), 'channel_url_invalid', 'and none');
select is(tests.hint_of($$ select public.register_youtuber('@mio.ch', '  ') $$), 'channel_title_invalid', 'a title is needed');
select is(tests.hint_of($$ select public.register_youtuber('@mio.ch', null) $$), 'channel_title_invalid', 'not none');
select is(tests.hint_of($$ select public.register_youtuber('@mio.ch', repeat('あ', 101)) $$), 'channel_title_invalid', 'of 100 characters at most');
select is(tests.hint_of($$ select public.register_youtuber('@mio.ch', U&'\202Eoim') $$), 'channel_title_invalid', 'that turns nothing around');
select is(tests.hint_of($$ select public.change_channel('@mio.ch', 'みお') $$), 'not_creator', 'nothing is changed before');
select lives_ok($$ select public.register_youtuber('youtube.com/@mio.ch/videos', ' みおちゃんねる ') $$, 'Mio registers');
select row_eq(
  $$ select channel_url, channel_title from public.youtuber_profiles where id = tests.id_of('mio') $$,
  row('https://www.youtube.com/@mio.ch'::text, 'みおちゃんねる'::text), 'under the channel''s one address'
);
select row_eq(
  $$ select role, youtuber_profile_id from public.own_profile() $$, row('youtuber'::text, tests.id_of('mio')), 'and is a creator from now on'
);
select is(tests.hint_of($$ select public.register_youtuber('@another', 'みお') $$), 'already_registered', 'nobody registers twice');

-- A channel is one creator's.
select tests.sign_in('ken');
select is(tests.hint_of($$ select public.register_youtuber('https://www.youtube.com/@MIO.ch', 'けん') $$), 'channel_taken', 'Ken does not get hers, however it is written');
select is((select role from public.own_profile()), null, 'and is no creator');
select lives_ok($$ select public.register_youtuber('@ken.ch', 'けん') $$, 'but his own');
select is(tests.hint_of($$ select public.change_channel('@mio.ch', 'けん') $$), 'channel_taken', 'nor by changing it');
select is(tests.hint_of($$ select public.change_channel('@mi', 'けん') $$), 'channel_url_invalid', 'an address is asked for there too');
select is((public.change_channel('@ken.two', 'けん２')).channel_url, 'https://www.youtube.com/@ken.two', 'he has moved');

-- An admin stays one.
select tests.sign_in('aya');
select lives_ok($$ select public.register_youtuber('@aya.ch', 'あや') $$, 'Aya registers');
select row_eq(
  $$ select role, youtuber_profile_id from public.own_profile() $$, row('admin'::text, tests.id_of('aya')), 'and is an admin and a creator'
);

-- Nobody gets there another way.
select throws_ok($$ insert into public.youtuber_profiles (id, channel_url, channel_title) values (tests.id_of('aya'), 'https://www.youtube.com/@x.y.z', 'x') $$, '42501', null, 'the table takes no rows');
select throws_ok($$ update public.youtuber_profiles set channel_title = 'x' $$, '42501', null, 'nor changes');
select throws_ok($$ delete from public.youtuber_profiles $$, '42501', null, 'and loses none');
select tests.visit();
select throws_ok($$ select public.register_youtuber('@visitor', 'x') $$, '42501', null, 'a visitor does not register');
select throws_ok($$ select public.change_channel('@visitor', 'x') $$, '42501', null, 'nor changes a channel');
select throws_ok($$ select public.own_video_ratings(30) $$, '42501', null, 'nor has videos');
select is((select channel_title from public.youtuber_profiles where id = tests.id_of('mio')), 'みおちゃんねる', 'but sees whose channel it is');

-- A creator sees how their own videos are rated, by day.
select tests.govern();
update public.videos set youtuber = tests.id_of('mio') where id in (tests.video_id(1), tests.video_id(2));
update public.videos set youtuber = tests.id_of('ken') where id = tests.video_id(3);
insert into public.video_ratings (user_id, video_id, overall, clarity, comment, edited_at, created_at) values
  (tests.id_of('ken'), tests.youtube_id(1), 4, 5, '', '{}', now()),
  (tests.id_of('aya'), tests.youtube_id(1), 2, null, 'うん', '{}', now()),
  (tests.id_of('aya'), tests.youtube_id(2), 5, 3, '', '{}', now() - interval '3 days'),
  (tests.id_of('ken'), tests.youtube_id(2), 1, null, '', '{}', now() - interval '40 days'),
  (tests.id_of('aya'), tests.youtube_id(3), 1, 1, '', '{}', now());
select tests.sign_in('mio');
select results_eq(
  $$ select (now() at time zone 'Asia/Tokyo')::date - day, rating_count, average from public.own_video_ratings(30) $$,
  $$ values (3, 1, 5.00), (0, 2, 3.00) $$, 'all of them in the last days'
);
select results_eq($$ select rating_count, average from public.own_video_ratings(30, tests.video_id(1)) $$, $$ values (2, 3.00) $$, 'one of them');
select is_empty($$ select day from public.own_video_ratings(30, tests.video_id(3)) $$, 'not one of Ken''s');
select is((select count(*) from public.own_video_ratings(100)), 3::bigint, 'or further back');
select row_eq(
  $$ select video_count, rating_count, review_count, overall, clarity, usefulness from public.own_video_averages() $$,
  row(2, 4, 1, 3.00::numeric, 4.00::numeric, null::numeric), 'and what all say together'
);
select tests.sign_in('aya');
select row_eq($$ select video_count, rating_count, overall from public.own_video_averages() $$, row(0, 0, null::numeric), 'who has no videos has no ratings');

select * from finish();
rollback;
