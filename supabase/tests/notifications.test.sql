begin;
\ir helpers.psql
select plan(66);

select tests.create_user('mio'), tests.create_user('ken'), tests.create_user('rich', premium => true), tests.create_user('tia');
create function tests.notify(name text, type text, priority text default 'medium', premium_only boolean default false) returns uuid
language sql security definer as $$
  select private.create_notification(tests.id_of(name), type, type || ' ' || priority, '', priority => priority, is_premium_only => premium_only)
$$;

-- Who may make them.
select tests.visit();
select throws_ok($$ select public.create_notification(tests.id_of('mio'), 'system', 'x', 'x') $$, '42501', null, 'a visitor makes none');
select tests.sign_in('mio');
select throws_ok($$ select public.create_notification(tests.id_of('ken'), 'system', 'x', 'x') $$, '42501', null, 'a member makes none');
select throws_ok(
  $$ insert into public.notifications (user_id, type, title) values (tests.id_of('ken'), 'system', 'x') $$, '42501', null,
  'not by a row either'
);
select tests.serve();
select isnt(public.create_notification(tests.id_of('mio'), 'system', 'お知らせ', 'ようこそ'), null, 'the service does');
insert into public.notifications (user_id, type, title, message)
values (tests.id_of('tia'), 'system', E'「\u202Ea」', E'\u2069b\u0007\nc');
select is(
  (select title || '|' || message from public.notifications where user_id = tests.id_of('tia') and type = 'system'), E'「a」|b\nc',
  'what a sentence quotes turns nothing in it'
);
update public.notifications set title = E'\u202Ed' where user_id = tests.id_of('tia') and type = 'system';
select is((select title from public.notifications where user_id = tests.id_of('tia') and type = 'system'), 'd', 'nor later');
delete from public.notifications where user_id = tests.id_of('tia') and type = 'system';
select throws_ok($$ select public.create_notification(null, 'system', 'x', 'x') $$, '22004', null, 'for somebody');
select is(public.create_notification(gen_random_uuid(), 'system', 'x', 'x'), null, 'for nobody comes nothing');
select throws_ok($$ select public.create_notification(tests.id_of('mio'), 'gossip', 'x', 'x') $$, '23514', null, 'of a known type');
select throws_ok(
  $$ select public.create_notification(tests.id_of('mio'), 'system', 'x', 'x', link => 'https://evil.test') $$, '23514', null,
  'with a link inside the product'
);
select throws_ok(
  $$ select public.create_notification(tests.id_of('mio'), 'system', 'x', 'x', link => '//evil.test') $$, '23514', null, 'however it is spelled'
);
select public.create_notification(tests.id_of('mio'), 'system', 'thumbnail', 'x', metadata => '{"thumbnail_url": "u", "a": null}');
select is(
  (select metadata from public.notifications where title = 'thumbnail'), '{"a": null}'::jsonb, 'the thumbnail is left out of what is kept'
);

-- Preferences.
select tests.sign_in('mio');
select is(tests.holds_pushes_of('mio'), false, 'nothing is under way');
select lives_ok($$ insert into public.notification_preferences (likes) values (false) $$, 'a member states preferences');
select is(tests.holds_pushes_of('mio'), true, 'while their devices wait');
select is(
  (select (email_notifications, push_notifications, in_app_notifications, quiet_hours_enabled, max_notifications_per_day,
    batch_notifications, batch_interval_minutes, video_comments)::text from public.notification_preferences),
  '(f,t,t,f,50,f,30,t)', 'what is not stated is as the product says'
);
select results_eq(
  $$ select name, value from public.settings $$, $$ values ('notification:likes' collate "C", 'false'::jsonb) $$,
  'devices are told what was stated, and nothing else'
);
update public.notification_preferences set likes = true, max_notifications_per_day = 20;
select results_eq(
  $$ select name, value from public.settings order by name $$,
  $$ values ('notification:likes' collate "C", 'true'::jsonb), ('notification:max_notifications_per_day', '20') $$, 'and how it changes'
);
select tests.push('settings', jsonb_build_object(
  'id', tests.id_of('mio') || '|notification:likes', 'user_id', tests.id_of('mio'), 'name', 'notification:likes', 'value', false,
  'edited_at', private.now_ms() + 1
));
select is((select likes from public.notification_preferences), false, 'what a device states later stands in the preferences');
select tests.govern();
update public.notification_preferences set max_notifications_per_day = 50 where user_id = tests.id_of('mio');
select is(
  (select value from public.settings where id = tests.id_of('mio') || '|notification:max_notifications_per_day'), '50'::jsonb,
  'devices are told what the operator changes too'
);
select tests.sign_in('mio');
select throws_ok(
  $$ insert into public.notification_preferences (user_id) values (tests.id_of('ken')) $$, '42501', null, 'for nobody else'
);
select tests.sign_in('ken');
select is_empty($$ select user_id from public.notification_preferences $$, 'others do not read them');
update public.notification_preferences set likes = true;
select tests.govern();
select is((select likes from public.notification_preferences), false, 'nor change them');
select is(tests.notify('mio', 'like', 'high'), null, 'an unwanted type does not come');
select isnt(tests.notify('mio', 'mention', 'high'), null, 'a wanted one does');

