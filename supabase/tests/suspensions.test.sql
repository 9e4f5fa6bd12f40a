begin;
\ir helpers.psql
select plan(41);

select tests.create_user('mio'), tests.create_user('ken'), tests.create_user('aya');
select tests.make_admins('aya');
select tests.create_videos(3);
select private.open_conversation(tests.id_of('mio'), tests.id_of('ken'));
/** As the API does it before a request: what it raises, or null. A request is read only where it is a GET or calls a function that only reads. */
create function tests.refusal_at(path text) returns text language plpgsql as $$
declare
  said text;
begin
  perform set_config('request.path', path, true);
  perform private.before_request();
  return null;
exception when others then
  get stacked diagnostics said = pg_exception_hint;
  return said;
end
$$;
create function tests.relation(of_whom text, about text, fields jsonb) returns jsonb language sql as $$
  select jsonb_build_object(
    'id', tests.id_of(of_whom) || '|' || tests.id_of(about), 'user_id', tests.id_of(of_whom), 'other_id', tests.id_of(about),
    'is_blocked', false, 'blocked_edited_at', 0
  ) || fields
$$;

-- Only admins suspend.
select tests.visit();
select throws_ok($$ select public.suspend(tests.id_of('mio'), null, '迷惑行為') $$, '42501', null, 'a visitor suspends nobody');
select tests.sign_in('ken');
select throws_ok($$ select public.suspend(tests.id_of('mio'), null, '迷惑行為') $$, '42501', 'only for admins', 'nor does a member');
select throws_ok($$ select public.unsuspend(tests.id_of('mio')) $$, '42501', 'only for admins', 'who lifts none either');
select throws_ok(
  $$ insert into public.suspensions (user_id, reason) values (tests.id_of('mio'), 'x') $$, '42501', null, 'nobody writes a suspension'
);
select tests.serve();
select throws_ok($$ select public.suspend(tests.id_of('mio'), null, '迷惑行為') $$, '42501', null, 'the service is no admin');
select tests.sign_in('aya');
select throws_ok($$ select public.suspend(tests.id_of('aya'), null, '迷惑行為') $$, 'P0001', 'nobody suspends themselves', 'nobody suspends themselves');
select throws_ok($$ select public.suspend(gen_random_uuid(), null, '迷惑行為') $$, 'P0001', 'no such person', 'nor nobody');
select throws_ok($$ select public.suspend(tests.id_of('mio'), null, ' 　') $$, 'P0001', 'say why', 'there is a reason');
select throws_ok($$ select public.suspend(tests.id_of('mio'), null, repeat('あ', 501)) $$, 'P0001', 'say it in 500 characters', 'that can be shown');
select throws_ok(
  $$ select public.suspend(tests.id_of('mio'), now() - interval '1 minute', '迷惑行為') $$, 'P0001', 'a suspension ends later than now', 'and an end to come'
);
select tests.govern();
select tests.make_admins('ken');
select tests.sign_in('aya');
select throws_ok(
  $$ select public.suspend(tests.id_of('ken'), null, '迷惑行為') $$, 'P0001', 'an admin is no admin any more before they are suspended', 'no admin is suspended'
);
select tests.govern();
update public.profiles set role = null where id = tests.id_of('ken');
delete from auth.mfa_factors where user_id = tests.id_of('ken');

-- Mio takes part in matching and is offered to Ken.
select tests.sign_in('mio');
select public.offer_candidates();
select tests.sign_in('ken');
select public.offer_candidates();
select isnt_empty($$ select from public.relations where other_id = tests.id_of('mio') and offer is not null $$, 'before, Mio is offered to Ken');
select tests.sign_in('mio');
select is(tests.refusal_at('/settings'), null, 'and writes as she likes');

select tests.sign_in('aya');
select lives_ok($$ select public.suspend(tests.id_of('mio'), now() + interval '3 days', ' 迷惑行為のため ') $$, 'Aya suspends Mio');
select results_eq(
  $$ select act, subject_type, subject_id, detail ->> 'reason', detail ->> 'name' from public.admin_acts where admin_id = tests.id_of('aya') $$,
  $$ values ('suspend', 'person', tests.id_of('mio')::text, '迷惑行為のため', 'mio') $$, 'which is written down'
);

