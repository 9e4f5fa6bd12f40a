begin;
\ir helpers.psql
select plan(74);

-- Mio signs up with a name, Ken without one, and a third with one that is far too long.
select tests.create_user('mio');
insert into auth.users (id, email) values (tests.id_of('ken'), 'ken.tanaka@pgtap.test');
insert into auth.users (id, email, raw_user_meta_data)
values (tests.id_of('long'), 'long@pgtap.test', jsonb_build_object('username', '  ' || repeat('長', 40)));
insert into auth.users (id) values (tests.id_of('nobody'));

select is((select username from public.profiles where id = tests.id_of('mio')), 'mio', 'the name given at sign-up is the username');
select is((select username from public.profiles where id = tests.id_of('ken')), '名無し', 'without one it is the fallback, and nothing of the e-mail');
select is((select username from public.profiles where id = tests.id_of('long')), repeat('長', 30), 'a long one is cut to 30 characters');
select is((select username from public.profiles where id = tests.id_of('nobody')), '名無し', 'with neither it is the fallback');
select is((select count(*) from public.profile_private where user_id = tests.id_of('ken')), 1::bigint, 'the private part is made too');

update public.profile_private set stripe_customer_id = 'cus_ken', birth_date = '1990-01-01' where user_id = tests.id_of('ken');
update public.profiles set premium_plan = 'monthly', is_premium = true where id = tests.id_of('ken');

select tests.visit();
select throws_ok($$ select bio from public.profiles $$, '42501', null, 'a visitor reads no more than the name and the picture');
select throws_ok($$ select premium_plan from public.profiles $$, '42501', null, 'a visitor does not read plans');
select throws_ok($$ select * from public.profile_private $$, '42501', null, 'a visitor does not read private parts');
select throws_ok($$ select public.own_profile() $$, '42501', null, 'a visitor has no own profile');
select throws_ok($$ update public.profiles set bio = 'x' $$, '42501', null, 'a visitor changes nothing');

select tests.sign_in('mio');
select throws_ok($$ select premium_expiry from public.profiles $$, '42501', null, 'a member does not read another''s plan');
select is_empty($$ select * from public.profile_private where user_id <> tests.id_of('mio') $$, 'a member reads no other private part');
select is((public.own_profile()).id, tests.id_of('mio'), 'a member reads their own profile whole');

update public.profiles set username = 'みお', bio = 'こんにちは', channel_url = 'HTTPS://example.com/@mio' where id = tests.id_of('mio');
select is((public.own_profile()).bio, 'こんにちは', 'a member changes their own profile');
update public.profiles set display_name = repeat(E'か\u3099', 60) where id = tests.id_of('mio');
select is((public.own_profile()).display_name, repeat('が', 60), 'a letter and its sound mark are stored as one and count once');
update public.profile_private set area = E'き\u3099ふ' where user_id = tests.id_of('mio');
select is((select area from public.profile_private where user_id = tests.id_of('mio')), 'ぎふ', 'so in the private part');
update public.profiles set bio = 'taken' where id = tests.id_of('ken');
select tests.govern();
select is((select bio from public.profiles where id = tests.id_of('ken')), '', 'a member cannot change another''s');
select tests.sign_in('mio');
select throws_ok($$ update public.profiles set is_premium = true where id = tests.id_of('mio') $$, '42501', null, 'a member cannot make themselves premium');
select throws_ok($$ update public.profiles set premium_expiry = 'infinity' where id = tests.id_of('mio') $$, '42501', null, 'nor prolong it');
select throws_ok($$ update public.profiles set role = 'admin' where id = tests.id_of('mio') $$, '42501', null, 'nor become an admin');
select throws_ok($$ update public.profiles set youtuber_profile_id = id where id = tests.id_of('mio') $$, '42501', null, 'nor a creator');
select throws_ok($$ update public.profiles set row_version = 1 where id = tests.id_of('mio') $$, '42501', null, 'nor set the version');
select throws_ok($$ insert into public.profiles (id, username) values (gen_random_uuid(), 'x') $$, '42501', null, 'nor make a second profile');
select throws_ok($$ delete from public.profiles $$, '42501', null, 'nor delete one');
select throws_ok($$ update public.profiles set username = '' where id = tests.id_of('mio') $$, '23514', null, 'a name must not be empty');
select throws_ok($$ update public.profiles set username = repeat('a', 31) where id = tests.id_of('mio') $$, '23514', null, 'nor longer than 30');
select throws_ok($$ update public.profiles set bio = repeat('a', 501) where id = tests.id_of('mio') $$, '23514', null, 'a bio has 500 characters at most');
select throws_ok($$ update public.profiles set channel_url = 'javascript:alert(1)' where id = tests.id_of('mio') $$, '23514', null, 'a channel is on the web');

