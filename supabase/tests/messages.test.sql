begin;
\ir helpers.psql
select plan(86);

select tests.create_user('mio'), tests.create_user('ken'), tests.create_user('rin'), tests.check_age('mio', 'ken', 'rin');
create table tests.talks (name text primary key, id uuid);
grant select on tests.talks to authenticated, anon;
insert into tests.talks
values ('mio-ken', private.open_conversation(tests.id_of('mio'), tests.id_of('ken'))),
  ('ken-rin', private.open_conversation(tests.id_of('ken'), tests.id_of('rin')));
create function tests.talk(name text) returns uuid language sql stable as $$ select id from tests.talks where talks.name = $1 $$;
create function tests.side(conversation uuid, name text) returns table (unread integer, read_seq bigint) language sql security definer as $$
  select
    case when user1_id = tests.id_of(name) then user1_unread_count else user2_unread_count end,
    case when user1_id = tests.id_of(name) then user1_read_seq else user2_read_seq end
  from public.conversations where id = conversation
$$;

select is(private.open_conversation(tests.id_of('ken'), tests.id_of('mio')), tests.talk('mio-ken'), 'two people have one conversation');

-- Mio writes three, in this order, though the ids sort otherwise.
select tests.sign_in('mio');
select is(
  tests.push(
    'messages', tests.message('c', tests.talk('mio-ken'), 'mio', '一'), tests.message('a', tests.talk('mio-ken'), 'mio', '二'),
    tests.message('b', tests.talk('mio-ken'), 'mio', '三')
  ),
  array['applied', 'applied', 'applied'], 'messages are stored'
);
select is((select array_agg(body order by seq) from public.messages), array['一', '二', '三'], 'in the order in which they were written');
select is((select count(*) from public.messages where recipient_id = tests.id_of('ken')), 3::bigint, 'for the other one');
create temporary table before_replay as select * from public.messages;
select is(
  tests.push('messages', tests.message('c', tests.talk('mio-ken'), 'mio', '一'), tests.message('d', tests.talk('mio-ken'), 'mio', '四')),
  array['applied', 'applied'], 'a repeated one is accepted beside a new one'
);
select is((select count(*) from public.messages join before_replay using (id, seq, row_version)), 3::bigint, 'and changes nothing');
select is(
  tests.push('messages', tests.message('c', tests.talk('mio-ken'), 'mio', '別の言葉')), array['conflict'], 'what is stored is never rewritten'
);
select is((select count(*) from public.messages where body = '別の言葉'), 0::bigint, 'indeed');
select is((select unread from tests.side(tests.talk('mio-ken'), 'ken')), 4, 'four wait for Ken');
select is((select unread from tests.side(tests.talk('mio-ken'), 'mio')), 0, 'none for Mio');
select isnt((select last_message_time from public.conversations where id = tests.talk('mio-ken')), null, 'the conversation tells when');

select is(
  tests.push('messages', tests.message('n', tests.talk('mio-ken'), 'mio', repeat(E'か\u3099', 10000))), array['conflict'],
  'a letter and its sound mark count once; the device hears how they are stored'
);
select is((select count(*) from public.messages where body = repeat('が', 10000)), 1::bigint, 'as one');
select is(
  tests.push('messages', tests.message('n', tests.talk('mio-ken'), 'mio', repeat('が', 10000))), array['applied'], 'which is the same again'
);

-- Refusals.
select is(
  tests.push(
    'messages', tests.message('e', tests.talk('ken-rin'), 'mio', 'x'), tests.message('f', tests.talk('mio-ken'), 'ken', 'x'),
    tests.message('g', gen_random_uuid(), 'mio', 'x'), tests.message('h', tests.talk('mio-ken'), 'mio', '  '),
    tests.message('i', tests.talk('mio-ken'), 'mio', repeat('長', 10001)), '{"id": 1}', tests.message('j', tests.talk('mio-ken'), 'mio', '五')
  ),
  array['forbidden', 'forbidden', 'not_found', 'invalid', 'too_long', 'invalid', 'applied'],
  'a refused message holds nothing else up'
);
select throws_ok(
  $$ insert into public.messages (conversation_id, sender_id, body, sent_at) values (tests.talk('mio-ken'), tests.id_of('ken'), 'x', 1) $$,
  '42501', null, 'nobody writes in another''s name'
);
select throws_ok(
  $$ insert into public.messages (conversation_id, body, sent_at, recipient_id) values (tests.talk('mio-ken'), 'x', 1, tests.id_of('rin')) $$,
  '42501', null, 'nor chooses who receives'
);
select throws_ok(
  $$ insert into public.messages (conversation_id, body, sent_at, seq) values (tests.talk('mio-ken'), 'x', 1, 1) $$, '42501', null,
  'nor the order'
);
select throws_ok($$ update public.messages set body = 'x' $$, '42501', null, 'nor rewrites');
select throws_ok($$ delete from public.messages $$, '42501', null, 'nor deletes');
select throws_ok($$ insert into public.conversations (user1_id, user2_id) values (gen_random_uuid(), gen_random_uuid()) $$, '42501', null, 'nor opens conversations');
select throws_ok($$ update public.conversations set user1_unread_count = 0 $$, '42501', null, 'nor sets counts');
select lives_ok(
  $$ insert into public.messages (conversation_id, body, sent_at) values (tests.talk('mio-ken'), '直接', 9000000000000) $$,
  'a row of one''s own is a message too'
);
select cmp_ok((select sent_at from public.messages where body = '直接'), '<=', private.now_ms(), 'written not later than now');

