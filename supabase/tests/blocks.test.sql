begin;
\ir helpers.psql
select plan(33);

select tests.create_user('mio'), tests.create_user('ken'), tests.create_user('rin'), tests.check_age('mio', 'ken');
select private.open_conversation(tests.id_of('mio'), tests.id_of('ken'));
select private.open_conversation(tests.id_of('mio'), tests.id_of('rin'));
insert into private.met_profiles (user_id, met_id) values (tests.id_of('rin'), tests.id_of('ken'));
create function tests.talk() returns uuid language sql stable security definer as $$
  select id from public.conversations
  where user1_id = least(tests.id_of('mio'), tests.id_of('ken')) and user2_id = greatest(tests.id_of('mio'), tests.id_of('ken'))
$$;
/** What the person in whose name it is asked sees of Mio, Ken and what they share. */
create function tests.seen() returns text language sql stable as $$
  select format('profiles %s, conversations %s, messages %s, connections %s, notifications %s',
    (select count(*) from public.profiles where id in (tests.id_of('mio'), tests.id_of('ken'))),
    (select count(*) from public.conversations), (select count(*) from public.messages), (select count(*) from public.connections),
    (select count(*) from public.notifications))
$$;
create function tests.removed(collection text) returns bigint language sql as $$
  select count(*) from jsonb_array_elements(
    public.sync_pull(jsonb_build_object(collection, jsonb_build_object('epoch', '1.1', 'row_version', 3, 'id', 'ffffffff-ffff-ffff-ffff-ffffffffffff')))
      -> 'collections' -> collection -> 'rows'
  ) as pulled where pulled ? '_deleted'
$$;
insert into public.connections (user_id, connected_user_id, status) values (tests.id_of('mio'), tests.id_of('ken'), 'connected');
select tests.sign_in('mio');
select tests.push('messages', tests.message('a', tests.talk(), 'mio', 'やあ'));
select tests.sign_in('ken');
select tests.push('messages', tests.message('b', tests.talk(), 'ken', 'どうも'));
select tests.govern();
select tests.settle();

-- Mio blocks Ken.
select tests.sign_in('mio');
select throws_ok(
  $$ insert into public.blocks (blocker_id, blocked_id) values (tests.id_of('ken'), tests.id_of('mio')) $$, '42501', null,
  'one blocks for oneself'
);
select throws_ok($$ insert into public.blocks (blocked_id) values (tests.id_of('mio')) $$, '23514', null, 'not oneself');
select throws_ok($$ insert into public.blocks (blocked_id) values (gen_random_uuid()) $$, '23503', null, 'and somebody who is there');
select lives_ok($$ insert into public.blocks (blocked_id) values (tests.id_of('ken')) $$, 'Mio blocks Ken');
select throws_ok($$ insert into public.blocks (blocked_id) values (tests.id_of('ken')) $$, '23505', null, 'once');
select is((select blocked_id from public.blocks), tests.id_of('ken'), 'and sees whom');
select throws_ok($$ update public.blocks set blocked_id = tests.id_of('rin') $$, '42501', null, 'a block is not turned on another');

-- Both vanish for each other.
select is(tests.seen(), 'profiles 1, conversations 1, messages 0, connections 0, notifications 0', 'for Mio Ken is gone');
select tests.sign_in('ken');
select is(tests.seen(), 'profiles 1, conversations 0, messages 0, connections 0, notifications 0', 'for Ken Mio is gone');
select is_empty($$ select id from public.blocks $$, 'Ken does not see why');
select is(tests.push('messages', tests.message('c', tests.talk(), 'ken', 'なぜ')), array['blocked'], 'and cannot write');
select is(tests.push('conversations', jsonb_build_object('id', tests.talk(), 'read_seq', 1)), array['not_found'], 'nor mark as read');
delete from public.blocks;
select tests.sign_in('mio');
select is((select count(*) from public.blocks), 1::bigint, 'nor lift it');
select is(tests.push('messages', tests.message('d', tests.talk(), 'mio', 'さようなら')), array['blocked'], 'Mio does not write either');
select tests.sign_in('rin');
select is(
  (select count(*) from public.profiles where id in (tests.id_of('mio'), tests.id_of('ken'))), 2::bigint, 'a third still sees both'
);
select tests.visit();
select throws_ok($$ select id from public.blocks $$, '42501', null, 'a visitor sees no block');

-- Devices remove it.
select tests.govern();
update public.revocations set row_version = 4;
select tests.sign_in('ken');
select is(tests.pull('messages') @> '[{"_deleted": true}]', true, 'a device that begins is told too');
select tests.govern();
select is(
  (select array_agg(collection || ' ' || number order by collection) from (
    select collection, count(*) as number from public.revocations where user_id = tests.id_of('ken') group by collection
  ) as counted),
  array['connections 1', 'conversations 1', 'messages 2', 'notifications 1', 'profiles 1'], 'everything shared leaves Ken''s devices'
);
select is(
  (select count(*) from public.revocations where user_id = tests.id_of('mio')), 6::bigint, 'and Mio''s'
);
select is((select count(*) from public.revocations where user_id = tests.id_of('rin')), 0::bigint, 'nothing leaves Rin''s');

-- Both ways at once: lifting one does not show.
insert into public.blocks (blocker_id, blocked_id) values (tests.id_of('ken'), tests.id_of('mio'));
select tests.sign_in('mio');
delete from public.blocks;
select is_empty($$ select id from public.profiles where id = tests.id_of('ken') $$, 'while the other''s block stands nothing is seen');
select tests.govern();
select is((select count(*) from public.revocations), 12::bigint, 'and nothing comes back');

-- Lifted.
select tests.sign_in('ken');
delete from public.blocks;
select is(tests.seen(), 'profiles 2, conversations 1, messages 2, connections 1, notifications 1', 'then all is seen again');
select tests.govern();
select is((select count(*) from public.revocations), 0::bigint, 'no removal is left');
select is(
  (select count(*) from public.messages where row_version = private.current_version()), 2::bigint, 'and messages are sent to devices again'
);
select is((select count(*) from public.connections where row_version = private.current_version()), 1::bigint, 'connections too');
select is(
  (select count(*) from private.met_profiles
   where row_version = private.current_version() and tests.id_of('ken') in (user_id, met_id) and tests.id_of('mio') in (user_id, met_id)),
  2::bigint, 'and profiles'
);
select tests.sign_in('ken');
select is(tests.push('messages', tests.message('e', tests.talk(), 'ken', 'また')), array['applied'], 'and they write');

-- A conversation that ends takes its messages off both sides.
select tests.govern();
delete from public.conversations where id = tests.talk();
select is(
  (select array_agg(collection || ' ' || number order by collection) from (
    select collection, count(*) as number from public.revocations where user_id = tests.id_of('mio') group by collection
  ) as counted),
  array['conversations 1', 'messages 3'], 'a deleted conversation leaves devices with its messages'
);
select tests.settle();
select tests.sign_in('ken');
select is(tests.removed('messages'), 0::bigint, 'a device past it is told nothing');
select is(
  (select count(*) from jsonb_array_elements(tests.pull('messages')) as pulled where pulled ? '_deleted'), 3::bigint, 'one before it everything'
);
select throws_ok($$ insert into public.revocations (user_id, collection, document_id) values (tests.id_of('mio'), 'x', 'x') $$, '42501', null, 'members revoke nothing');
select is_empty($$ select 1 from public.revocations where user_id <> tests.id_of('ken') $$, 'and read only their own');

select * from finish();
rollback;
