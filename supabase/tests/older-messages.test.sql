begin;
\ir helpers.psql
select plan(27);

-- A window of three: Mio and Ken wrote ten, Ken and Rin two.
create or replace function private.message_window() returns integer language sql immutable set search_path = '' return 3;
select tests.create_user('mio'), tests.create_user('ken'), tests.create_user('rin');
create table tests.talks (name text primary key, id uuid);
grant select on tests.talks to authenticated, anon;
insert into tests.talks
values ('mio-ken', private.open_conversation(tests.id_of('mio'), tests.id_of('ken'))),
  ('ken-rin', private.open_conversation(tests.id_of('ken'), tests.id_of('rin')));
create function tests.talk(name text) returns uuid language sql stable as $$ select id from tests.talks where talks.name = $1 $$;
create function tests.write(talk text, sender text, bodies text[]) returns void language sql security definer as $$
  insert into public.messages (conversation_id, sender_id, body, sent_at)
  select tests.talk(talk), tests.id_of(sender), body, 1 from unnest(bodies) as body
$$;
create function tests.seq_of(body text) returns bigint language sql security definer
as $$ select seq from public.messages where messages.body = $1 $$;
create function tests.bodies(rows jsonb) returns text[] language sql
as $$ select array_agg(row ->> 'body' order by (row ->> 'seq')::bigint) from jsonb_array_elements(rows) as row $$;
create function tests.messages_after(checkpoint jsonb, page_limit integer default 500) returns jsonb language sql
as $$ select public.sync_pull(jsonb_build_object('messages', checkpoint), page_limit) -> 'collections' -> 'messages' $$;
create function tests.older(talk text, before_body text, page_limit integer default 100) returns jsonb language sql
as $$ select public.older_messages(tests.talk(talk), tests.seq_of(before_body), page_limit) $$;
select tests.write('mio-ken', 'mio', array['一', '二', '三', '四', '五', '六', '七', '八', '九', '十']);
select tests.write('ken-rin', 'rin', array['い', 'ろ', 'は']);
select tests.settle();

