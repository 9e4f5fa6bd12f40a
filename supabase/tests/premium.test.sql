begin;
\ir helpers.psql
select plan(51);

select tests.create_user('mio'), tests.create_user('ken');
create function tests.record(name text, subscription text, plan text, status text, days numeric, second integer, ends boolean default false) returns text language sql
as $$
  select public.record_subscription(
    tests.id_of(name), subscription, plan, status, now() + days * interval '1 day', ends, '2026-01-01T00:00:00Z'::timestamptz + second * interval '1 second'
  )
$$;
create function tests.premium(name text) returns text language sql security definer
as $$
  select concat_ws(' ', is_premium, premium_plan, round(extract(epoch from premium_expiry - now()) / 86400)) from public.profiles where id = tests.id_of(name)
$$;
create function tests.subscription(name text) returns text language sql security definer
as $$ select concat_ws(' ', stripe_subscription_id, plan, status) from public.premium_subscriptions where user_id = tests.id_of(name) $$;
create function tests.told(name text) returns text language sql security definer
as $$ select string_agg(title, '、' order by title collate "C") from public.notifications where user_id = tests.id_of(name) and link like '/premium/%' $$;
create function tests.version(name text) returns text language sql security definer
as $$ select (row_version = private.current_version())::text from public.profiles where id = tests.id_of(name) $$;

-- Plans are there for everybody to read, and for nobody to change.
select tests.visit();
select set_eq($$ select id, amount from public.subscription_plans $$, $$ values ('monthly', 980), ('quarterly', 2640), ('yearly', 9360) $$, 'three plans');
select throws_ok($$ select user_id from public.premium_subscriptions $$, '42501', null, 'a visitor sees no subscription');
select tests.sign_in('mio');
select throws_ok($$ update public.subscription_plans set amount = 1 $$, '42501', null, 'a member changes no price');
select throws_ok(
  $$ insert into public.premium_subscriptions (user_id, stripe_subscription_id, status, as_of) values (tests.id_of('mio'), 'sub_x', 'active', now()) $$,
  '42501', null, 'nor subscribes by hand'
);
select throws_ok($$ update public.profiles set is_premium = true where id = tests.id_of('mio') $$, '42501', null, 'nor takes premium');
select throws_ok($$ update public.profile_private set stripe_customer_id = 'cus_x' $$, '42501', null, 'nor another''s customer');
select throws_ok($$ select tests.record('mio', 'sub_1', 'monthly', 'active', 30, 1) $$, '42501', null, 'nor tells of a subscription');
select throws_ok($$ select public.record_stripe_event('evt_1', 'x', now()) $$, '42501', null, 'nor of an event');
select throws_ok($$ select public.finish_stripe_event('evt_1') $$, '42501', null, 'nor ends one');
select throws_ok($$ select public.stripe_events_since() $$, '42501', null, 'nor asks for them');
select throws_ok($$ select public.count_payment_call(tests.id_of('mio'), 'charge') $$, '42501', null, 'nor counts');

-- From the first payment to the end.
select tests.serve();
select throws_ok($$ select tests.record('mio', 'sub_1', 'monthly', 'trialing', 30, 1) $$, 'P0001', 'no such status', 'only what Stripe says');
select is(public.record_subscription(gen_random_uuid(), 'sub_9', 'monthly', 'active', now(), false, now()), 'nobody', 'and of those who are here');
select is(tests.record('mio', 'sub_1', 'monthly', 'incomplete', 30, 1), 'recorded', 'Mio begins');
select is(tests.premium('mio'), 'f', 'what is not paid is not premium');
select is(tests.record('mio', 'sub_1', 'monthly', 'active', 30, 2), 'recorded', 'she pays');
select is(tests.premium('mio'), 't monthly 30', 'premium until the end of the period');
select is(tests.version('mio'), 'true', 'her devices are told by her profile''s version');
select is((select stripe_subscription_id from public.profile_private where user_id = tests.id_of('mio')), 'sub_1', 'her subscription is remembered');
select is(tests.record('mio', 'sub_1', 'monthly', 'active', 30, 2), 'recorded', 'the same again');
select is(tests.record('mio', 'sub_1', 'monthly', 'incomplete', 30, 1), 'older', 'what was said before changes nothing');
select is(tests.told('mio'), 'プレミアムが始まりました', 'she is told once');
select is(tests.record('mio', 'sub_1', 'monthly', 'active', 60, 3), 'recorded', 'it is renewed');
select is(tests.premium('mio'), 't monthly 60', 'for another month');
select is(tests.record('mio', 'sub_1', 'monthly', 'past_due', 60, 4), 'recorded', 'a renewal that fails');
select is(tests.premium('mio'), 't monthly 60', 'takes nothing before the period ends');
select is(tests.told('mio'), 'プレミアムが始まりました、プレミアムの更新のお支払いができませんでした', 'she is told');
select is(tests.record('mio', 'sub_1', 'monthly', 'active', 60, 5, ends => true), 'recorded', 'she lets it end');
select is(tests.premium('mio'), 't monthly 60', 'and keeps what is paid');
select is(tests.record('mio', 'sub_1', 'monthly', 'canceled', 60, 7), 'recorded', 'it ends');
select is(tests.premium('mio'), 'f monthly 0', 'so does premium');
select is(tests.record('mio', 'sub_1', 'monthly', 'active', 60, 8), 'older', 'for good');
select is(tests.told('mio'), 'プレミアムが始まりました、プレミアムが終了しました、プレミアムの更新のお支払いができませんでした', 'she is told');