-- Ken reads.
select tests.sign_in('ken');
select is((select count(*) from public.messages), 7::bigint, 'the other one reads them');
select is(
  tests.push('conversations', jsonb_build_object('id', tests.talk('mio-ken'), 'read_seq', (select max(seq) - 1 from public.messages))),
  array['applied'], 'and tells how far'
);
select is((select unread from tests.side(tests.talk('mio-ken'), 'ken')), 1, 'one is left');
select is(tests.push('conversations', jsonb_build_object('id', tests.talk('mio-ken'), 'read_seq', 1)), array['conflict'], 'a mark does not go back');
select is((select unread from tests.side(tests.talk('mio-ken'), 'ken')), 1, 'one is still left');
select is(
  tests.push('conversations', jsonb_build_object('id', tests.talk('mio-ken'), 'read_seq', 999999999)), array['conflict'],
  'nor past the last message'
);
select is(
  (select (unread, read_seq)::text from tests.side(tests.talk('mio-ken'), 'ken')),
  (0, (select max(seq) from public.messages where conversation_id = tests.talk('mio-ken')))::text, 'all is read'
);
select is((select read_seq from tests.side(tests.talk('mio-ken'), 'mio')), 0::bigint, 'Mio''s mark is Mio''s');
create temporary table version_before as select row_version from public.conversations where id = tests.talk('mio-ken');
select is(
  tests.push(
    'conversations', jsonb_build_object('id', gen_random_uuid(), 'read_seq', 1), jsonb_build_object('id', 'x', 'read_seq', 1),
    jsonb_build_object('id', tests.talk('mio-ken'))
  ),
  array['not_found', 'invalid', 'invalid'], 'refusals'
);
select tests.sign_in('mio');
select is(tests.push('conversations', jsonb_build_object('id', tests.talk('ken-rin'), 'read_seq', 1)), array['not_found'], 'not of a strange conversation');

-- Rin sees nothing of it.
select tests.sign_in('rin');
select is_empty($$ select id from public.messages $$, 'a third reads no message');
select is((select count(*) from public.conversations), 1::bigint, 'and only their own conversation');
select tests.visit();
select throws_ok($$ select id from public.messages $$, '42501', null, 'a visitor reads none');
select throws_ok($$ select id from public.conversations $$, '42501', null, 'nor any conversation');

-- The recipient is told once while it is unread.
select tests.govern();
select is(
  (select count(*) from public.notifications where user_id = tests.id_of('ken') and type = 'message'), 1::bigint, 'one notification for all'
);
select is(
  (select metadata -> 'message_data' ->> 'conversation_id' from public.notifications where user_id = tests.id_of('ken')),
  tests.talk('mio-ken')::text, 'which leads to the conversation'
);

-- Taking back. Ken has read all; Mio writes two more.
create function tests.taken_back(id text, conversation uuid, sender text) returns jsonb language sql
as $$ select tests.message(id, conversation, sender, '') || '{"is_deleted": true}' $$;
create function tests.message_id(id text) returns uuid language sql immutable as $$ select md5('mirutomo test message ' || id)::uuid $$;
create function tests.quoted() returns text language sql stable security definer as $$
  select string_agg(message, ',' order by message) from public.notifications
  where user_id = tests.id_of('ken') and type = 'message' and not is_read
$$;
update public.notifications set is_read = true where user_id = tests.id_of('ken');
create temporary table quiet as
  select user1_unread_count, user2_unread_count, last_message_time, row_version from public.conversations where id = tests.talk('mio-ken');
