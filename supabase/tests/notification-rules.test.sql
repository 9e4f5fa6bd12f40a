begin;
\ir helpers.psql
select plan(56);

set constraints all immediate;
select tests.create_user('mio'), tests.create_user('ken'), tests.create_user('rich', premium => true);
create function tests.tell(
  name text, title text, type text default 'system', priority text default 'medium', premium_only boolean default false,
  notification_group text default null, link text default null
) returns uuid
language sql security definer as $$
  select private.create_notification(
    tests.id_of(name), type, title, '', priority => priority, is_premium_only => premium_only,
    notification_group => notification_group, link => link
  )
$$;
create function tests.told(name text) returns text language sql security definer as $$
  select coalesce(string_agg(title, ',' order by title), '') from public.notifications where user_id = tests.id_of(name)
$$;
create function tests.setting(person text, name text, value jsonb, edited_at bigint) returns jsonb language sql as $$
  select jsonb_build_object(
    'id', tests.id_of(person) || '|' || name, 'user_id', tests.id_of(person), 'name', name, 'value', value, 'edited_at', edited_at
  )
$$;
create function tests.wish(name text) returns public.notification_preferences language sql security definer as $$
  select preferences from public.notification_preferences as preferences where user_id = tests.id_of(name)
$$;

-- Preferences come as settings, so that devices change them without a connection.
select tests.sign_in('mio');
select is(tests.push('settings', tests.setting('mio', 'notification:likes', 'false', 10)), array['applied'], 'a flag is a setting');
select is((tests.wish('mio')).likes, false, 'and the preference is as it says');
select is((tests.wish('mio')).follows, true, 'the others are as the product says');
select is(tests.push('settings', tests.setting('mio', 'notification:likes', 'true', 9)), array['conflict'], 'what was meant before');
select is((tests.wish('mio')).likes, false, 'does not count');
select is(
  tests.push('settings', tests.setting('mio', 'notification:likes', 'true', 11), tests.setting('mio', 'notification:max_notifications_per_day', '3', 11)),
  array['applied', 'applied'], 'numbers too'
);
select is(((tests.wish('mio')).likes, (tests.wish('mio')).max_notifications_per_day)::text, '(t,3)', 'are kept');
select is(
  tests.push(
    'settings', tests.setting('mio', 'notification:gossip', 'true', 1), tests.setting('mio', 'notification:user_id', 'true', 1),
    tests.setting('mio', 'notification:follows', '"no"', 1), tests.setting('mio', 'notification:follows', '0', 1),
    tests.setting('mio', 'notification:batch_interval_minutes', '1.5', 1), tests.setting('mio', 'notification:batch_interval_minutes', '0', 1),
    tests.setting('mio', 'notification:max_notifications_per_day', '1001', 12), tests.setting('mio', 'notification:', 'true', 1)
  ),
  array_fill('invalid'::text, array[8]), 'unknown flags, other types and numbers out of range are refused'
);
select is(((tests.wish('mio')).follows, (tests.wish('mio')).max_notifications_per_day)::text, '(t,3)', 'and change nothing');
select is(
  tests.push('settings', tests.setting('ken', 'notification:likes', 'false', 10)), array['forbidden'], 'nobody sets them for another'
);
select is((tests.wish('ken')).user_id, null, 'who has none');