-- What is seen without premium, and with.
select tests.notify('mio', type, priority, premium_only), tests.notify('rich', type, priority, premium_only)
from (values
  ('follow', 'high', false), ('follow', 'medium', false), ('achievement', 'low', false), ('message', 'medium', false),
  ('matching', 'low', false), ('recommendation', 'high', true)
) as kinds (type, priority, premium_only);
select tests.sign_in('mio');
select set_eq(
  $$ select title from public.notifications where type in ('follow', 'achievement', 'message', 'matching', 'recommendation') $$,
  array['follow high', 'achievement low', 'message medium', 'matching low'],
  'without premium: what is urgent, and four types'
);
select throws_ok($$ update public.notifications set is_read = true $$, '42501', null, 'contents are not written');
select throws_ok($$ delete from public.notifications $$, '42501', null, 'nor deleted');
select tests.sign_in('rich');
select is((select count(*) from public.notifications), 6::bigint, 'with premium: all');
select tests.sign_in('ken');
select is_empty($$ select id from public.notifications $$, 'never another''s');
select tests.visit();
select throws_ok($$ select id from public.notifications $$, '42501', null, 'visitors have none');

-- Reading and deleting, each as it was last meant.
select tests.govern();
create function tests.one(name text) returns uuid language sql stable security definer
as $$ select id from public.notifications where user_id = tests.id_of(name) and title = 'follow high' $$;
create function tests.mark(name text, is_read boolean, is_deleted boolean, read_at bigint default 0, deleted_at bigint default 0)
returns jsonb language sql stable
as $$
  select jsonb_build_object(
    'id', tests.one(name), 'is_read', is_read, 'read_edited_at', read_at, 'is_deleted', is_deleted, 'deleted_edited_at', deleted_at
  )
$$;
create function tests.marks(name text) returns text language sql stable security definer
as $$
  select (is_read, read_edited_at, is_deleted, deleted_edited_at)::text from public.notifications where id = tests.one(name)
