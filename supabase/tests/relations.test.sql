begin;
\ir helpers.psql
select plan(45);

select tests.create_user('mio'), tests.create_user('ken'), tests.create_user('rin'), tests.check_age('mio');
select private.open_conversation(tests.id_of('mio'), tests.id_of('ken'));
create function tests.talk() returns uuid language sql stable security definer as $$
  select id from public.conversations where tests.id_of('ken') in (user1_id, user2_id)
$$;
create function tests.relation(person text, other uuid, is_blocked boolean, edited_at bigint) returns jsonb language sql as $$
  select jsonb_build_object(
    'id', tests.id_of(person) || '|' || other, 'user_id', tests.id_of(person), 'other_id', other, 'is_blocked', is_blocked,
    'blocked_edited_at', edited_at
  )
$$;
/** Do the register and the blocks of Mio say the same? */
create function tests.agree() returns boolean language sql stable security definer as $$
  select not exists (
    select from (select id from public.relations where is_blocked) as decided full join public.blocks using (id)
    where (decided is null) <> (blocks is null)
  )
$$;
select tests.sign_in('mio');
select tests.push('messages', tests.message('a', tests.talk(), 'mio', 'やあ'));

-- Mio blocks Ken from a device.
select is(tests.push('relations', tests.relation('mio', tests.id_of('ken'), true, 10)), array['applied'], 'Mio blocks Ken');
select is((select blocked_id from public.blocks), tests.id_of('ken'), 'the block is there');
select is((select other_username from public.relations), 'ken', 'with the name he had, which stays readable');
select is_empty($$ select id from public.profiles where id = tests.id_of('ken') $$, 'for Mio Ken is gone');
select is_empty($$ select id from public.conversations $$, 'with their conversation');
select is(tests.push('messages', tests.message('b', tests.talk(), 'mio', 'また')), array['blocked'], 'she does not write to him');
select tests.sign_in('ken');
select is_empty($$ select id from public.profiles where id = tests.id_of('mio') $$, 'for Ken Mio is gone');
select is_empty($$ select id from public.relations $$, 'and he does not see why');
select is(tests.push('messages', tests.message('c', tests.talk(), 'ken', 'なぜ')), array['blocked'], 'he cannot write');
select tests.govern();
select ok(exists (select from public.revocations where user_id = tests.id_of('mio') and collection = 'messages'), 'it leaves her devices');
select ok(exists (select from public.revocations where user_id = tests.id_of('ken') and collection = 'messages'), 'and his');

-- The later intent stands, of two at the same moment the block.
select tests.sign_in('mio');
select is(tests.push('relations', tests.relation('mio', tests.id_of('ken'), false, 5)), array['conflict'], 'an earlier intent loses');
select is(tests.push('relations', tests.relation('mio', tests.id_of('ken'), false, 10)), array['conflict'], 'at the same moment the block stands');
select is((select count(*) from public.blocks), 1::bigint, 'and the block with it');
select is(tests.push('relations', tests.relation('mio', tests.id_of('ken'), false, 11)), array['applied'], 'the later one lifts it');
select is_empty($$ select id from public.blocks $$, 'the block is gone');
select is((select count(*) from public.conversations), 1::bigint, 'and everything is there again');
select is(tests.push('relations', tests.relation('mio', tests.id_of('ken'), true, 11)), array['applied'], 'at the same moment the block wins, also when it comes second');
select is(
  tests.push('relations', tests.relation('mio', tests.id_of('ken'), false, 9000000000000)), array['conflict'], 'a time in the future is now'
);
select cmp_ok((select blocked_edited_at from public.relations), '<=', private.now_ms(), 'not later');
select ok(tests.agree(), 'register and blocks agree');

-- A block acts before what is written beside it, whatever the order in the request.
select is(
  (select array[pushed -> 'answers' -> 'relations' -> 0 ->> 'result', pushed -> 'answers' -> 'messages' -> 0 ->> 'code']
   from public.sync_push(jsonb_build_object(
     'messages', jsonb_build_array(tests.message('d', tests.talk(), 'mio', 'さようなら')),
     'relations', jsonb_build_array(tests.relation('mio', tests.id_of('ken'), true, 9000000000000))
   )) as pushed),
  array['conflict', 'blocked'], 'a block and a message in one push end in blocked'
);
select tests.govern();
update public.relations set blocked_edited_at = 20;
select tests.sign_in('mio');
select is(
  (select pushed -> 'answers' -> 'messages' -> 0 ->> 'result'
   from public.sync_push(jsonb_build_object(
     'messages', jsonb_build_array(tests.message('e', tests.talk(), 'mio', 'やっぱり')),
     'relations', jsonb_build_array(tests.relation('mio', tests.id_of('ken'), false, 30))
   )) as pushed),
  'applied', 'and a message beside the end of a block arrives'
);

