begin;
\ir helpers.psql
select plan(13);

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

select * from finish();
rollback;