-- An avatar is a file of one's own, nobody else's and on no other server.
update public.profiles set avatar_url = '/storage/v1/object/public/avatars/' || id || '/0a-1.webp' where id = tests.id_of('mio');
select isnt((select avatar_url from public.profiles where id = tests.id_of('mio')), null, 'an avatar is a file of one''s own');
select throws_ok(format($$ update public.profiles set avatar_url = %L where id = tests.id_of('mio') $$, url), '23514', null, 'no avatar: ' || url)
from unnest(array[
  'data:image/svg+xml,x', 'https://tracker.example/a.webp',
  'https://tracker.example/storage/v1/object/public/avatars/' || tests.id_of('mio') || '/a.webp',
  '//tracker.example/storage/v1/object/public/avatars/' || tests.id_of('mio') || '/a.webp',
  '/storage/v1/object/public/avatars/' || tests.id_of('ken') || '/a.webp',
  '/storage/v1/object/public/avatars/' || tests.id_of('mio') || '/../' || tests.id_of('ken') || '/a.webp',
  '/storage/v1/object/public/avatars/' || tests.id_of('mio') || '/a.svg',
  '/storage/v1/object/public/avatars/' || tests.id_of('mio') || '/a.webp?x=1'
]) as url;

-- A name reads alike wherever it stands.
select throws_ok(format($$ update public.profiles set username = %L where id = tests.id_of('mio') $$, name), '23514', null, 'no name: ' || why)
from (values
  (E'a\nb', 'a line'), (E'\u202Egnp.exe', 'a turned one'), (E'a\u2066b', 'an isolated one'), (E'a\u200Bb', 'a hidden space'),
  (E'\u3164', 'a filler alone'), (E'\u200D\u200D', 'joiners alone')
) as names (name, why);
select throws_ok($$ update public.profiles set display_name = E'\u202Ex' where id = tests.id_of('mio') $$, '23514', null, 'nor a display name');
update public.profiles set username = '👩‍👩‍👧 みお' where id = tests.id_of('mio');
select is((select username from public.profiles where id = tests.id_of('mio')), '👩‍👩‍👧 みお', 'a joined emoji is part of a name');
select tests.govern();
insert into auth.users (id, email, raw_user_meta_data)
values (tests.id_of('turned'), 'turned@pgtap.test', jsonb_build_object('username', E'\u202E\u2066')),
  (tests.id_of('cleaned'), 'cleaned@pgtap.test', jsonb_build_object('username', E'ni\u202Ece\t'));
select is((select username from public.profiles where id = tests.id_of('turned')), '名無し', 'at sign-up a name of nothing is none');
select is((select username from public.profiles where id = tests.id_of('cleaned')), 'nice', 'and what does not belong is left out');

-- Interests are genres, at most ten.
select tests.sign_in('mio');
update public.profiles set interests = '{film,gaming,film}' where id = tests.id_of('mio');
select is((public.own_profile()).interests, '{gaming,film}', 'interests are genres, each once, in their order');
select throws_ok($$ update public.profiles set interests = '{gaming,nonsense}' where id = tests.id_of('mio') $$, '23514', null, 'nothing else');
select throws_ok($$ update public.profiles set interests = array['gaming', null] where id = tests.id_of('mio') $$, '23514', null, 'nor nothing');
select throws_ok($$ update public.profiles set interests = array(select id from public.genres limit 11) where id = tests.id_of('mio') $$, '23514', null, 'nor eleven');
update public.profiles set interests = '{music}' where id = tests.id_of('ken');
select tests.govern();
select is((select interests from public.profiles where id = tests.id_of('ken')), '{}', 'nor another''s');
select tests.sign_in('mio');