-- Made and lifted directly, it is the same decision.
select is(tests.push('relations', tests.relation('mio', tests.id_of('ken'), true, 40)), array['applied'], 'blocked again');
delete from public.blocks;
select is((select is_blocked from public.relations), false, 'a block that is lifted by itself is noted');
select cmp_ok((select blocked_edited_at from public.relations), '>', 40::bigint, 'as a later decision');
insert into public.blocks (blocked_id) values (tests.id_of('ken')), (tests.id_of('rin'));
select is((select count(*) from public.relations where is_blocked), 2::bigint, 'as is one that is made');
select is(tests.push('relations', tests.relation('mio', tests.id_of('rin'), false, 30)), array['conflict'], 'which an older edit does not lift');
select ok(tests.agree(), 'they still agree');

-- Refusals.
select is(
  tests.push(
    'relations', tests.relation('ken', tests.id_of('rin'), true, 1),
    tests.relation('mio', tests.id_of('mio'), true, 1),
    tests.relation('mio', '018f0000-0000-7000-8000-00000000dead', true, 1),
    tests.relation('mio', tests.id_of('rin'), true, 1) || '{"id": "another"}',
    tests.relation('mio', tests.id_of('rin'), null, 1),
    tests.relation('mio', tests.id_of('rin'), true, -1),
    tests.relation('mio', tests.id_of('rin'), true, 1) || '{"other_id": "nobody"}'
  ),
  array['forbidden', 'invalid', 'not_found', 'invalid', 'invalid', 'invalid', 'invalid'],
  'another''s, oneself, nobody, a strange id, no intent, no time, no person'
);
select is(
  tests.push('relations', tests.relation('mio', tests.id_of('rin'), true, 1) || '{"row_version": 1, "other_username": "x"}'),
  array['conflict'], 'a version and a name that are sent along'
);
select is((select count(*) from public.relations where row_version = 1 or other_username = 'x'), 0::bigint, 'are nothing to the server');
select throws_ok(
  $$ insert into public.relations (user_id, other_id, is_blocked, blocked_edited_at) values (tests.id_of('mio'), tests.id_of('rin'), true, 1) $$,
  '42501', null, 'nothing is written past the push'
);
select throws_ok($$ update public.relations set is_blocked = false $$, '42501', null, 'nor changed');
select throws_ok($$ update public.relations set row_version = 1 $$, '42501', null, 'nor given a version');
select throws_ok($$ delete from public.relations $$, '42501', null, 'nor deleted');
select tests.visit();
select throws_ok($$ select id from public.relations $$, '42501', null, 'a visitor sees none');
select throws_ok($$ select public.sync_push('{"relations": []}') $$, '42501', null, 'and pushes none');

-- Pulled by one's own devices only.
select tests.govern();
select tests.settle();
select tests.sign_in('mio');
select is((select count(*) from jsonb_array_elements(tests.pull('relations'))), 2::bigint, 'Mio''s devices pull both');
select ok(
  (select bool_and(pulled ->> 'other_username' in ('ken', 'rin')) from jsonb_array_elements(tests.pull('relations')) as pulled),
  'with the names of who is hidden from them'
);
select tests.sign_in('ken');
select is((select count(*) from jsonb_array_elements(tests.pull('relations'))), 0::bigint, 'Ken''s pull nothing');

-- A name that changes later is not told.
select tests.govern();
update public.profiles set username = 'kenta' where id = tests.id_of('ken');
update public.relations set row_version = 0;
select is((select count(*) from public.relations where other_username = 'ken'), 1::bigint, 'what Ken is called later is not told');

-- An account that goes takes it along.
delete from auth.users where id = tests.id_of('rin');
select is((select count(*) from public.relations), 1::bigint, 'what was decided about Rin goes with her');
select is(
  (select epoch from public.sync_epochs where user_id = tests.id_of('mio') and collection = 'relations'), 2,
  'and leaves Mio''s devices, which begin anew'
);
delete from auth.users where id = tests.id_of('mio');
select is((select count(*) from public.relations) + (select count(*) from public.blocks), 0::bigint, 'Mio''s own go with her');

select * from finish();
rollback;
