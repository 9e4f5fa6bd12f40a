begin;
\ir helpers.psql
select plan(45);

select tests.create_user('mio'), tests.create_user('ken'), tests.create_user('aya');
select tests.make_admins('aya');
delete from private.contacts;
-- A question is told by a word, which gives it its id.
create function tests.ask(word text, email text default 'guest@pgtap.test', kind text default 'usage', message text default 'どうすれば？', name text default '')
returns void language sql
as $$ select public.send_contact(md5('question ' || word)::uuid, name, email, kind, message) $$;
create function tests.asked() returns setof private.contacts language sql security definer as $$ select * from private.contacts order by created_at, id $$;
/** From here on the gateway says this of where requests come from. */
create function tests.come_from(address text) returns void language sql
as $$ select set_config('request.headers', jsonb_build_object('cf-connecting-ip', address)::text, true) $$;
create function tests.crowd(size integer) returns void language sql security definer
as $$
  insert into private.contacts (id, name, email, kind, message)
  select md5('crowd ' || number)::uuid, '', 'somebody@pgtap.test', 'usage', 'どうすれば？' from generate_series(1, size) as number
$$;
create function tests.hours_pass(hours integer) returns void language sql security definer
as $$ update private.contacts set created_at = created_at - hours * interval '1 hour' $$;

-- What is not asked as it should be is not kept.
select tests.visit();
select throws_ok($$ select tests.ask('x', name => repeat('x', 101)) $$, 'P0001', 'a name of 100 characters at most', 'no name is that long');
select throws_ok(format('select tests.ask(''x'', %L)', address), 'P0001', 'no such address', 'no answer would arrive at ' || coalesce(nullif(left(address, 20), ''), 'nothing'))
from unnest(array['', 'guest', 'guest@pgtap', 'a guest@pgtap.test', 'guest@@pgtap.test', repeat('x', 250) || '@pgtap.test']) as address;
select throws_ok($$ select tests.ask('x', null) $$, 'P0001', 'no such address', 'nor without an address');
select throws_ok($$ select tests.ask('x', kind => 'gossip') $$, 'P0001', 'no such kind', 'gossip is no kind');
select throws_ok($$ select tests.ask('x', kind => null) $$, 'P0001', 'no such kind', 'nor is nothing');
select throws_ok($$ select tests.ask('x', message => E' \n　') $$, 'P0001', 'say what it is about', 'an empty question is none');
select throws_ok($$ select tests.ask('x', message => repeat('あ', 2001)) $$, 'P0001', 'say it in 2,000 characters', 'nor is a book');
select is_empty('select from tests.asked()', 'nothing of it is kept');

-- A visitor asks.
select lives_ok($$ select tests.ask('first', ' Guest@pgtap.test ', 'payment', repeat(E'か\u3099', 2000), E'　来\u202E客　') $$, 'a visitor asks with as much as fits');
select results_eq(
  'select user_id, name, email, kind, length(message), answered_at from tests.asked()',
  $$ values (null::uuid, '来客', 'Guest@pgtap.test', 'payment', 2000, null::timestamptz) $$, 'and it is kept, trimmed, with a name that turns nothing'
);
select lives_ok($$ select tests.ask('first', 'Guest@pgtap.test') $$, 'the same again is taken');
select is((select count(*) from tests.asked()), 1::bigint, 'and kept once');
select throws_ok($$ select tests.ask('first', 'other@pgtap.test') $$, 'P0001', 'the id is somebody else''s', 'another address does not take its id');
select tests.sign_in('mio');
select throws_ok($$ select tests.ask('first', 'Guest@pgtap.test') $$, 'P0001', 'the id is somebody else''s', 'nor does a member');

