begin;
\ir helpers.psql
select plan(73);

select tests.create_user('mio', premium => true), tests.create_user('ken'), tests.create_user('rin', premium => true);
create function tests.connection() returns uuid language sql stable security definer as $$
  select id from public.connections where user_id = tests.id_of('ken') and connected_user_id = tests.id_of('mio')
$$;
/** The refusal of a statement: its hint. */
create function tests.refusal(statement text) returns text language plpgsql as $$
declare
  found text;
begin
  execute statement;
  return 'no refusal';
exception when raise_exception then
  get stacked diagnostics found = pg_exception_hint;
  return found;
end
$$;

/** What a device says of another's request. */
create function tests.answer(person text, other text, answer text, at bigint) returns jsonb language sql as $$
  select jsonb_build_object(
    'id', tests.id_of(person) || '|' || tests.id_of(other), 'user_id', tests.id_of(person), 'other_id', tests.id_of(other),
    'is_blocked', false, 'blocked_edited_at', 0, 'connection_answer', answer, 'answered_at', at
  )
$$;

-- Asking.
select tests.visit();
select throws_ok($$ select public.request_connection(tests.id_of('ken')) $$, '42501', null, 'a visitor asks nobody');
select tests.sign_in('ken');
select is(tests.refusal($$ select public.request_connection(tests.id_of('mio')) $$), 'premium_required', 'asking needs premium');
select throws_ok(
  $$ insert into public.connections (user_id, connected_user_id) values (tests.id_of('mio'), tests.id_of('ken')) $$, '42501', null,
  'and is not done by a row'
);
select tests.sign_in('mio');
select tests.govern();
update public.profile_private set birth_date = null where user_id = tests.id_of('mio');
select tests.sign_in('mio');
select is(tests.refusal($$ select public.request_connection(tests.id_of('ken')) $$), 'adult_required', 'and an age');
select tests.govern();
update public.profile_private set birth_date = '1990-01-01' where user_id = tests.id_of('mio');
select tests.sign_in('mio');
select is((public.request_connection(tests.id_of('ken'))).status, 'pending', 'Mio asks Ken');
select is(
  (select (user_id, connected_user_id)::text from public.connections), (tests.id_of('ken'), tests.id_of('mio'))::text,
  'who asks is not who is asked'
);
select is((public.request_connection(tests.id_of('ken'))).id, tests.connection(), 'asking again is the same request');
select is(tests.refusal($$ select public.request_connection(tests.id_of('mio')) $$), 'connection_invalid', 'oneself is not asked');
select is(tests.refusal($$ select public.request_connection(null) $$), 'connection_invalid', 'nor nobody');
select is(tests.refusal($$ select public.request_connection(gen_random_uuid()) $$), 'connection_not_found', 'nor somebody who is not there');
select tests.govern();
select is(
  (select array_agg(type || ' ' || priority) from public.notifications where user_id = tests.id_of('ken')),
  array['connection_request high'], 'Ken is told, urgently and once'
);
select is(
  (select metadata #- '{connection_data,request_date}' from public.notifications where user_id = tests.id_of('ken')),
  jsonb_build_object('connection_data', jsonb_build_object(
    'connection_id', tests.connection(), 'sender_id', tests.id_of('mio'), 'sender_username', 'mio', 'status', 'pending', 'action_required', true
  )), 'of which request, by whom, and that an answer is wanted'
);
select is(
  (select (metadata #>> '{connection_data,request_date}')::timestamptz from public.notifications where user_id = tests.id_of('ken')),
  (select updated_at from public.connections where id = tests.connection()), 'and since when'
);

-- Answering, by a relation, as devices do.
select tests.sign_in('mio');
select is(tests.push('relations', tests.answer('mio', 'ken', 'accept', 1)), array['applied'], 'who asks says something');
select is((select status from public.connections), 'pending', 'which is no answer');
select is(tests.push('relations', tests.answer('ken', 'mio', 'accept', 1)), array['forbidden'], 'nor does she answer for Ken');
select throws_ok($$ update public.connections set status = 'connected' $$, '42501', null, 'nor by a row');
select throws_ok($$ delete from public.connections $$, '42501', null, 'nor deletes it');
select tests.sign_in('rin');
select is_empty($$ select id from public.connections $$, 'a third does not see it');
select is(
  tests.push('relations', tests.answer('rin', 'mio', 'accept', 1), tests.answer('rin', 'ken', 'accept', 1)), array['applied', 'applied'],
  'and says what she likes'
);
select tests.govern();
select is((select status from public.connections), 'pending', 'she does not answer it');
select tests.sign_in('ken');
insert into public.blocks (blocked_id) values (tests.id_of('mio'));
select is(tests.push('relations', tests.answer('ken', 'mio', 'accept', 1)), array['conflict'], 'behind a block Ken''s answer is kept');
select tests.govern();
select is((select status from public.connections), 'pending', 'and nobody hears it');
select tests.sign_in('ken');
delete from public.blocks;
select is((select status from public.connections), 'connected', 'at the end of the block it counts: Ken accepts');
select is((select count(*) from public.conversations), 1::bigint, 'a conversation is open');
select tests.push('relations', tests.answer('ken', 'mio', 'reject', private.now_ms() + 1));
select is((select status from public.connections), 'connected', 'it is answered once, and stays so');
select is(
  (select (is_read, metadata -> 'connection_data' ->> 'status', metadata -> 'connection_data' ->> 'action_required')::text
   from public.notifications where type = 'connection_request'),
  '(t,connected,false)', 'the request''s notification is settled'
);
select tests.sign_in('mio');
select is(
  (select type || ' ' || link from public.notifications where type like 'connection_%'),
  'connection_accepted /messages/' || (select id from public.conversations), 'Mio is told and led to the conversation'
);
select is(
  (select metadata #- '{connection_data,request_date}' from public.notifications where type = 'connection_accepted'),
  jsonb_build_object(
    'connection_data', jsonb_build_object(
      'connection_id', tests.connection(), 'sender_id', tests.id_of('ken'), 'sender_username', 'ken', 'status', 'connected', 'action_required', false
    ),
    'message_data', jsonb_build_object('conversation_id', (select id from public.conversations))
  ), 'with all that was said of the request, and where they can talk'
);
select is(tests.push('messages', tests.message('a', (select id from public.conversations), 'mio', 'よろしく')), array['applied'], 'and writes');

-- Rejecting.
select is((public.request_connection(tests.id_of('rin'))).status, 'pending', 'Mio asks Rin, who had said something of her before');
select tests.govern();
select is(
  (select connection_answer from public.relations where user_id = tests.id_of('rin') and other_id = tests.id_of('mio')), 'none',
  'which is no answer: she can give one'
);
select tests.sign_in('rin');
select public.request_connection(tests.id_of('ken'));
select tests.sign_in('ken');
select is(tests.push('relations', tests.answer('ken', 'rin', 'reject', private.now_ms())), array['applied'], 'Ken rejects Rin');
select is((select status from public.connections where connected_user_id = tests.id_of('rin')), 'rejected', 'and so it is');
select is((select count(*) from public.conversations), 1::bigint, 'no conversation comes of it');
select tests.sign_in('rin');
select is((select link from public.notifications where type = 'connection_rejected'), '/matching', 'Rin is told');
select is((public.request_connection(tests.id_of('ken'))).status, 'rejected', 'asking again does not undo it');

-- Blocked people cannot be asked.
select tests.sign_in('ken');
insert into public.blocks (blocked_id) values (tests.id_of('rin'));
select tests.sign_in('rin');
select is(tests.refusal($$ select public.request_connection(tests.id_of('ken')) $$), 'connection_not_found', 'a block hides who is asked');
select is_empty($$ select id from public.connections where user_id = tests.id_of('ken') $$, 'and what was');

-- A woman whose phone is verified asks without premium; a man does not.
select tests.govern();
select tests.create_user('aoi'), tests.create_user('gin');
insert into public.user_verification (user_id, verification_level, phone_verified, phone_number, verification_provider, verification_id, verification_expiry, last_verified)
select tests.id_of(name), 2, true, '+8190000000' || number, 'firebase', name, now() + interval '1 year', now()
from (values ('aoi', '01'), ('gin', '02')) as people (name, number);
update public.profile_private set gender = 'female' where user_id = tests.id_of('aoi');
update public.profile_private set gender = 'male' where user_id = tests.id_of('gin');
select tests.sign_in('gin');
select is(tests.refusal($$ select public.request_connection(tests.id_of('aoi')) $$), 'premium_required', 'a man asks with premium');
select tests.sign_in('aoi');
select is((public.request_connection(tests.id_of('gin'))).status, 'pending', 'a woman with a verified phone without');

-- The first answer that arrives is the one.
select tests.sign_in('gin');
select is(tests.push('relations', tests.answer('gin', 'aoi', 'reject', 6)), array['applied'], 'Gin rejects');
select is(tests.push('relations', tests.answer('gin', 'aoi', 'accept', 7)), array['applied'], 'and would accept, from another device');
select is((select status from public.connections where user_id = tests.id_of('gin')), 'rejected', 'but the first answer stands');
select tests.govern();
select is(
  (select array_agg(type) from public.notifications where user_id = tests.id_of('aoi') and type like 'connection_%'),
  array['connection_rejected'], 'Aoi is told once'
);
select tests.sign_in('aoi');
select is((select count(*) from public.notifications where type = 'connection_rejected'), 1::bigint, 'and sees it without premium');
select tests.govern();
update public.connections set status = 'none' where user_id = tests.id_of('gin');
select tests.sign_in('aoi');
select is((public.request_connection(tests.id_of('gin'))).status, 'pending', 'asked anew');
select tests.sign_in('gin');
select is((select connection_answer from public.relations where other_id = tests.id_of('aoi')), 'none', 'what was answered before is no answer to it');
select is(tests.push('relations', tests.answer('gin', 'aoi', 'accept', private.now_ms())), array['applied'], 'the new answer');
select is((select status from public.connections where user_id = tests.id_of('gin')), 'connected', 'stands');

-- A report: the admins' to read, and one's own.
select is(
  tests.push('relations', tests.answer('gin', 'rin', 'none', 0) || '{"report_reason": "spam", "report_body": "しつこい", "reported_at": 9}'),
  array['applied'], 'Gin reports Rin'
);
select is((select reason || ' ' || body from public.reports), 'spam しつこい', 'it is noted');
select throws_ok($$ select status from public.reports $$, '42501', null, 'what became of it is not told');
select throws_ok($$ update public.reports set reason = 'other' $$, '42501', null, 'nor changed past the push');
select tests.sign_in('rin');
select is_empty($$ select id from public.reports $$, 'Rin does not learn of it');
select tests.sign_in('gin');
select is(
  tests.push('relations', tests.answer('gin', 'rin', 'none', 0) || jsonb_build_object('report_reason', 'spam', 'report_body', repeat('x', 2001), 'reported_at', 10)),
  array['too_long'], 'a report has its length'
);

-- Whoever turned the other down may think again.
select tests.govern();
select tests.create_user('sho', premium => true), tests.create_user('nao', premium => true);
select tests.sign_in('sho');
select public.request_connection(tests.id_of('nao'));
select tests.sign_in('nao');
select is(tests.push('relations', tests.answer('nao', 'sho', 'reject', private.now_ms())), array['applied'], 'Nao turns Sho down');
select tests.sign_in('sho');
select is((public.request_connection(tests.id_of('nao'))).status, 'rejected', 'Sho does not ask again');
select tests.sign_in('nao');
select is((public.request_connection(tests.id_of('sho'))).status, 'pending', 'Nao does');
select tests.sign_in('sho');
select is((select count(*) from public.notifications where type = 'connection_request' and sender_id = tests.id_of('nao')), 1::bigint, 'Sho is told');
select is(tests.push('relations', tests.answer('sho', 'nao', 'accept', private.now_ms())), array['applied'], 'and answers');
select is((select status from public.connections where user_id = tests.id_of('sho')), 'connected', 'which counts');

-- Nobody who is no adult is asked or accepts (DESIGN §7), and who that is nobody learns.
select tests.govern();
select tests.create_user('kid', premium => true), tests.create_user('ageless');
update public.profile_private set birth_date = current_date - interval '17 years' where user_id = tests.id_of('kid');
update public.profile_private set birth_date = null where user_id = tests.id_of('ageless');
select tests.sign_in('nao');
select is(tests.refusal($$ select public.request_connection(tests.id_of('kid')) $$), 'connection_not_found', 'a minor is not asked');
select is(tests.refusal($$ select public.request_connection(tests.id_of('ageless')) $$), 'connection_not_found', 'nor somebody of no age');
select tests.sign_in('kid');
select is(tests.refusal($$ select public.request_connection(tests.id_of('nao')) $$), 'adult_required', 'nor does a minor ask');
select tests.govern();
insert into public.connections (user_id, connected_user_id) values (tests.id_of('kid'), tests.id_of('sho'));
select tests.sign_in('kid');
select is(tests.push('relations', tests.answer('kid', 'sho', 'accept', private.now_ms())), array['adult_required'], 'nor accepts what was asked of an adult once');
select is(tests.push('relations', tests.answer('kid', 'sho', 'reject', private.now_ms())), array['applied'], 'but turns it down');

-- Enough for a day.
select tests.govern();
select tests.create_user('asked' || number) from generate_series(1, private.connection_requests_per_day()) as number;
insert into public.connections (user_id, connected_user_id)
select tests.id_of('asked' || number), tests.id_of('nao') from generate_series(1, private.connection_requests_per_day()) as number;
select tests.sign_in('nao');
select is(tests.refusal($$ select public.request_connection(tests.id_of('ken')) $$), 'too_many_requests', 'so many are asked in a day, and no more');
select is((public.request_connection(tests.id_of('asked1'))).status, 'pending', 'who was asked already is still told so');
select tests.govern();
delete from public.connections where user_id in (tests.id_of('asked1'), tests.id_of('asked2'));
select tests.sign_in('nao');
select is((public.request_connection(tests.id_of('ken'))).status, 'pending', 'fewer, and one more is');

-- What devices pull.
select tests.govern();
select tests.settle();
select tests.sign_in('mio');
select ok(tests.pull('connections') @> '[{"status": "connected"}]', 'who asked pulls it');
select tests.sign_in('ken');
select is((select count(*) from jsonb_array_elements(tests.pull('connections')) as pulled where pulled ->> 'status' = 'connected'), 1::bigint, 'and who was asked');
select is((select count(*) from jsonb_array_elements(tests.pull('connections')) as pulled where pulled ? '_deleted'), 1::bigint, 'the blocked one is removed');

select * from finish();
rollback;
