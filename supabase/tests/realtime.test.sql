begin;
\ir helpers.psql
select plan(28);

select tests.create_user('mio'), tests.create_user('ken');
select tests.create_videos(3);
select private.open_conversation(tests.id_of('mio'), tests.id_of('ken'));
create function tests.pokes() returns setof text language sql security definer as $$
  select (payload -> 'collections' ->> 0) || ' ' || case topic
    when 'user:' || tests.id_of('mio') then 'mio' when 'user:' || tests.id_of('ken') then 'ken' else topic
  end
  from realtime.messages where event = 'poke' and private and extension = 'broadcast'
$$;
/** A new transaction, as far as pokes go. */
create function tests.forget_pokes() returns void language plpgsql security definer as $$
begin
  delete from realtime.messages;
  perform set_config('mirutomo.pokes', '', true);
end
$$;

select is((select count(*) from tests.pokes() as poke where poke like 'conversations %'), 2::bigint, 'a new conversation pokes both sides');
select tests.forget_pokes();
select tests.sign_in('mio');
select tests.push('favorites', tests.favorite('mio', 1, true, 1), tests.favorite('mio', 2, true, 1));
select set_eq($$ select tests.pokes() $$, array['favorites mio'], 'two favourites are one poke, for oneself');
select is((select count(*) from tests.pokes()), 1::bigint, 'exactly one');
select tests.push('favorites', tests.favorite('mio', 3, true, 1));
select is((select count(*) from tests.pokes()), 1::bigint, 'one in a transaction, however many statements');

select tests.forget_pokes();
select tests.push('favorites', tests.favorite('mio', 1, true, 1));
select is((select count(*) from tests.pokes()), 0::bigint, 'a replay that changes nothing pokes nobody');

select tests.push('messages', tests.message('a', (select id from public.conversations), 'mio', 'やあ'));
select set_eq(
  $$ select tests.pokes() $$,
  array['messages mio', 'messages ken', 'conversations mio', 'conversations ken', 'notifications ken'], 'a message pokes both sides'
);

select tests.forget_pokes();
select tests.sign_in('ken');
insert into public.notification_reads (id, is_read) select id, true from public.notifications;
select set_eq($$ select tests.pokes() $$, array['notifications ken'], 'reading pokes one''s other devices');
select tests.forget_pokes();
insert into public.blocks (blocked_id) values (tests.id_of('mio'));
select set_eq(
  $$ select tests.pokes() $$,
  array[
    'conversations mio', 'conversations ken', 'messages mio', 'messages ken', 'notifications ken', 'profiles mio', 'profiles ken', 'relations ken'
  ],
  'a block pokes both to forget, and one''s other devices to know'
);

-- Who hears them.
select tests.govern();
create function tests.hears(topic text) returns bigint language plpgsql as $$
begin
  perform set_config('realtime.topic', topic, true);
  return (select count(*) from realtime.messages where messages.topic = hears.topic);
end
$$;
select tests.sign_in('ken');
select cmp_ok(tests.hears('user:' || tests.id_of('ken')), '>', 0::bigint, 'one hears one''s own channel');
select is(tests.hears('user:' || tests.id_of('mio')), 0::bigint, 'not another''s');
select is(tests.hears('user:'), 0::bigint, 'nor a made-up one');
select throws_ok(
  $$ insert into realtime.messages (topic, extension, event, payload, private)
     values ('user:' || tests.id_of('ken'), 'broadcast', 'poke', '{}', true) $$,
  '42501', null, 'only the database speaks there'
);
select tests.visit();
select is(tests.hears('user:' || tests.id_of('ken')), 0::bigint, 'a visitor hears nothing');

-- Live is premium's.
select tests.govern();
select tests.create_user('free'), tests.create_user('gold', true);
create function tests.notify_both(type text) returns void language sql security definer as $$
  insert into public.notifications (user_id, type, title, message, priority)
  select tests.id_of(name), notify_both.type, '', '', 'high' from unnest(array['free', 'gold']) as name
$$;
create function tests.poked(name text) returns bigint language sql security definer as $$
  select count(*) from realtime.messages where event = 'poke' and topic = 'user:' || tests.id_of(name)
$$;
select tests.forget_pokes();
select tests.notify_both('system');
select is(array[tests.poked('free'), tests.poked('gold')], array[0, 1]::bigint[], 'a free person''s notification waits for the next pull');
select tests.forget_pokes();
select tests.notify_both('message');
select is(array[tests.poked('free'), tests.poked('gold')], array[1, 1]::bigint[], 'that of a message is live for everybody');

-- Who is there and typing: the two sides of an active conversation that no block hides.
select tests.govern();
select tests.create_user('rei'), tests.create_user('sora');
select private.open_conversation(tests.id_of('rei'), tests.id_of('sora'));
create function tests.talk() returns text language sql stable security definer as $$
  select 'conversation:' || id from public.conversations
  where user1_id = least(tests.id_of('rei'), tests.id_of('sora')) and user2_id = greatest(tests.id_of('rei'), tests.id_of('sora'))
$$;
insert into realtime.messages (topic, extension)
select topic, extension from unnest(array[tests.talk(), upper(tests.talk()), tests.talk() || ' ']) as topic, unnest(array['broadcast', 'presence', 'postgres_changes']) as extension;
/** What one may say there, as Realtime asks it. */
create function tests.says(topic text) returns text[] language plpgsql as $$
declare
  kind text;
  said text[] := '{}';
begin
  perform set_config('realtime.topic', topic, true);
  foreach kind in array array['broadcast', 'presence', 'postgres_changes'] loop
    begin
      insert into realtime.messages (topic, extension) values (topic, kind);
      said := said || kind;
    exception when insufficient_privilege then null;
    end;
  end loop;
  return said;
end
$$;
select tests.sign_in('rei');
select is(tests.hears(tests.talk()), 2::bigint, 'a side of a conversation hears who is there and who types');
select is(tests.says(tests.talk()), array['broadcast', 'presence'], 'and says so');
select tests.sign_in('sora');
select is(tests.says(tests.talk()), array['broadcast', 'presence'], 'so does the other side');
select is(tests.says('conversation:'), '{}'::text[], 'not in a topic of no conversation');
select is(tests.says('conversation:' || gen_random_uuid()), '{}'::text[], 'nor of one that does not exist');
select is(tests.says(tests.talk() || ' ') || tests.says(upper(tests.talk())), '{}'::text[], 'nor in another spelling');
select is(tests.hears(tests.talk() || ' ') + tests.hears(upper(tests.talk())), 0::bigint, 'which nobody hears either');
select tests.sign_in('ken');
select is(tests.hears(tests.talk()), 0::bigint, 'somebody else hears nothing');
select is(tests.says(tests.talk()), '{}'::text[], 'and says nothing');
select tests.visit();
select is(array[tests.hears(tests.talk())::text] || tests.says(tests.talk()), array['0'], 'nor does a visitor');
select tests.sign_in('rei');
insert into public.blocks (blocked_id) values (tests.id_of('sora'));
select is(array[tests.hears(tests.talk())::text] || tests.says(tests.talk()), array['0'], 'who blocks is there no more');
select tests.sign_in('sora');
select is(array[tests.hears(tests.talk())::text] || tests.says(tests.talk()), array['0'], 'nor is who is blocked');
select tests.govern();
delete from public.blocks where blocked_id = tests.id_of('sora');
update public.conversations set is_active = false where 'conversation:' || id = tests.talk();
select tests.sign_in('sora');
select is(array[tests.hears(tests.talk())::text] || tests.says(tests.talk()), array['0'], 'a conversation that has ended is silent');

select * from finish();
rollback;