-- What she can do no more.
select tests.sign_in('mio');
select is((select reason from public.suspensions), '迷惑行為のため', 'Mio is told why');
select tests.govern();
select tests.settle();
select tests.sign_in('mio');
select ok(
  tests.pull('profiles') @> jsonb_build_array(jsonb_build_object('id', tests.id_of('mio'), 'suspension', jsonb_build_object('reason', '迷惑行為のため'))),
  'on all her devices'
);
select set_eq(
  $$ select tests.refusal_at(path) from unnest(array['/settings', '/blocks', '/profiles', '/rpc/offer_candidates', '/rpc/request_connection', '/rpc/book_slot', '/rpc/subscribe_push', '', null]) as path $$,
  array['suspended'], 'no request that could write is taken'
);
select set_eq(
  $$ select coalesce(tests.refusal_at(path), 'taken') from unnest(array['/rpc/sync_push', '/rpc/sync_pull', '/rpc/older_messages', '/rpc/seal_key', '/rpc/unseal_key', '/rpc/unsubscribe_push', '/rpc/send_contact']) as path $$,
  array['taken'],
  'but those that read, and the push, which refuses each row'
);
select results_eq(
  $$ select tests.push('favorites', tests.favorite('mio', 1, true, 1), tests.favorite('mio', 2, true, 1)) $$, $$ values (array['suspended', 'suspended']) $$,
  'every favourite is refused'
);
select results_eq(
  $$ select tests.push('messages', tests.message('a', (select id from public.conversations), 'mio', 'やあ')) $$, $$ values (array['suspended']) $$,
  'and every message'
);
select results_eq(
  $$ select tests.push('ratings', tests.rating('mio', 1, '{"overall": 4}', '{"overall": 1}')) $$, $$ values (array['suspended']) $$, 'and every rating'
);
select results_eq(
  $$ select tests.push('relations', tests.relation('mio', 'ken', '{"liking": "like", "liking_edited_at": 1}')) $$, $$ values (array['suspended']) $$,
  'and every liking'
);
select is(public.sync_push('{"favorites": []}') -> 'answers' -> 'favorites', '[]'::jsonb, 'of nothing, nothing is refused');
select throws_ok(
  $$ insert into storage.objects (bucket_id, name) values ('avatars', tests.id_of('mio') || '/face.webp') $$, '42501', null, 'no file is put'
);
select set_config('realtime.topic', 'conversation:' || (select id from public.conversations), true);
select throws_ok(
  $$ insert into realtime.messages (topic, extension) values (realtime.topic(), 'presence') $$, '42501', null, 'nobody hears that she is there'
);
select isnt_empty('select from public.videos', 'she reads on');

-- And she leaves matching.
select tests.govern();
select is_empty($$ select from private.match_pool where user_id = tests.id_of('mio') $$, 'she is nobody''s candidate');
select private.refresh_match_pool(array[tests.id_of('mio')]);
select is_empty($$ select from private.match_pool where user_id = tests.id_of('mio') $$, 'also when others come to know of her anew');
select is_empty($$ select from public.relations where other_id = tests.id_of('mio') and offer is not null $$, 'nor on the devices of those she was offered to');
select tests.sign_in('ken');
select is_empty('select from public.suspensions', 'others hear nothing of it');
select is(tests.refusal_at('/settings'), null, 'and write on');

-- It ends by itself, or by an admin.
select tests.govern();
update public.suspensions set ends_at = now() where user_id = tests.id_of('mio');
select tests.sign_in('mio');
select is(tests.refusal_at('/settings'), null, 'when its time is over, Mio writes again');
select results_eq($$ select tests.push('favorites', tests.favorite('mio', 1, true, 1)) $$, $$ values (array['applied']) $$, 'and what she pushes is taken');
select tests.sign_in('aya');
select lives_ok($$ select public.unsuspend(tests.id_of('mio')) $$, 'one that is over is lifted without a word');
select is((select count(*) from public.admin_acts where act = 'unsuspend'), 0::bigint, 'and is no act');
select lives_ok($$ select public.suspend(tests.id_of('mio'), null, '規約違反') $$, 'Aya suspends her until further notice');
select tests.sign_in('mio');
select is(tests.refusal_at('/settings'), 'suspended', 'which stops her');
select tests.sign_in('aya');
select public.unsuspend(tests.id_of('mio'));
select is((select count(*) from public.admin_acts where act = 'unsuspend'), 1::bigint, 'until Aya lifts it');
select tests.sign_in('mio');
select is(tests.refusal_at('/settings'), null, 'and Mio writes again');
select is(
  (select count(*) from public.notifications where user_id = tests.id_of('mio') and type = 'system'), 3::bigint, 'she was told of each'
);

select * from finish();
rollback;
