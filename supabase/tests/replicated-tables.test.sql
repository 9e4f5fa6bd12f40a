begin;
\ir helpers.psql
select plan(29);

-- One row of everything that is replicated.
select tests.create_user('mio'), tests.create_user('ken');
select tests.create_videos(2);
insert into public.favorites (user_id, video_id, edited_at) values (tests.id_of('mio'), tests.video_id(1), 9000000000000);
insert into public.history (user_id, video_id, viewed_at, edited_at) values (tests.id_of('mio'), tests.video_id(1), now(), 9000000000000);
insert into public.settings (user_id, name, value, edited_at) values (tests.id_of('mio'), 'theme', '1', 9000000000000);
insert into public.relations (user_id, other_id, is_blocked, blocked_edited_at) values (tests.id_of('mio'), tests.id_of('ken'), false, 1);
insert into public.video_ratings (user_id, video_id, overall, edited_at)
values (tests.id_of('mio'), tests.youtube_id(2), 3, '{"overall": 9000000000000, "strange": 1}');
select private.open_conversation(tests.id_of('mio'), tests.id_of('ken'));
insert into public.messages (conversation_id, sender_id, body, sent_at) select id, tests.id_of('mio'), 'やあ', 9000000000000 from public.conversations
where tests.id_of('mio') in (user1_id, user2_id);
insert into public.notification_reads (id, user_id) select id, user_id from public.notifications where user_id = tests.id_of('ken');
insert into public.connections (user_id, connected_user_id) values (tests.id_of('mio'), tests.id_of('ken'));

-- Other devices are poked of each.
create function tests.poked() returns setof text language sql as $$
  select distinct (payload -> 'collections' ->> 0) || ' ' || case topic
    when 'user:' || tests.id_of('mio') then 'mio' when 'user:' || tests.id_of('ken') then 'ken' end
  from realtime.messages where topic in ('user:' || tests.id_of('mio'), 'user:' || tests.id_of('ken'))
$$;
select set_eq(
  $$ select tests.poked() $$,
  array[
    'favorites mio', 'history mio', 'settings mio', 'ratings mio', 'conversations mio', 'conversations ken', 'messages mio', 'messages ken',
    'notifications ken', 'connections mio', 'connections ken', 'relations mio', 'profiles mio', 'profiles ken'
  ],
  'by new rows'
);
create function tests.replicated() returns table (relation text, rows_of_story text) language sql as $$
  values
    ('favorites', 'user_id = tests.id_of(''mio'')'), ('history', 'user_id = tests.id_of(''mio'')'), ('settings', 'user_id = tests.id_of(''mio'')'),
    ('video_ratings', 'user_id = tests.id_of(''mio'')'), ('conversations', 'tests.id_of(''mio'') in (user1_id, user2_id)'),
    ('messages', 'sender_id = tests.id_of(''mio'')'), ('notifications', 'user_id = tests.id_of(''ken'')'),
    ('notification_reads', 'user_id = tests.id_of(''ken'')'), ('connections', 'user_id = tests.id_of(''mio'')'),
    ('relations', 'user_id = tests.id_of(''mio'')'), ('profiles', 'id = tests.id_of(''mio'')'), ('videos', 'id = tests.video_id(1)')
$$;
create function tests.versions() returns table (relation text, version bigint) language plpgsql as $$
declare
  replicated record;
begin
  for replicated in select * from tests.replicated() loop
    return query execute format(
      'select %L::text, min(row_version) from public.%I where %s', replicated.relation, replicated.relation, replicated.rows_of_story
    );
  end loop;
end
$$;
create function tests.touch(assignment text) returns void language plpgsql as $$
declare
  replicated record;
begin
  for replicated in select * from tests.replicated() loop
    execute format('update public.%I set %s where %s', replicated.relation, assignment, replicated.rows_of_story);
  end loop;
end
$$;

select is(
  (select count(*) from tests.replicated()),
  (select count(*) from pg_attribute join pg_class on pg_class.oid = attrelid
   where relnamespace = 'public'::regnamespace and relkind = 'r' and attname = 'row_version' and attrelid <> 'public.revocations'::regclass),
  'these are all replicated tables'
);
select is_empty(
  $$ select relation from tests.versions() where version is distinct from private.current_version() $$, 'a new row carries its transaction''s version'
);
select tests.settle();
select is_empty($$ select relation from tests.versions() where version <> 3 $$, 'then time passes');
update public.favorites set is_favorite = is_favorite;
update public.history set is_deleted = is_deleted;
update public.settings set value = value;
update public.relations set is_blocked = is_blocked;
update public.video_ratings set comment = comment;
update public.conversations set is_active = is_active;
update public.messages set body = body;
update public.notifications set title = title;
update public.notification_reads set is_read = is_read;
update public.connections set status = status;
update public.profiles set bio = bio where id = tests.id_of('mio');
update public.videos set title = title;
select is_empty($$ select relation from tests.versions() where version <> 3 $$, 'an update that changes nothing keeps the version');
select tests.touch('row_version = 0');
select is_empty(
  $$ select relation from tests.versions() where version is distinct from private.current_version() $$,
  'whatever version is set, the row carries its transaction''s'
);