$$;
select tests.sign_in('mio');
select is(tests.push('notification_reads', tests.mark('mio', true, false, 10)), array['applied'], 'one is marked as read');
select is(tests.marks('mio'), '(t,10,f,0)', 'and the notification says so, and since when');
create temporary table marked as select row_version from public.notifications where id = tests.one('mio');
select is(tests.push('notification_reads', tests.mark('mio', true, false, 10)), array['applied'], 'the same again');
select is(
  (select count(*) from public.notifications join marked using (row_version) where id = tests.one('mio')), 1::bigint, 'changes nothing'
);
select is(tests.push('notification_reads', tests.mark('mio', false, false, 9)), array['conflict'], 'what was meant before');
select is(tests.marks('mio'), '(t,10,f,0)', 'does not count');
select is(tests.push('notification_reads', tests.mark('mio', false, false, 10)), array['conflict'], 'at the same moment the mark stands');
select is(tests.push('notification_reads', tests.mark('mio', false, false, 11)), array['applied'], 'meant later, it is unread again');
select is(tests.marks('mio'), '(f,11,f,0)', 'and the notification says so');
select is(tests.push('notification_reads', tests.mark('mio', true, true, 5, 20)), array['conflict'], 'each mark has its own time');
select is(tests.marks('mio'), '(f,11,t,20)', 'deleted, and unread');
select is(tests.push('notification_reads', tests.mark('mio', false, false, 11, 21)), array['applied'], 'a deletion too is taken back');
select is(tests.marks('mio'), '(f,11,f,21)', 'and it is there again');
select is(tests.push('notification_reads', tests.mark('mio', true, false, 9000000000000, 21)), array['conflict'], 'a time in the future');
select ok(
  (select read_edited_at between 12 and private.now_ms() from public.notifications where id = tests.one('mio')), 'is taken as now'
);
create temporary table clamped as select row_version from public.notification_reads where id = tests.one('mio');
select is(tests.push('notification_reads', tests.mark('mio', true, false, 9000000000000, 21)), array['conflict'], 'and again');
select is((select count(*) from public.notification_reads join clamped using (row_version)), 1::bigint, 'changes nothing');
update public.notification_reads set is_read = false, is_deleted = false;
select is((select (is_read, is_deleted)::text from public.notification_reads), '(t,f)', 'without a later time a direct write changes nothing');
update public.notification_reads set is_deleted = true, deleted_edited_at = 9000000000000;
select ok((select deleted_edited_at <= private.now_ms() from public.notification_reads), 'and none is made in the future');
select is(
  tests.push('notification_reads', jsonb_build_object('id', tests.one('mio'), 'is_read', true)), array['conflict'],
  'a mark without a time counts as the earliest'
);
select is(
  tests.push(
    'notification_reads', tests.mark('rich', true, false), jsonb_build_object('id', gen_random_uuid(), 'is_read', true), '{"id": "x"}'
  ),
  array['not_found', 'not_found', 'invalid'], 'another''s cannot be marked'
);
select throws_ok(
  $$ insert into public.notification_reads (id, user_id, is_read) values (tests.one('rich'), tests.id_of('rich'), true) $$, '42501', null,
  'nor in their name'
);
select tests.sign_in('rich');
select is((select is_read from public.notifications where id = tests.one('rich')), false, 'it is unread');
select tests.push('notification_reads', tests.mark('rich', false, false));
select tests.sign_in('mio');
update public.notification_reads set is_read = true;
select tests.govern();
select is((select is_read from public.notification_reads where user_id = tests.id_of('rich')), false, 'and its mark is not another''s to set');

-- Premium lapses and comes back.
select tests.govern();
update public.profiles set is_premium = false where id = tests.id_of('rich');
select is(
  (select count(*) from public.revocations where user_id = tests.id_of('rich') and collection = 'notifications'), 2::bigint,
  'what may no longer be seen leaves the devices'
);
select tests.settle();
select tests.sign_in('rich');
select is(
  public.sync_pull('{"notifications": {"epoch": "1.1", "row_version": 3, "id": ""}}') -> 'collections' -> 'notifications' -> 'reset',
  'true'::jsonb, 'and the collection begins anew'
);
select is((select count(*) from jsonb_array_elements(tests.pull('notifications')) as pulled where pulled ? '_deleted'), 2::bigint, 'saying what to remove');
select tests.govern();
update public.profiles set is_premium = true, premium_expiry = now() + interval '1 day' where id = tests.id_of('rich');
select tests.settle();
select tests.sign_in('rich');
select is((select count(*) from jsonb_array_elements(tests.pull('notifications')) as pulled where not pulled ? '_deleted'), 6::bigint, 'with premium it all comes back');
select is(
  public.sync_pull('{"notifications": null}') -> 'collections' -> 'notifications' ->> 'epoch', '1.4', 'each time in a new epoch'
);

-- Premium that has run out counts for nothing, even before it is taken back.
select tests.govern();
update public.profiles set premium_expiry = now() - interval '1 second' where id = tests.id_of('rich');
select tests.sign_in('rich');
select is((select count(*) from public.notifications), 4::bigint, 'run out is not premium');

-- Senders.
select tests.govern();
select isnt(
  private.create_notification(tests.id_of('ken'), 'mention', 'x', '', priority => 'high', sender => tests.id_of('mio')), null, 'a sender is named'
);
select is(private.create_notification(tests.id_of('ken'), 'mention', 'x', '', sender => tests.id_of('ken')), null, 'but not oneself');
select tests.settle();
select tests.sign_in('ken');
select is(
  (select count(*) from jsonb_array_elements(tests.pull('profiles')) as pulled where pulled ->> 'username' = 'mio'), 1::bigint,
  'and their profile comes to the device'
);
select tests.sign_in('ken');
insert into public.blocks (blocked_id) values (tests.id_of('mio'));
select is_empty($$ select id from public.notifications where sender_id = tests.id_of('mio') $$, 'a block hides what they sent');
select tests.govern();
select is(private.create_notification(tests.id_of('ken'), 'mention', 'x', '', sender => tests.id_of('mio')), null, 'and lets nothing new through');

select * from finish();
rollback;
