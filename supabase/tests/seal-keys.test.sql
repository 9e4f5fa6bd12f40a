begin;
\ir helpers.psql
select plan(22);

select tests.create_user('mio'), tests.create_user('ken');
create function tests.point(letter text) returns text language sql immutable as $$ select 'B' || repeat(letter, 86) $$;
create function tests.pkcs8(letter text) returns text language sql immutable as $$ select repeat(letter, 184) $$;

-- The first pair stays.
select tests.sign_in('mio');
select is(public.seal_key(), null, 'nobody has a key at first');
select is(public.unseal_key(), null, 'nor one to open anything with');
select is(
  public.seal_key(tests.point('a'), tests.pkcs8('a')) - 'handle',
  jsonb_build_object('user_id', tests.id_of('mio'), 'public_key', tests.point('a')), 'a device offers one, and has its public half back'
);
select is(public.seal_key(tests.point('b'), tests.pkcs8('b')) ->> 'public_key', tests.point('a'), 'a second device gets the first one''s');
select is(public.seal_key() ->> 'public_key', tests.point('a'), 'so does who only asks');
select is(
  public.unseal_key(), jsonb_build_object('user_id', tests.id_of('mio'), 'private_key', tests.pkcs8('a')), 'its owner has the private half back'
);
select matches(public.seal_key() ->> 'handle', '^[0-9a-f]{64}$', 'a handle tells nothing');
select is(public.seal_key() ->> 'handle', public.seal_key() ->> 'handle', 'and stays');

-- What is no key is none.
select tests.sign_in('ken');
select throws_ok($$ select public.seal_key('short', tests.pkcs8('a')) $$, '23514', null, 'no point of the curve');
select throws_ok($$ select public.seal_key(tests.point('a'), null) $$, '23514', null, 'half a pair');
select throws_ok($$ select public.seal_key(tests.point('a'), repeat('a', 5000)) $$, '23514', null, 'something huge');
select throws_ok($$ select public.seal_key(tests.point('a'), repeat('ä', 184)) $$, '23514', null, 'another alphabet');
select is(public.seal_key(), null, 'nothing of that stayed');

-- Others.
select is(public.unseal_key(), null, 'another account has no part in Mio''s');
select public.seal_key(tests.point('k'), tests.pkcs8('k'));
select isnt(
  public.seal_key() ->> 'handle', (select encode(sha256(convert_to(tests.id_of('ken')::text, 'UTF8')), 'hex')), 'who knows an id does not know its handle'
);
select throws_ok($$ select * from private.seal_keys $$, '42501', null, 'members read no keys');
select throws_ok($$ select private.seal_handle(tests.id_of('mio')) $$, '42501', null, 'nor ask for another''s handle');
select throws_ok($$ select * from private.seal_secret $$, '42501', null, 'nor what makes them');
select tests.visit();
select throws_ok($$ select public.seal_key() $$, '42501', null, 'visitors have no keys');
select throws_ok($$ select public.unseal_key() $$, '42501', null, 'and open nothing');

select tests.govern();
select is((select count(distinct private.seal_handle(user_id)) from private.seal_keys), 2::bigint, 'everybody has a handle of their own');
delete from auth.users where id = tests.id_of('mio');
select is((select array_agg(public_key) from private.seal_keys), array[tests.point('k')], 'with the account its key is gone');

select * from finish();
rollback;