-- Times are never in the future.
select cmp_ok((select edited_at from public.favorites where user_id = tests.id_of('mio')), '<=', private.now_ms(), 'of a favourite');
select cmp_ok((select edited_at from public.history where user_id = tests.id_of('mio')), '<=', private.now_ms(), 'of a view');
select cmp_ok((select edited_at from public.settings where user_id = tests.id_of('mio')), '<=', private.now_ms(), 'of a setting');
select cmp_ok((select sent_at from public.messages where sender_id = tests.id_of('mio')), '<=', private.now_ms(), 'of a message');
select is(
  (select array_agg(key) from public.video_ratings, jsonb_object_keys(edited_at) as key where user_id = tests.id_of('mio')), array['overall'],
  'a rating keeps times of its own fields'
);
select cmp_ok(
  (select (edited_at ->> 'overall')::bigint from public.video_ratings where user_id = tests.id_of('mio')), '<=', private.now_ms(), 'not in the future either'
);
update public.favorites set edited_at = 9000000000000;
select cmp_ok((select max(edited_at) from public.favorites), '<=', private.now_ms(), 'nor by an update');

-- Other devices hear of changes, too.
delete from realtime.messages;
select set_config('mirutomo.pokes', '', true);
select tests.touch('row_version = 0');
select set_eq(
  $$ select tests.poked() $$,
  array[
    'favorites mio', 'history mio', 'settings mio', 'ratings mio', 'conversations mio', 'conversations ken', 'messages mio', 'messages ken',
    'notifications ken', 'connections mio', 'connections ken', 'relations mio', 'profiles mio'
  ],
  'and by changed ones'
);

-- When it was changed.
alter table public.profile_private disable trigger user;
update public.profile_private set updated_at = '2020-01-01';
alter table public.profile_private enable trigger user;
update public.profile_private set area = '大阪府';
select cmp_ok((select min(updated_at) from public.profile_private), '>', '2020-01-02'::timestamptz, 'a private part tells when it was changed');
insert into public.notification_preferences (user_id, updated_at) values (tests.id_of('mio'), '2020-01-01');
update public.notification_preferences set likes = false;
select cmp_ok((select updated_at from public.notification_preferences where user_id = tests.id_of('mio')), '>', '2020-01-02'::timestamptz, 'so do preferences');

-- What a device holds beside its own rows.
select tests.settle();
create function tests.pulled(name text, collection text) returns text[] language plpgsql as $$
declare
  found text[];
begin
  perform tests.sign_in(name);
  found := (select array_agg(pulled ->> 'id' order by pulled ->> 'id') from jsonb_array_elements(tests.pull(collection)) as pulled);
  perform tests.govern();
  return found;
end
$$;
select ok(tests.pulled('mio', 'videos') @> array[tests.video_id(1)::text], 'the favourite''s video');
select ok(tests.pulled('mio', 'videos') @> array[tests.video_id(2)::text], 'the rated one');
select ok(not coalesce(tests.pulled('ken', 'videos') @> array[tests.video_id(1)::text], false), 'which another does not hold');
delete from private.met_profiles;
insert into public.connections (user_id, connected_user_id) select tests.id_of('ken'), tests.create_user('rin');
select tests.settle();
select ok(tests.pulled('ken', 'profiles') @> array[tests.id_of('rin')::text], 'who is asked holds who asks');
select ok(tests.pulled('rin', 'profiles') @> array[tests.id_of('ken')::text], 'and who asks who is asked');
update public.profiles set bio = '新しい' where id = tests.id_of('rin');
select is(
  (select row_version from private.met_profiles where user_id = tests.id_of('ken') and met_id = tests.id_of('rin')), private.current_version(),
  'a changed profile goes to those who met it'
);
delete from public.notifications where user_id = tests.id_of('ken');
select is((select count(*) from public.revocations where user_id = tests.id_of('ken') and collection = 'notifications'), 1::bigint, 'a deleted notification leaves devices');
delete from public.connections where connected_user_id = tests.id_of('rin');
select is((select count(*) from public.revocations where collection = 'connections' and user_id in (tests.id_of('ken'), tests.id_of('rin'))), 2::bigint, 'so does a connection');

-- Each sees only their own of these, also without the functions.
insert into public.sync_epochs (user_id, collection) values (tests.id_of('mio'), 'favorites');
insert into public.notification_reads (id, user_id) select private.create_notification(tests.id_of('mio'), 'system', 'x', ''), tests.id_of('mio');
insert into private.departed_videos (video_id) values (gen_random_uuid());
select tests.sign_in('ken');
select is_empty($$ select 1 from private.met_profiles where user_id <> tests.id_of('ken') $$, 'whom one met');
select is_empty($$ select 1 from private.touched_videos $$, 'what one touched');
select is_empty($$ select 1 from public.sync_epochs where user_id <> tests.id_of('ken') $$, 'one''s epochs');
select is_empty($$ select 1 from public.notification_reads where user_id <> tests.id_of('ken') $$, 'one''s marks');
select throws_ok($$ select 1 from private.video_totals $$, '42501', null, 'sums are the server''s');

select * from finish();
rollback;