-- Another one, and two at once.
select is(tests.record('mio', 'sub_2', 'yearly', 'active', 365, 9), 'recorded', 'she begins again');
select is(tests.premium('mio'), 't yearly 365', 'with another plan');
select is(tests.record('mio', 'sub_1', 'monthly', 'canceled', 60, 10), 'recorded', 'what is said of the first');
select is(tests.subscription('mio'), 'sub_2 yearly active', 'changes nothing of the second');
select is(tests.record('mio', 'sub_3', 'monthly', 'active', 30, 11), 'superfluous', 'one of two is too many');
select is(tests.subscription('mio'), 'sub_2 yearly active', 'the first stays');
select is(tests.record('ken', 'sub_2', 'yearly', 'active', 365, 12), 'older', 'nobody has another''s');
select is(tests.premium('ken'), 'f', 'nor premium from it');
select tests.sign_in('mio');
select is((select status from public.premium_subscriptions), 'active', 'she sees her own');
select tests.sign_in('ken');
select is_empty($$ select from public.premium_subscriptions $$, 'others do not');

-- What runs out is taken by the clock.
select tests.serve();
select tests.record('ken', 'sub_k', 'monthly', 'active', 0.5, 1, ends => true);
select tests.govern();
update public.profiles set premium_expiry = now() - interval '1 second' where id = tests.id_of('ken');
select private.lapse_premium();
select is(tests.premium('ken') || '、' || tests.told('ken'), 'f monthly 0、プレミアムが始まりました、プレミアムが終了しました', 'Ken''s has run out, and he is told');
select tests.serve();
select tests.record('ken', 'sub_k', 'monthly', 'canceled', 0, 2);
select is(tests.told('ken'), 'プレミアムが始まりました、プレミアムが終了しました', 'once');
select tests.govern();
update public.profiles set premium_expiry = now() - interval '1 second' where id = tests.id_of('mio');
select private.lapse_premium();
select is(tests.premium('mio') || '、' || (tests.told('mio') like '%終了%終了%')::text, 'f yearly 0、false', 'a renewal that is late is not called an end');

update public.profiles set is_premium = true, premium_expiry = null where id = tests.id_of('ken');
select private.lapse_premium();
select is(tests.premium('ken'), 'f monthly 0', 'premium whose subscription has ended is none, whatever the profile says');

-- Events are dealt with once.
select tests.serve();
select ok(public.record_stripe_event('evt_pgtap', 'x', now()) is not null and public.record_stripe_event('evt_pgtap', 'x', now()) is not null, 'an event is to be dealt with until it is');
select public.finish_stripe_event('evt_pgtap');
select is(public.record_stripe_event('evt_pgtap', 'x', now()), null, 'then not again');
select ok(public.stripe_events_since() <= now() - interval '1 day', 'events may be missing since a day before the last');
select is((select bool_and(public.count_payment_call(tests.id_of('ken'), 'charge')) from generate_series(1, 20)) and not public.count_payment_call(tests.id_of('ken'), 'charge'), true, 'twenty calls, not twenty-one');

select * from finish();
rollback;