grant select on quiet to authenticated;
select tests.sign_in('mio');
select is(
  tests.push('messages', tests.taken_back('never', tests.talk('mio-ken'), 'mio')), array['applied'],
  'one that never arrived can be taken back'
);
select is(
  (select (is_deleted, seq, body)::text from public.messages where id = tests.message_id('never')), '(t,0,"")',
  'it leaves an empty row without a place'
);
select is(
  (select count(*) from public.conversations join quiet using (user1_unread_count, user2_unread_count, last_message_time, row_version)
    where id = tests.talk('mio-ken')), 1::bigint, 'and changes nothing in the conversation'
);
select is(tests.quoted(), null, 'nor tells anybody');
select is(
  tests.push('messages', tests.message('never', tests.talk('mio-ken'), 'mio', '遅れて届いた')), array['conflict'],
  'a late copy of it finds its place taken'
);
select is((select body from public.messages where id = tests.message_id('never')), '', 'and brings nothing back');
select is(
  tests.push('messages', tests.taken_back('never', tests.talk('mio-ken'), 'mio')), array['applied'], 'taking it back again changes nothing'
);
select is(
  tests.push('messages', tests.message('k', tests.talk('mio-ken'), 'mio', '六'), tests.message('l', tests.talk('mio-ken'), 'mio', '七')),
  array['applied', 'applied'], 'two arrive'
);
select is((select unread from tests.side(tests.talk('mio-ken'), 'ken')), 2, 'and wait');
select is(tests.quoted(), '七', 'the later one is told of');
select is(tests.push('messages', tests.taken_back('l', tests.talk('mio-ken'), 'mio')), array['applied'], 'one that arrived is taken back');
select is(
  (select (is_deleted, seq > 0, body)::text from public.messages where id = tests.message_id('l')), '(t,t,"")',
  'it keeps its place and loses its text'
);
select is((select unread from tests.side(tests.talk('mio-ken'), 'ken')), 1, 'it waits no longer');
select is(tests.quoted(), '六', 'and what told of it tells of the one before');
select is(tests.push('messages', tests.taken_back('k', tests.talk('mio-ken'), 'mio')), array['applied'], 'nor does the other');
select is((select unread from tests.side(tests.talk('mio-ken'), 'ken')), 0, 'none waits');
select is(tests.quoted(), null, 'and nothing tells of them');
select is(
  (select last_message_time from public.conversations where id = tests.talk('mio-ken')),
  (select created_at from public.messages where conversation_id = tests.talk('mio-ken') and not is_deleted order by seq desc limit 1),
  'the last message is the last that stands'
);
select is(
  tests.push('messages', tests.message('l', tests.talk('mio-ken'), 'mio', '七')), array['conflict'], 'what was taken back does not come again'
);
select is(
  tests.push('messages', tests.message('a', tests.talk('mio-ken'), 'mio', '書き直し')), array['conflict'],
  'a text that arrived is not edited'
);
select is((select body from public.messages where id = tests.message_id('a')), '二', 'it stands');
update public.messages set is_deleted = false where id = tests.message_id('l');
select is((select is_deleted from public.messages where id = tests.message_id('l')), true, 'taking back is for good');
select tests.sign_in('ken');
select is_empty($$ select id from public.messages where id = tests.message_id('never') $$, 'who never got it never learns of it');
select is(
  tests.push(
    'messages', tests.taken_back('a', tests.talk('mio-ken'), 'ken'), tests.taken_back('b', tests.talk('mio-ken'), 'mio'),
    tests.taken_back('never', tests.talk('mio-ken'), 'ken')
  ),
  array['forbidden', 'forbidden', 'invalid'], 'nobody takes back another''s'
);
update public.messages set is_deleted = true where sender_id = tests.id_of('mio');
select is((select count(*) from public.messages where not is_deleted and sender_id = tests.id_of('mio')), 7::bigint, 'nor by a direct write');
select is(
  (select (is_deleted, body)::text from public.messages where id = tests.message_id('l')), '(t,"")', 'the other one sees that it was taken back'
);
select tests.sign_in('rin');
select is(
  tests.push('messages', tests.taken_back('a', tests.talk('mio-ken'), 'rin')), array['forbidden'], 'a stranger takes nothing back'
);
select is(
  tests.push('messages', tests.taken_back('new', tests.talk('mio-ken'), 'rin')), array['forbidden'], 'nor leaves an empty row'
);
select tests.govern();

-- A closed conversation takes nothing in.
update public.conversations set is_active = false where id = tests.talk('mio-ken');
select tests.sign_in('mio');
select is(tests.push('messages', tests.message('m', tests.talk('mio-ken'), 'mio', 'x')), array['blocked'], 'a closed one refuses');
select is(tests.push('messages', tests.taken_back('n', tests.talk('mio-ken'), 'mio')), array['applied'], 'but lets one take back');