update public.profile_private set area = '東京都';
select is((select area from public.profile_private), '東京都', 'a member tells their own area');
select tests.govern();
select is((select area from public.profile_private where user_id = tests.id_of('ken')), null, 'not another''s');
select tests.sign_in('mio');
select throws_ok($$ update public.profile_private set stripe_customer_id = 'cus_ken2' $$, '42501', null, 'but not their Stripe customer');


-- Gender and birth date are told once.
select tests.govern();
update public.profile_private set birth_date = null where user_id = tests.id_of('mio');
select tests.sign_in('mio');
update public.profile_private set gender = 'female';
select throws_ok($$ update public.profile_private set gender = 'male' $$, 'P0001', 'gender is told once', 'gender is told once');
select throws_ok($$ update public.profile_private set gender = null $$, 'P0001', 'gender is told once', 'and not taken back');
select throws_ok($$ update public.profile_private set birth_date = '1899-12-31' $$, '23514', null, 'nobody is born before 1900');
select throws_ok($$ update public.profile_private set birth_date = (now() at time zone 'Asia/Tokyo')::date + 1 $$, '23514', null, 'nor in the future');
select lives_ok($$ update public.profile_private set gender = 'female', birth_date = '2014-02-03' $$, 'a birth date is told');
select throws_ok($$ update public.profile_private set birth_date = '1990-02-03' $$, 'P0001', 'a birth date is told once', 'and nobody grows up by a second one');
select throws_ok($$ update public.profile_private set birth_date = null $$, 'P0001', 'a birth date is told once', 'nor is it taken back');
select lives_ok($$ update public.profile_private set birth_date = '2014-02-03', area = '大阪府' $$, 'beside it the area still changes');
select throws_ok($$ update public.profile_private set area = repeat('a', 61) $$, '23514', null, 'an area has 60 characters at most');
select throws_ok($$ update public.profile_private set area = E'\u202Eab' $$, '23514', null, 'and reads as it is written');
select tests.serve();
select lives_ok(
  $$ update public.profile_private set birth_date = '2001-02-05', gender = 'other' where user_id = tests.id_of('mio') $$,
  'the service corrects both'
);

-- The private part comes down to its owner alone.
select tests.govern();
insert into private.met_profiles (user_id, met_id) values (tests.id_of('ken'), tests.id_of('mio'));
update public.profiles set is_premium = true, premium_plan = 'yearly', premium_expiry = '2099-01-01Z' where id = tests.id_of('mio');
select tests.settle();
select tests.sign_in('mio');
select is(tests.pull('profiles') -> 0 ->> 'birth_date', '2001-02-05', 'one pulls one''s own birth date');
select is(tests.pull('profiles') -> 0 ->> 'area', '大阪府', 'and area');
select is(tests.pull('profiles') -> 0 ->> 'premium_plan', 'yearly', 'and plan');
select is((tests.pull('profiles') -> 0 ->> 'premium_expiry')::timestamptz, '2099-01-01Z'::timestamptz, 'and until when it lasts');
select tests.sign_in('ken');
select is(
  (select jsonb_agg(document ->> 'id') from jsonb_array_elements(tests.pull('profiles')) as document where document ->> 'username' like '%みお'),
  jsonb_build_array(tests.id_of('mio')), 'another pulls the profile'
);
select is_empty(
  $$ select from jsonb_array_elements(tests.pull('profiles')) as document
     where document ->> 'id' <> tests.id_of('ken')::text and document ?| array['birth_date', 'gender', 'area', 'premium_plan', 'premium_expiry', 'role'] $$,
  'but nothing of the private part'
);

select tests.govern();
select is(
  (select area is null from public.profile_private where user_id = tests.id_of('ken')), true, 'whose area is still unsaid'
);
select tests.sign_in('mio');
update public.profile_private set area = '京都府';
select tests.govern();
select is(
  (select row_version from public.profiles where id = tests.id_of('mio')), private.current_version(),
  'a change carries the version of its transaction'
);

select * from finish();
rollback;