-- A day's number.
select is(
  public.notification_budget(), '{"limit": 3, "used": 0, "remaining": 3, "premium_only": 0}'::jsonb, 'Mio has three left'
);
select tests.govern();
select tests.tell('mio', 'a'), tests.tell('mio', 'b'), tests.tell('mio', 'c'), tests.tell('mio', 'd'), tests.tell('mio', 'e', 'system', 'high');
select is(tests.told('mio'), 'a,b,c,e', 'the fourth does not come, what is urgent does');
select isnt(tests.tell('mio', 'like', 'like'), null, 'what is not shown without premium is counted by itself');
select tests.tell('mio', 'hidden', 'system', 'high', true);
select tests.sign_in('mio');
select is(
  public.notification_budget(), '{"limit": 3, "used": 3, "remaining": 0, "premium_only": 1}'::jsonb,
  'Mio has none left, and hears that one is for premium only'
);
select tests.govern();
alter table public.notifications disable trigger user;
update public.notifications set created_at = created_at - interval '1 day' where user_id = tests.id_of('mio');
select isnt(tests.tell('mio', 'f'), null, 'a new day');
select is(
  (select private.notifications_of_today(tests.id_of('mio'), false)), 1, 'begins from nothing'
);
update public.notifications
set created_at = date_trunc('day', now() at time zone 'Asia/Tokyo') at time zone 'Asia/Tokyo' - interval '1 second'
where title = 'f';
alter table public.notifications enable trigger user;
select is((select private.notifications_of_today(tests.id_of('mio'), false)), 0, 'at midnight in Japan');
select tests.visit();
select throws_ok($$ select public.notification_budget() $$, '42501', null, 'a visitor has no number');
select tests.govern();
select is(
  (select count(tests.tell('rich', 'n' || n)) from generate_series(1, 60) as n), 50::bigint, 'without stated preferences it is 50'
);

-- Nothing in the app.
update public.notification_preferences set in_app_notifications = false where user_id = tests.id_of('mio');
select is(tests.tell('mio', 'g', 'system', 'high'), null, 'who wants none in the app gets none');
update public.notification_preferences set in_app_notifications = true where user_id = tests.id_of('mio');

-- Quiet hours.
select is(private.end_of_quiet('2026-11-21 21:59:59+09'), null, 'until ten it is not quiet');
select is(private.end_of_quiet('2026-11-21 22:00+09'), '2026-11-22 07:00+09'::timestamptz, 'from ten');
select is(private.end_of_quiet('2026-11-22 06:59:59+09'), '2026-11-22 07:00+09'::timestamptz, 'until seven');
select is(private.end_of_quiet('2026-11-22 07:00+09'), null, 'it is');
insert into public.notification_preferences (user_id, quiet_hours_enabled) values (tests.id_of('ken'), true);
create or replace function private.end_of_quiet(moment timestamptz) returns timestamptz language sql stable set search_path = ''
as $$ select moment + interval '1 hour' $$;
select is(tests.tell('ken', 'quiet'), null, 'in quiet hours what is not urgent waits');
select is(tests.tell('ken', 'quiet again', notification_group => 'g'), null, 'each of them');
select is(tests.tell('ken', 'quiet twice', notification_group => 'g'), null, 'but one of a group');
select isnt(tests.tell('ken', 'urgent', 'system', 'high'), null, 'what is urgent does not');
select is(tests.told('ken'), 'urgent', 'nothing else came');
select private.deliver_held_notifications();
select is(tests.told('ken'), 'urgent', 'nor does it before their end');
update private.held_notifications set due_at = now();
update public.notification_preferences set system_notifications = true, quiet_hours_enabled = false where user_id = tests.id_of('ken');
select private.deliver_held_notifications();
select is(tests.told('ken'), 'quiet,quiet again,urgent', 'then each comes');
select is((select count(*) from private.held_notifications), 0::bigint, 'once');

