begin;
\ir helpers.psql
select plan(32);

-- Mio signs up with a name, Ken without one, and a third with one that is far too long.
select tests.create_user('mio');
insert into auth.users (id, email) values (tests.id_of('ken'), 'ken.tanaka@pgtap.test');
insert into auth.users (id, email, raw_user_meta_data)
values (tests.id_of('long'), 'long@pgtap.test', jsonb_build_object('username', '  ' || repeat('長', 40)));
insert into auth.users (id) values (tests.id_of('nobody'));

select is((select username from public.profiles where id = tests.id_of('mio')), 'mio', 'the name given at sign-up is the username');
select is((select username from public.profiles where id = tests.id_of('ken')), 'ken.tanaka', 'without one it is the e-mail before the @');
select is((select username from public.profiles where id = tests.id_of('long')), repeat('長', 30), 'a long one is cut to 30 characters');
select is((select username from public.profiles where id = tests.id_of('nobody')), '名無し', 'with neither it is the fallback');
select is((select count(*) from public.profile_private where user_id = tests.id_of('ken')), 1::bigint, 'the private part is made too');

update public.profile_private set stripe_customer_id = 'cus_ken', birth_date = '1990-01-01' where user_id = tests.id_of('ken');
update public.profiles set premium_plan = 'monthly', is_premium = true where id = tests.id_of('ken');

select tests.visit();
select is((select username from public.profiles where id = tests.id_of('ken')), 'ken.tanaka', 'a visitor reads a profile');
select throws_ok($$ select premium_plan from public.profiles $$, '42501', null, 'a visitor does not read plans');
select throws_ok($$ select * from public.profile_private $$, '42501', null, 'a visitor does not read private parts');
select throws_ok($$ select public.own_profile() $$, '42501', null, 'a visitor has no own profile');
select throws_ok($$ update public.profiles set bio = 'x' $$, '42501', null, 'a visitor changes nothing');

select tests.sign_in('mio');
select is((select username from public.profiles where id = tests.id_of('ken')), 'ken.tanaka', 'a member reads another''s profile');
select throws_ok($$ select premium_expiry from public.profiles $$, '42501', null, 'a member does not read another''s plan');
select is_empty($$ select * from public.profile_private where user_id <> tests.id_of('mio') $$, 'a member reads no other private part');
select is((public.own_profile()).id, tests.id_of('mio'), 'a member reads their own profile whole');

update public.profiles set username = 'みお', bio = 'こんにちは', channel_url = 'https://example.com/@mio' where id = tests.id_of('mio');
select is((select bio from public.profiles where id = tests.id_of('mio')), 'こんにちは', 'a member changes their own profile');
update public.profiles set bio = 'taken' where id = tests.id_of('ken');
select is((select bio from public.profiles where id = tests.id_of('ken')), '', 'a member cannot change another''s');
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
select throws_ok($$ update public.profiles set avatar_url = 'data:image/svg+xml,x' where id = tests.id_of('mio') $$, '23514', null, 'so is an avatar');

update public.profile_private set birth_date = '2000-02-03', area = '東京都';
select is((select area from public.profile_private), '東京都', 'a member tells their own area');
select tests.govern();
select is((select area from public.profile_private where user_id = tests.id_of('ken')), null, 'not another''s');
select tests.sign_in('mio');
select throws_ok($$ update public.profile_private set stripe_customer_id = 'cus_ken2' $$, '42501', null, 'but not their Stripe customer');

select tests.govern();
select is(
  (select row_version from public.profiles where id = tests.id_of('mio')), private.current_version(),
  'a change carries the version of its transaction'
);

select * from finish();
rollback;
