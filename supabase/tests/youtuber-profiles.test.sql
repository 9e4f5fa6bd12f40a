begin;
\ir helpers.psql
select plan(30);

select tests.create_user('mio'), tests.create_user('ken'), tests.create_user('aya');
select tests.make_admins('aya');
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

create function tests.store(name text, channel text, address text, replaces boolean default false) returns void language sql
as $$ select public.store_channel(tests.id_of(name), tests.channel_id(channel), 'https://www.youtube.com/' || address, name || 'ちゃんねる', replaces) $$;

-- Only the service registers: members would prove nothing.
select tests.sign_in('mio');
select throws_ok($$ select tests.store('mio', 'mio', '@mio.ch') $$, '42501', null, 'a member registers no channel');
select throws_ok($$ select public.count_channel_check(tests.id_of('mio')) $$, '42501', null, 'nor counts a check');
select throws_ok($$ insert into public.youtuber_profiles (id, channel_id, channel_url, channel_title) values (tests.id_of('mio'), tests.channel_id('x'), 'https://www.youtube.com/@x.y.z', 'x') $$, '42501', null, 'the table takes no rows of members');
select tests.visit();
select throws_ok($$ select tests.store('mio', 'mio', '@mio.ch') $$, '42501', null, 'a visitor registers no channel');
select throws_ok($$ select public.own_video_ratings(30) $$, '42501', null, 'nor has videos');

-- A person is a creator once their channel is stored.
select tests.serve();
select lives_ok($$ select tests.store('mio', 'mio', '@mio.ch') $$, 'the service stores Mio''s channel');
select row_eq(
  $$ select channel_id, channel_url, channel_title from public.youtuber_profiles where id = tests.id_of('mio') $$,
  row(tests.channel_id('mio'), 'https://www.youtube.com/@mio.ch'::text, 'mioちゃんねる'::text), 'as YouTube describes it'
);
select row_eq(
  $$ select role, youtuber_profile_id from public.profiles where id = tests.id_of('mio') $$, row('youtuber'::text, tests.id_of('mio')), 'and Mio is a creator from now on'
);
select is(tests.hint_of($$ select tests.store('mio', 'mio.two', '@mio.two') $$), 'already_registered', 'a second channel is refused');
select is(tests.hint_of($$ select tests.store('mio', 'mio', '@mio.new') $$), null, 'the same channel is not');
select is((select channel_url from public.youtuber_profiles where id = tests.id_of('mio')), 'https://www.youtube.com/@mio.new', 'and has its address of now');
select is(tests.hint_of($$ select tests.store('mio', 'mio.two', '@mio.two', true) $$), null, 'another channel replaces it on request');
select is((select channel_id from public.youtuber_profiles where id = tests.id_of('mio')), tests.channel_id('mio.two'), 'and only that one is hers');

-- A channel has one creator, whatever its address.
select is(tests.hint_of($$ select tests.store('ken', 'mio.two', '@ken.ch') $$), 'channel_taken', 'Ken does not get Mio''s under another address');
select is((select role from public.profiles where id = tests.id_of('ken')), null, 'and is no creator');
select is(tests.hint_of($$ select tests.store('ken', 'mio', '@mio.two') $$), null, 'an address that another channel had is free');
select is(tests.hint_of($$ select tests.store('ken', 'mio.two', '@mio.two', true) $$), 'channel_taken', 'nor does Ken get Mio''s by replacing his own');

-- An admin stays one.
select tests.store('aya', 'aya', '@aya.ch');
select row_eq(
  $$ select role, youtuber_profile_id from public.profiles where id = tests.id_of('aya') $$, row('admin'::text, tests.id_of('aya')), 'Aya is an admin and a creator'
);

-- YouTube is asked about channels ten times an hour for a person.
select is(
  (select array_agg(public.count_channel_check(tests.id_of('mio'))) from generate_series(1, 11)), array_fill(true, array[10]) || false,
  'the eleventh check in an hour is refused'
);
select ok(public.count_channel_check(tests.id_of('ken')), 'checks of another person count apart');
select tests.govern();
update private.channel_checks set since = now() - interval '61 minutes' where user_id = tests.id_of('mio');
select tests.serve();
select ok(public.count_channel_check(tests.id_of('mio')), 'an hour later there are ten again');

select tests.sign_in('mio');
select throws_ok($$ update public.youtuber_profiles set channel_title = 'x' $$, '42501', null, 'a creator does not change their row');
select throws_ok($$ delete from public.youtuber_profiles $$, '42501', null, 'nor deletes it');
select tests.visit();
select is((select channel_title from public.youtuber_profiles where id = tests.id_of('mio')), 'mioちゃんねる', 'visitors see whose channel it is');

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
