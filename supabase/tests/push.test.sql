begin;
\ir helpers.psql
select plan(30);

select tests.create_user('mio'), tests.create_user('ken'), tests.create_user('rich', premium => true);
create function tests.subscribe(name text) returns void language sql as $$
  select public.subscribe_push('https://push.test/' || name, repeat('k', 87), repeat('a', 22))
$$;
create function tests.queued() returns text language sql security definer as $$
  select coalesce(string_agg(split_part(endpoint, '/', 4) || ' ' || title, ',' order by endpoint, title), '')
  from private.push_queue
  join public.push_subscriptions as subscriptions on subscriptions.id = subscription_id
  join public.notifications on notifications.id = notification_id
$$;
create function tests.tell(name text, title text, type text default 'system', priority text default 'high') returns uuid
language sql security definer as $$ select private.create_notification(tests.id_of(name), type, title, 'body', priority => priority, link => '/matching') $$;

-- Who subscribes.
select tests.visit();
select throws_ok($$ select tests.subscribe('v') $$, '42501', null, 'a visitor does not subscribe');
select throws_ok($$ select id from public.push_subscriptions $$, '42501', null, 'nor sees who does');
select tests.sign_in('mio');
select lives_ok($$ select tests.subscribe('phone') $$, 'a member does');
select lives_ok($$ select tests.subscribe('phone') $$, 'twice is once');
select lives_ok($$ select tests.subscribe('laptop') $$, 'with several browsers');
select is((select count(*) from public.push_subscriptions), 2::bigint, 'which they see');
select throws_ok($$ select p256dh from public.push_subscriptions $$, '42501', null, 'but not their keys');
select throws_ok(
  $$ insert into public.push_subscriptions (user_id, endpoint, p256dh, auth) values (tests.id_of('ken'), 'https://x', 'x', 'x') $$, '42501',
  null, 'nobody is subscribed by a row'
);
select throws_ok($$ select public.subscribe_push('file:///etc/passwd', repeat('k', 87), repeat('a', 22)) $$, '23514', null, 'an address of the web');
select throws_ok($$ select public.subscribe_push('https://push.test/x', 'short', repeat('a', 22)) $$, '23514', null, 'with keys');
select throws_ok($$ select public.take_pushes() $$, '42501', null, 'members take no pushes');
select throws_ok($$ select public.settle_pushes('{}', '{}') $$, '42501', null, 'nor settle any');
select tests.sign_in('ken');
select is_empty($$ select id from public.push_subscriptions $$, 'others see none of it');
select lives_ok($$ select public.unsubscribe_push('https://push.test/laptop') $$, 'another''s');
select tests.govern();
select is((select count(*) from public.push_subscriptions), 2::bigint, 'stays');
select tests.sign_in('ken');
select tests.subscribe('laptop');
select tests.govern();
select is(
  (select user_id from public.push_subscriptions where endpoint like '%laptop'), tests.id_of('ken'),
  'the browser that Ken signs in on is Ken''s alone'
);

-- What is pushed.
select tests.tell('mio', 'one'), tests.tell('ken', 'two'), tests.tell('rich', 'three');
select is(tests.queued(), 'laptop two,phone one', 'each to their own browsers');
select tests.tell('mio', 'hidden', 'like', 'low');
select is(tests.queued(), 'laptop two,phone one', 'not what they may not see');
insert into public.notification_preferences (user_id, push_notifications) values (tests.id_of('ken'), false);
select tests.tell('ken', 'unwanted');
select is(tests.queued(), 'laptop two,phone one', 'nor what they do not want');
select tests.serve();
create temporary table taken as select public.take_pushes() as pushes;
select is(
  (select array_agg((push ->> 'endpoint', push ->> 'title', push ->> 'path', push ->> 'unread')::text order by push ->> 'title')
   from taken, jsonb_array_elements(pushes) as push),
  array['(https://push.test/phone,one,/matching,1)', '(https://push.test/laptop,two,/matching,2)'], 'they are handed out'
);
select is(public.take_pushes(), '[]'::jsonb, 'once for the time being');
select lives_ok($$ select public.settle_pushes(array[(pushes -> 0 ->> 'id')::bigint], '{}') from taken $$, 'what was sent');
select tests.govern();
select is((select count(*) from private.push_queue), 1::bigint, 'is not sent again');
update private.push_queue set due_at = now();
select is(jsonb_array_length(public.take_pushes()), 1, 'what was not is');
update private.push_queue set due_at = now();
update public.notifications set is_read = true where title in ('one', 'two');
select is(public.take_pushes(), '[]'::jsonb, 'what was read meanwhile is not');
select private.create_notification(tests.id_of('mio'), 'system', 'from Rich', 'body', priority => 'high', sender => tests.id_of('rich'));
select is(tests.queued(), 'phone from Rich', 'what Rich did');
insert into public.blocks (blocker_id, blocked_id) values (tests.id_of('mio'), tests.id_of('rich'));
select is(public.take_pushes(), '[]'::jsonb, 'is not pushed to who blocked him since');
select tests.tell('mio', 'four');
select is(public.take_pushes() -> 0 ->> 'unread', '1', 'nor counted');
select public.settle_pushes('{}', array['https://push.test/phone']);
select is((select count(*) from public.push_subscriptions where endpoint like '%phone'), 0::bigint, 'a browser that is gone is forgotten');
delete from auth.users where id = tests.id_of('ken');
select is((select count(*) from public.push_subscriptions), 0::bigint, 'as is one of an account that is');

select * from finish();
rollback;