-- Not too many: by the address, by the day, and by the member.
select tests.visit();
select tests.ask('more ' || number, 'guest@PGTAP.test') from generate_series(1, 4) as number;
select throws_ok($$ select tests.ask('sixth', 'guest@pgtap.test') $$, 'P0001', 'too many at once', 'an address asks five times an hour');
select lives_ok($$ select tests.ask('first', 'Guest@pgtap.test') $$, 'what arrived is still answered as before');
select lives_ok($$ select tests.ask('elsewhere', 'elsewhere@pgtap.test') $$, 'others ask on');
select tests.hours_pass(1);
select lives_ok($$ select tests.ask('sixth', 'guest@pgtap.test') $$, 'and an hour later it does again');
select tests.come_from('192.0.2.1');
select tests.ask('crowd ' || number, format('crowd%s@pgtap.test', number)) from generate_series(1, 20) as number;
select throws_ok($$ select tests.ask('last', 'last@pgtap.test') $$, 'P0001', 'too many at once', 'from one network visitors ask twenty times a day');
select tests.come_from('2001:db8::1');
select tests.ask('six ' || number, format('six%s@pgtap.test', number)) from generate_series(1, 20) as number;
select tests.come_from('2001:db8::2');
select throws_ok($$ select tests.ask('last', 'last@pgtap.test') $$, 'P0001', 'too many at once', 'a network is where one customer has every address');
select tests.come_from('192.0.2.2');
select lives_ok($$ select tests.ask('beside', 'beside@pgtap.test') $$, 'from another they ask on');
select is((select count(distinct network) from tests.asked()), 4::bigint, 'what is kept of a network tells it from others');
select is_empty($$ select from tests.asked() where encode(network, 'escape') like '%192%' $$, 'and is not its address');
select tests.sign_in('mio');
select tests.ask('mine ' || number, 'mio@pgtap.test') from generate_series(1, 3) as number;
select throws_ok($$ select tests.ask('mine 4', 'elsewhere@pgtap.test') $$, 'P0001', 'too many at once', 'a member asks three times an hour, wherever the answer goes');
select tests.sign_in('ken');
select lives_ok($$ select tests.ask('kens', 'ken@pgtap.test', 'report', 'この人です') $$, 'another member asks');
select tests.hours_pass(24);
select tests.visit();
select tests.come_from('192.0.2.1');
select lives_ok($$ select tests.ask('last', 'last@pgtap.test') $$, 'and on another day visitors do');
select is((select count(network) from tests.asked()), 1::bigint, 'when the networks of the day before are forgotten');
select tests.crowd(2000);
select tests.come_from('192.0.2.3');
select throws_ok($$ select tests.ask('flood', 'flood@pgtap.test') $$, 'P0001', 'too many at once', 'from all networks they ask two thousand times a day');

-- Nobody reads it but admins.
select throws_ok('select from private.contacts', '42501', null, 'a visitor reads none');
select tests.sign_in('ken');
select throws_ok('select from private.contacts', '42501', null, 'nor does a member, not even their own');
select tests.sign_in('aya');
select is((public.admin_contacts() ->> 'total')::bigint, (select count(*) from tests.asked()), 'an admin is told how many wait');
select is(jsonb_array_length(public.admin_contacts() -> 'contacts'), 20, 'and reads a page of them');
select is((public.admin_contacts() #>> '{contacts,0,created_at}')::timestamptz, (select min(created_at) from tests.asked()), 'the oldest first');
select is(
  (select asked - 'id' - 'created_at' from generate_series(1, 6) as page, jsonb_array_elements(public.admin_contacts('open', page) -> 'contacts') as asked where asked ->> 'kind' = 'report'),
  jsonb_build_object(
    'user_id', tests.id_of('ken'), 'username', 'ken', 'name', '', 'email', 'ken@pgtap.test', 'kind', 'report', 'message', 'この人です', 'answered_at', null
  ),
  'with the member who asked'
);
select is((public.admin_overview() #>> '{queues,contacts}')::bigint, (select count(*) from tests.asked()), 'they are among what waits');
select throws_ok($$ select public.answer_contact(gen_random_uuid()) $$, 'P0001', 'no such question', 'what was not asked is not answered');
select public.answer_contact(md5('question kens')::uuid), public.answer_contact(md5('question kens')::uuid);
select is(public.admin_contacts('done') #>> '{contacts,0,email}', 'ken@pgtap.test', 'what was answered is among what is done');
select results_eq(
  $$ select act, subject_type, subject_id, detail from public.admin_acts where act = 'answer_contact' and subject_id = md5('question kens')::uuid::text $$,
  $$ select 'answer_contact', 'contact', md5('question kens')::uuid::text, '{"kind": "report"}'::jsonb $$,
  'and written down once, without what was said'
);
select is(public.admin_contacts('lost') -> 'total', '0'::jsonb, 'there is no third status');

-- With the account goes what it asked.
select tests.govern();
delete from auth.users where id = tests.id_of('mio');
select is_empty('select from tests.asked() where user_id is null and email = ''mio@pgtap.test''', 'a deleted account leaves no question behind');

select * from finish();
rollback;