-- Batches.
delete from public.notifications where user_id = tests.id_of('ken');
update public.notification_preferences
set batch_notifications = true, batch_interval_minutes = 20, likes = false where user_id = tests.id_of('ken');
select tests.tell('ken', 'one', link => '/matching'), tests.tell('ken', 'two', 'message'), tests.tell('ken', 'three', 'rating'), tests.tell('ken', 'unwanted', 'like');
select is(
  (select array_agg(distinct due_at) from private.held_notifications), array[now() + interval '20 minutes'], 'they wait for one end'
);
update private.held_notifications set due_at = now() where true;
delete from private.held_notifications where type = 'message';
select tests.tell('ken', 'later');
update private.held_notifications set due_at = now(), title = 'two' where title = 'later';
select private.deliver_held_notifications();
select is(tests.told('ken'), 'three,新しい通知が2件あります', 'and come as one, what only premium sees by itself');
select is(
  (select (type, message, priority, jsonb_array_length(metadata -> 'batch'), link)::text from public.notifications where title like '新しい%'),
  e'(system,"・one\n・two",medium,2,)', 'that names them'
);
update public.notification_preferences set max_notifications_per_day = 2 where user_id = tests.id_of('ken');
select tests.tell('ken', 'a'), tests.tell('ken', 'b'), tests.tell('ken', 'c');
select is((select count(*) from private.held_notifications), 2::bigint, 'no more wait than may come');
select tests.tell('ken', 'hidden', 'rating'), tests.tell('ken', 'hidden too', 'rating'), tests.tell('ken', 'hidden as well', 'rating');
select is((select count(*) from private.held_notifications), 4::bigint, 'and what only premium sees takes nothing away from the rest');
delete from private.held_notifications where type = 'rating';
insert into public.blocks (blocker_id, blocked_id) values (tests.id_of('ken'), tests.id_of('mio'));
update private.held_notifications set sender_id = tests.id_of('mio'), due_at = now();
select private.deliver_held_notifications();
select is(tests.told('ken'), 'three,新しい通知が2件あります', 'a block holds also for what waited');

-- A message that was taken back while its notification waited is not quoted.
select tests.create_user('rin');
insert into public.notification_preferences (user_id, batch_notifications) values (tests.id_of('rin'), true);
insert into private.held_notifications (user_id, type, title, message, priority, metadata, is_premium_only, due_at)
values (tests.id_of('rin'), 'message', 'gone', 'secret', 'medium', private.quote_of(gen_random_uuid(), gen_random_uuid()), false, now());
select private.deliver_held_notifications();
select is(tests.told('rin'), '', 'what was taken back is not told');

-- What is told together is told, whatever the person wants of what the service says.
select tests.create_user('sen');
insert into public.notification_preferences (user_id, batch_notifications, system_notifications) values (tests.id_of('sen'), true, false);
select tests.tell('sen', 'first', 'achievement'), tests.tell('sen', 'second', 'matching');
update private.held_notifications set due_at = now() where user_id = tests.id_of('sen');
select private.deliver_held_notifications();
select is(tests.told('sen'), '新しい通知が2件あります', 'two kinds that are wanted come as one');

-- Several at once, by the service.
select tests.sign_in('mio');
select throws_ok($$ select public.create_notifications('[]') $$, '42501', null, 'a member makes none');
select tests.govern();
create function tests.hint_of(statement text) returns text language plpgsql as $$
declare
  hint text;
begin
  execute statement;
  return 'none';
exception when others then
  get stacked diagnostics hint = pg_exception_hint;
  return hint;
end
$$;
create function tests.batch(variadic names text[]) returns jsonb language sql as $$
  select jsonb_agg(jsonb_strip_nulls(jsonb_build_object(
    'user_id', tests.id_of(nullif(name, '')), 'type', 'system', 'title', 'batch', 'priority', 'high', 'metadata', '{"thumbnail_url": "u", "a": 1}'::jsonb
  ))) from unnest(names) as name
