begin;
\ir helpers.psql
select plan(13);

select tests.create_user('mio'), tests.create_user('ken');
select private.open_conversation(tests.id_of('mio'), tests.id_of('ken'));
insert into storage.objects (bucket_id, name) values ('avatars', tests.id_of('mio') || '/face.webp');
insert into realtime.messages (topic, extension) values ('user:' || tests.id_of('mio'), 'broadcast');
select set_config('realtime.topic', 'user:' || tests.id_of('mio'), true);
create function tests.give_level(aal text) returns void language sql as $$
  select set_config('request.jwt.claims', (current_setting('request.jwt.claims')::jsonb || jsonb_build_object('aal', aal))::text, true)
$$;
create function tests.add_factor(name text, status auth.factor_status) returns void language sql security definer as $$
  insert into auth.mfa_factors (id, user_id, factor_type, status, created_at, updated_at)
  values (gen_random_uuid(), tests.id_of(name), 'totp', status, now(), now())
$$;

select tests.sign_in('mio');
select lives_ok('select private.before_request()', 'who has no second factor needs none');
select tests.add_factor('mio', 'unverified');
select lives_ok('select private.before_request()', 'a factor that was begun and never used counts for nothing');

select tests.add_factor('mio', 'verified');
select throws_ok('select private.before_request()', 'PT401', null, 'without the code every request is refused');
select is_empty('select from storage.objects', 'no file is seen');
select throws_ok(
  $$ insert into storage.objects (bucket_id, name) values ('avatars', tests.id_of('mio') || '/other.webp') $$, '42501', null, 'no file is put'
);
select is_empty('select from realtime.messages', 'no poke is heard');

select tests.give_level('aal1');
select throws_ok('select private.before_request()', 'PT401', null, 'saying that it was one thing only does not help');

select tests.give_level('aal2');
select lives_ok('select private.before_request()', 'with the code all is as before');
select isnt_empty('select from storage.objects', 'files are seen');
select isnt_empty('select from realtime.messages', 'pokes are heard');

select tests.sign_in('ken');
select lives_ok('select private.before_request()', 'another person''s factor is nothing to me');
select tests.visit();
select lives_ok('select private.before_request()', 'visitors are asked for nothing');
select tests.serve();
select lives_ok('select private.before_request()', 'nor is the service');

select * from finish();
rollback;