-- A device that begins gets the newest of each conversation, and is told what it did not get.
select tests.sign_in('ken');
select is(tests.bodies(tests.pull('messages')), array['八', '九', '十', 'い', 'ろ', 'は'], 'a device that begins gets the newest of each conversation');
select is(
  tests.messages_after(null) #> '{left_out,floors}', jsonb_build_object(tests.talk('mio-ken')::text, tests.seq_of('八')),
  'and hears from where on each is complete that is not whole'
);
select is(tests.messages_after(null) #> '{checkpoint,left_out}', 'null'::jsonb, 'the last page ends it');
select is(tests.messages_after('{"epoch": "0.1", "row_version": 9, "id": ""}') -> 'reset', 'true'::jsonb, 'a new epoch');
select is(
  jsonb_array_length(tests.messages_after('{"epoch": "0.1", "row_version": 9, "id": ""}') -> 'rows'), 6, 'begins in the same way'
);
create temporary table pages as
with recursive pages as (
  select 1 as number, tests.messages_after(null, 4) as page
  union all
  select number + 1, tests.messages_after(page -> 'checkpoint', 4) from pages where jsonb_array_length(page -> 'rows') = 4
)
select * from pages;
select is(
  (select tests.bodies(jsonb_agg(row)) from pages, jsonb_array_elements(page -> 'rows') as row),
  array['八', '九', '十', 'い', 'ろ', 'は'], 'page by page the same comes'
);
select isnt((select page #> '{checkpoint,left_out}' from pages where number = 1), 'null'::jsonb, 'because the checkpoint carries what is left out');

-- What was written or changed after the beginning comes, wherever it stands.
create temporary table began as select page -> 'checkpoint' as checkpoint from pages where number = 1;
select tests.govern();
select tests.write('mio-ken', 'mio', array['十一', '十二', '十三', '十四']);
update public.messages set is_deleted = true, body = '' where body = '二';
alter table public.messages disable trigger user;
update public.messages set row_version = 4 where row_version > 3;
update public.messages set row_version = 2 where row_version = 3;
alter table public.messages enable trigger user;
-- As if the first page had come before all this.
update began set checkpoint = jsonb_set(jsonb_set(checkpoint, '{row_version}', '2'), '{left_out,until}', '3');
grant select on began to authenticated;
select tests.sign_in('ken');
select ok(
  tests.bodies(tests.messages_after((select checkpoint from began)) -> 'rows') @> array['', '十一', '十二', '十三', '十四'],
  'while a first pull goes on, what comes later comes whole, and what was taken back far below'
);
select is(
  tests.bodies(tests.messages_after(jsonb_build_object('epoch', '1.1', 'row_version', 2, 'id', 'ffffffff-ffff-ffff-ffff-ffffffffffff', 'left_out', null)) -> 'rows'),
  array['', '十一', '十二', '十三', '十四'], 'and after it as well'
);
select is(
  tests.bodies(tests.messages_after(jsonb_build_object('epoch', '1.1', 'row_version', 2, 'id', 'ffffffff-ffff-ffff-ffff-ffffffffffff')) -> 'rows'),
  array['', '十一', '十二', '十三', '十四'], 'also to a device that never heard of it'
);

-- Older ones, page by page up to the beginning.
select is(tests.bodies(tests.older('mio-ken', '八', 4) -> 'rows'), array['四', '五', '六', '七'], 'a page of older ones');
select is(tests.older('mio-ken', '八', 4) -> 'has_older', 'true'::jsonb, 'is not the last');
select is(tests.older('mio-ken', '八', 4) ->> 'epoch', '1.1', 'and tells its epoch');
select is(tests.bodies(tests.older('mio-ken', '四', 4) -> 'rows'), array['一', '', '三'], 'one that was taken back is there without its text');
select is(tests.older('mio-ken', '四', 4) -> 'has_older', 'false'::jsonb, 'the conversation begins there');
select is(tests.older('mio-ken', '四', 3) -> 'has_older', 'false'::jsonb, 'also when the page is just full');
select is(tests.older('mio-ken', '一') -> 'rows', '[]'::jsonb, 'before the first one there is none');
select is(
  (select array_agg(key order by key) from jsonb_object_keys(tests.older('mio-ken', '八', 1) -> 'rows' -> 0) as key),
  (select array_agg(key order by key) from jsonb_object_keys(tests.pull('messages') -> 0) as key), 'a row is as a pull brings it'
);
select is(jsonb_array_length(tests.older('mio-ken', '十四', -5) -> 'rows'), 1, 'a page has one at least');
select throws_ok($$ select public.older_messages(tests.talk('mio-ken'), null) $$, '22023', null, 'a place is needed');

-- Refusals.
select tests.sign_in('rin');
select throws_ok($$ select tests.older('mio-ken', '八') $$, '42501', null, 'nobody reads what others write to each other');
select throws_ok($$ select public.older_messages(gen_random_uuid(), 9) $$, '42501', null, 'nor what is not there');
select tests.visit();
select throws_ok($$ select public.older_messages(tests.talk('mio-ken'), 9) $$, '42501', null, 'a visitor reads nothing');
select tests.sign_in('ken');
insert into public.blocks (blocker_id, blocked_id) values (tests.id_of('ken'), tests.id_of('mio'));
select throws_ok($$ select tests.older('mio-ken', '八') $$, '42501', null, 'who blocks reads no more');
select is(tests.messages_after(null) #> '{left_out,floors}', '{}'::jsonb, 'and hears nothing of its place');
select tests.sign_in('mio');
select throws_ok($$ select tests.older('mio-ken', '八') $$, '42501', null, 'nor does who is blocked');
select tests.sign_in('ken');
delete from public.blocks where blocked_id = tests.id_of('mio');
select is(tests.bodies(tests.older('mio-ken', '八', 1) -> 'rows'), array['七'], 'what was hidden can be read again');

select * from finish();
rollback;