$$;
select tests.serve();
select is(cardinality(public.create_notifications(tests.batch('mio', '', 'rich'))), 2, 'those without a recipient are left out');
select is((select array_agg(distinct metadata) from public.notifications where title = 'batch'), array['{"a": 1}'::jsonb], 'as thumbnails are');
select is(tests.hint_of($$ select public.create_notifications(tests.batch('', '')) $$), 'notification_none_valid', 'none is left');
select throws_ok($$ select public.create_notifications('{}') $$, '22004', '有効な通知がありません', 'in the words of spec §8');
select is(tests.hint_of($$ select public.create_notifications('{}') $$), 'notification_none_valid', 'no list');
select throws_ok(
  $$ select public.create_notifications('[{"user_id": "nobody", "type": "system", "title": "x"}]') $$, null,
  '通知の一括作成に失敗しました', 'in the words of spec §8'
);
select is(
  tests.hint_of($$ select public.create_notifications('[{"user_id": "nobody", "type": "system", "title": "x"}]') $$),
  'notification_bulk_create_failed', 'no person'
);
select is(
  tests.hint_of(
    $$ select public.create_notifications(tests.batch('mio') || tests.batch('rich') || jsonb_build_array(jsonb_build_object(
      'user_id', tests.id_of('mio'), 'type', 'gossip', 'title', 'x', 'priority', 'high'))) $$
  ),
  'notification_bulk_create_failed', 'one that cannot be'
);
select is((select count(*) from public.notifications where title = 'batch'), 2::bigint, 'then none of them came about');
select is(
  tests.hint_of($$ select public.create_notification(null, 'system', 'x', 'x') $$), 'notification_without_recipient', 'one for nobody'
);
select throws_ok(
  $$ select public.create_notification(null, 'system', 'x', 'x') $$, '22004', '通知の送信先ユーザーIDが指定されていません',
  'in the words of spec §8'
);
select is(public.create_notifications(tests.batch('rin', 'mio')) <> '{}', true, 'an urgent one does not wait for a batch');

-- Every flag stops its own types and no other.
select tests.govern();
select tests.create_user('picky', premium => true);
create function tests.types() returns setof text language sql as $$
  select unnest(array[
    'video_comment', 'review_reply', 'like', 'rating', 'favorite', 'follow', 'new_video', 'system', 'review_mention', 'achievement', 'recommendation',
    'milestone', 'subscription', 'connection_request', 'connection_accepted', 'connection_rejected', 'match', 'matching', 'message', 'mention'
  ])
$$;
create function tests.stopped_by(flag text) returns text language plpgsql as $$
declare
  stopped text;
begin
  delete from public.notification_preferences where user_id = tests.id_of('picky');
  insert into public.notification_preferences (user_id, max_notifications_per_day) values (tests.id_of('picky'), 1000);
  execute format('update public.notification_preferences set %I = false where user_id = %L', flag, tests.id_of('picky'));
  select string_agg(type, ' ' order by type) into stopped
  from tests.types() as type where tests.tell('picky', flag || ' ' || type, type) is null;
  return stopped;
end
$$;
select results_eq(
  $$
    select flag, tests.stopped_by(flag) from unnest(array[
      'video_comments', 'review_replies', 'likes', 'follows', 'system_notifications', 'new_videos', 'ratings', 'favorites', 'mentions', 'achievements',
      'recommendations', 'milestones', 'subscriptions', 'matching_notifications', 'message_notifications', 'connection_notifications',
      'premium_features', 'email_notifications', 'push_notifications', 'quiet_hours_enabled', 'batch_notifications'
    ]) with ordinality as flags (flag, place) order by place
  $$,
  $$
    values
      ('video_comments', 'video_comment'), ('review_replies', 'review_reply'), ('likes', 'like'), ('follows', 'follow'),
      ('system_notifications', 'system'), ('new_videos', 'new_video'), ('ratings', 'rating'), ('favorites', 'favorite'),
      ('mentions', 'mention review_mention'), ('achievements', 'achievement'), ('recommendations', 'recommendation'), ('milestones', 'milestone'),
      ('subscriptions', 'subscription'), ('matching_notifications', 'match matching'), ('message_notifications', 'message'),
      ('connection_notifications', 'connection_accepted connection_rejected connection_request'),
      ('premium_features', null), ('email_notifications', null), ('push_notifications', null), ('quiet_hours_enabled', null), ('batch_notifications', null)
  $$,
  'each flag stops what it names'
);
select is(
  array_length(string_to_array(tests.stopped_by('in_app_notifications'), ' '), 1), 20, 'and the one for the app stops all 20'
);

select * from finish();
rollback;