-- What a device pulls.
select tests.govern();
select tests.settle();
select tests.sign_in('ken');
select is((select count(*) from jsonb_array_elements(tests.pull('messages'))), 9::bigint, 'messages');
select is((select count(*) from jsonb_array_elements(tests.pull('conversations'))), 2::bigint, 'conversations');
select set_eq(
  $$ select pulled ->> 'username' from jsonb_array_elements(tests.pull('profiles')) as pulled $$, array['ken', 'mio', 'rin'],
  'and the profiles of partners'
);

-- A message and a mark in one push: the conversation is answered as it is after both.
select tests.sign_in('rin');
create temporary table answered as
select public.sync_push(jsonb_build_object(
  'conversations', jsonb_build_array(jsonb_build_object('id', tests.talk('ken-rin'), 'read_seq', 1)),
  'messages', jsonb_build_array(tests.message('together', tests.talk('ken-rin'), 'rin', '一緒に'))
)) #> '{answers,conversations,0,row}' as row;
select is(
  (select jsonb_build_array((row ->> 'last_message_time')::timestamptz, row -> 'row_version') from answered),
  (select jsonb_build_array(last_message_time, row_version) from public.conversations where id = tests.talk('ken-rin')),
  'what a device is told of a conversation under a version is what has that version'
);

-- Age: writing is for adults, and the second message in a conversation for those whose age an admin has checked.
select tests.govern();
select tests.create_user('kid'), tests.create_user('sora'), tests.create_user('riku');
update public.profile_private set birth_date = current_date - interval '17 years' where user_id = tests.id_of('kid');
insert into tests.talks
values ('kid-sora', private.open_conversation(tests.id_of('kid'), tests.id_of('sora'))),
  ('sora-riku', private.open_conversation(tests.id_of('sora'), tests.id_of('riku')));
select tests.sign_in('kid');
select is(tests.push('messages', tests.message('ka', tests.talk('kid-sora'), 'kid', 'x')), array['adult_required'], 'a minor writes to nobody');
select throws_ok(
  $$ insert into public.messages (conversation_id, sender_id, body, sent_at) values (tests.talk('kid-sora'), tests.id_of('kid'), 'x', 1) $$,
  '23514', 'writing is for adults', 'nor past the push'
);
select tests.govern();
update public.profile_private set birth_date = null where user_id = tests.id_of('kid');
select tests.sign_in('kid');
select is(tests.push('messages', tests.message('kb', tests.talk('kid-sora'), 'kid', 'x')), array['adult_required'], 'nor does somebody of no age');
select tests.sign_in('sora');
select is(tests.push('messages', tests.message('sk', tests.talk('kid-sora'), 'sora', 'x')), array['blocked'], 'nor does an adult write to either, and learns no age');
select is(
  tests.push('messages', tests.message('sa', tests.talk('sora-riku'), 'sora', '一'), tests.message('sb', tests.talk('sora-riku'), 'sora', '二')),
  array['applied', 'age_check_required'], 'an adult by their own word writes once'
);
select is(tests.push('messages', tests.message('sa', tests.talk('sora-riku'), 'sora', '一')), array['applied'], 'that it comes again is no second one');
select is(
  tests.push('messages', tests.taken_back('sa', tests.talk('sora-riku'), 'sora')), array['applied'], 'it is taken back'
);
select is(
  tests.push('messages', tests.message('sc', tests.talk('sora-riku'), 'sora', '三')), array['age_check_required'], 'and counts all the same'
);
select tests.govern();
select tests.check_age('sora');
select tests.sign_in('sora');
select is(
  tests.push('messages', tests.message('sd', tests.talk('sora-riku'), 'sora', '四'), tests.message('se', tests.talk('sora-riku'), 'sora', '五')),
  array['applied', 'applied'], 'whose age was checked writes on'
);
select throws_ok(
  $$ insert into public.messages (conversation_id, body, sent_at) values (tests.talk('sora-riku'), '太古', -9000000000000000) $$,
  '23514', null, 'but at no time that no page could show as a date'
);
select is(tests.push('messages', tests.message('sn', tests.talk('sora-riku'), 'sora', '太古') || '{"sent_at": -1}'), array['invalid'], 'nor by the push');
select tests.govern();
select tests.settle();
select tests.sign_in('sora');
select ok((tests.pull('profiles') @> '[{"is_age_checked": true}]'), 'and has it on their devices');

select * from finish();
rollback;
