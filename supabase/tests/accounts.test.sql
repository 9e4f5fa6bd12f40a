begin;
\ir helpers.psql
select plan(20);

-- Ken has something of everything; then his account goes.
select tests.create_user('mio'), tests.create_user('ken', premium => true);
select tests.create_videos(2);
update public.videos set youtuber = tests.id_of('ken') where id = tests.video_id(2);
select private.open_conversation(tests.id_of('mio'), tests.id_of('ken'));
insert into public.connections (user_id, connected_user_id, status) values (tests.id_of('mio'), tests.id_of('ken'), 'connected');
insert into public.blocks (blocker_id, blocked_id) values (tests.id_of('ken'), tests.id_of('mio'));
delete from public.blocks;
insert into public.blocks (blocker_id, blocked_id) values (tests.id_of('ken'), tests.id_of('mio'));
delete from public.blocks;
select tests.sign_in('ken');
select tests.push('ratings', tests.rating('ken', 1, '{"overall": 4, "comment": "よい"}', '{"overall": 1}'));
select tests.push('favorites', tests.favorite('ken', 1, true, 1));
select tests.push('messages', tests.message('a', (select id from public.conversations), 'ken', 'やあ'));
insert into public.history (video_id, viewed_at, edited_at) values (tests.video_id(1), now(), 1);
insert into public.settings (name, value, edited_at) values ('theme', '"dark"', 1);
insert into public.notification_preferences default values;
select public.seal_key('B' || repeat('k', 86), repeat('k', 184));
insert into public.rating_replies (rating_id, body) select id, '自分で' from public.video_ratings where user_id = tests.id_of('ken');
select tests.sign_in('mio');
insert into public.rating_replies (rating_id, body) select id, '返信' from public.video_ratings where user_id = tests.id_of('ken');
insert into public.rating_likes (rating_id) select id from public.video_ratings where user_id = tests.id_of('ken');
insert into public.notification_reads (id, is_read) select id, true from public.notifications;
select tests.govern();
create function tests.traces(person uuid) returns table (relation text, number bigint) language plpgsql as $$
declare
  found record;
begin
  for found in
    select attrelid::regclass as relation, attname from pg_attribute join pg_class on pg_class.oid = attrelid
    where relnamespace in ('public'::regnamespace, 'private'::regnamespace) and relkind = 'r' and atttypid = 'uuid'::regtype and attnum > 0
  loop
    return query execute format('select %L, count(*) from %s where %I = $1', found.relation || '.' || found.attname, found.relation, found.attname)
      using person;
  end loop;
end
$$;
select cmp_ok((select count(*)::integer from tests.traces(tests.id_of('ken')) where number > 0), '>=', 15, 'Ken left many traces');
select ok(
  public.account_rows(tests.id_of('ken')) @> '{"profiles": 1, "video_ratings": 1, "favorites": 1, "history": 1, "settings": 1, "messages": 1, "connections": 1}',
  'the receipt counts what goes'
);
select is(public.account_rows(tests.id_of('ken')) -> 'videos', null, 'and not what stays without him');
delete from realtime.messages;
select set_config('mirutomo.pokes', '', true);
select lives_ok($$ delete from auth.users where id = tests.id_of('ken') $$, 'the account is deleted');
select is(public.account_rows(tests.id_of('ken')), '{}', 'and nothing is left to count');
select isnt_empty(
  $$ select from realtime.messages where topic = 'user:' || tests.id_of('ken') and payload -> 'collections' ? 'profiles' $$,
  'his other devices are poked'
);
select tests.sign_in('ken');
select throws_ok($$ select public.sync_pull('{"favorites": null}') $$, 'PT401', null, 'his token pulls nothing any more');
select throws_ok($$ select public.sync_push('{"settings": []}') $$, 'PT401', null, 'and pushes nothing');
select tests.govern();
select is_empty(
  $$ select * from tests.traces(tests.id_of('ken')) where number > 0 $$, 'no row of Ken is left, whatever column names him'
);
select is((select rating_count from public.videos where id = tests.video_id(1)), 0, 'his rating no longer counts');
select is((select count(*) from public.videos where id = tests.video_id(2)), 1::bigint, 'his video stays');
select is((select count(*) from public.profiles where id = tests.id_of('mio')), 1::bigint, 'Mio stays');
select is(
  (select array_agg(distinct collection order by collection) from public.revocations where user_id = tests.id_of('mio')),
  array['connections', 'conversations', 'messages', 'notifications'], 'from Mio''s devices goes what they shared'
);
select is(
  (select epoch from public.sync_epochs where user_id = tests.id_of('mio') and collection = 'profiles'), 2,
  'and his profile, by beginning anew'
);
select is_empty($$ select from public.notifications where user_id = tests.id_of('mio') and type = 'message' $$, 'what he wrote stands in no notification');
select lives_ok($$ delete from auth.users where id = tests.id_of('mio') $$, 'Mio goes too');
select is_empty($$ select * from tests.traces(tests.id_of('mio')) where number > 0 $$, 'without a trace');

-- One cannot delete another's account by a table.
select tests.create_user('rin');
select tests.sign_in('rin');
select throws_ok($$ delete from auth.users $$, '42501', null, 'a member deletes no account');
select throws_ok($$ select public.account_rows(tests.id_of('rin')) $$, '42501', null, 'nor counts the rows of one');
select tests.visit();
select throws_ok($$ select public.account_rows(gen_random_uuid()) $$, '42501', null, 'neither does a visitor');

select * from finish();
rollback;
