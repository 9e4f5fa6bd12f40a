begin;
\ir helpers.psql
select plan(40);

select tests.create_user('buyer');
select tests.create_user('rival');
select tests.create_user('mio');
select tests.create_videos(2);

create function tests.booking_id(number integer) returns uuid language sql immutable
as $$ select md5('mirutomo test booking ' || number)::uuid $$;
create function tests.event(booking integer, kind text, ago interval default '0') returns jsonb language sql stable
as $$ select jsonb_build_array(jsonb_build_object('booking_id', tests.booking_id(booking), 'kind', kind, 'at', now() - ago)) $$;
create function tests.visitor(number integer) returns uuid language sql immutable
as $$ select md5('mirutomo test visitor ' || number)::uuid $$;
create function tests.report(days integer) returns table (booking_id uuid, impressions numeric, clicks numeric) language sql
as $$ select booking_id, sum(impressions), sum(clicks) from public.promotion_report(days) group by booking_id $$;
grant execute on all functions in schema tests to anon, authenticated, service_role;

/** 1 has run since a fortnight ago, 2 ended 5 days ago, 3 begins tomorrow, 4 was paid back, 5 is not paid, 6 is the rival's. */
insert into public.promotion_slots (id, name, type)
select md5('mirutomo test slot ' || number)::uuid, 'pgtap ' || number, 'home' from generate_series(1, 6) as number;
insert into public.slot_bookings
  (id, user_id, youtuber_id, slot_id, video_id, start_date, end_date, duration, amount_paid, status, payment_status, created_at)
select
  tests.booking_id(number), tests.id_of(buyer), tests.id_of(buyer), md5('mirutomo test slot ' || number)::uuid, tests.video_id(1),
  private.day_in_japan() + starts, private.day_in_japan() + starts + days, days, 1000, status, payment, now() - interval '20 days'
from (values
  (1, 'buyer', -14, 30, 'active', 'succeeded'),
  (2, 'buyer', -12, 7, 'completed', 'succeeded'),
  (3, 'buyer', 1, 7, 'active', 'succeeded'),
  (4, 'buyer', -1, 7, 'cancelled', 'refunded'),
  (5, 'buyer', -1, 7, 'pending', 'processing'),
  (6, 'rival', -1, 7, 'active', 'succeeded')
) as bookings (number, buyer, starts, days, status, payment);

-- A person is counted once per hour and kind.
select tests.sign_in('mio');
select is(public.record_promotion_events(tests.event(1, 'impression')), 1, 'what a member saw is counted');
select is(public.record_promotion_events(tests.event(1, 'impression')), 0, 'once');
select is(
  public.record_promotion_events(tests.event(1, 'impression'), tests.visitor(1)), 0, 'whatever key their device gives: a member is that member'
);
select is(public.record_promotion_events(tests.event(1, 'click')), 1, 'a click is another thing');
select is(public.record_promotion_events(tests.event(1, 'impression', '1 hour')), 1, 'an hour ago was another hour');
select is(
  public.record_promotion_events(tests.event(1, 'impression', '3 days') || tests.event(1, 'impression', '3 days')), 1,
  'what was seen offline is counted when it comes, once within a call too'
);
select is(public.record_promotion_events(tests.event(1, 'impression', '-1 day')), 0, 'what is yet to come counts as now');
select is(public.record_promotion_events(tests.event(1, 'impression', '7 days 1 second')), 0, 'what is a week old comes too late');

-- Only what was shown is counted.
select is(public.record_promotion_events(tests.event(2, 'impression')), 0, 'nobody sees today what ended last week');
select is(public.record_promotion_events(tests.event(2, 'impression', '6 days')), 1, 'but somebody offline has seen it then');
select is(public.record_promotion_events(tests.event(3, 'impression')), 0, 'nor what begins tomorrow');
select is(public.record_promotion_events(tests.event(4, 'impression')), 0, 'nor what was paid back');
select is(public.record_promotion_events(tests.event(5, 'impression')), 0, 'nor what is not paid');
select is(public.record_promotion_events(tests.event(99, 'impression')), 0, 'nor a booking that is not there');
select is(public.record_promotion_events(tests.event(1, 'applause')), 0, 'nor anything that is neither seeing nor opening');
select throws_ok($$ select public.record_promotion_events('[{"booking_id": "x", "kind": "click"}]') $$, '22P02', null, 'what is no booking is refused');
select is(
  public.record_promotion_events(jsonb_build_array(jsonb_build_object('booking_id', tests.booking_id(6), 'kind', 'click'))), 0,
  'without a time there is nothing to count'
);

-- Floods.
select throws_ok(
  $$ select public.record_promotion_events((select jsonb_agg(tests.event(1, 'click') -> 0) from generate_series(1, 51))) $$,
  'P0001', 'a list of 50 events at most', '51 at once are too many'
);
select throws_ok($$ select public.record_promotion_events('{}') $$, 'P0001', 'a list of 50 events at most', 'a list it is');
select throws_ok($$ select public.record_promotion_events(null) $$, 'P0001', 'a list of 50 events at most', 'and not nothing');
select tests.visit();
select throws_ok(
  $$ select public.record_promotion_events(tests.event(1, 'click')) $$, 'P0001', 'who is not signed in tells the key of their device',
  'a visitor has a key'
);
select is(
  (select sum(public.record_promotion_events(tests.event(1, 'click'), tests.visitor(number))) from generate_series(1, 1002) as number), 1000::bigint,
  'more than 1,000 visitors in an hour are somebody''s invention'
);
select tests.sign_in('rival');
select is(public.record_promotion_events(tests.event(1, 'click')), 1, 'members are counted all the same');

-- The buyer.
select tests.sign_in('buyer');
select is(public.record_promotion_events(tests.event(1, 'impression') || tests.event(6, 'impression')), 1, 'one''s own is not counted, another''s is');
select set_eq(
  $$ select * from tests.report(30) $$,
  $$ values (tests.booking_id(1), 3::numeric, 1002::numeric), (tests.booking_id(2), 1, 0) $$,
  'the buyer is told of their own bookings, and of no other'
);
select results_eq(
  $$ select day, impressions from public.promotion_report(30) where booking_id = tests.booking_id(2) $$,
  $$ select ((now() - interval '6 days') at time zone 'Asia/Tokyo')::date, 1::bigint $$, 'by days in Japan'
);
select is_empty($$ select * from public.promotion_report(-5) where booking_id = tests.booking_id(2) $$, 'of one day at least');
select throws_ok($$ select * from public.promotion_events $$, '42501', null, 'nobody reads who');
select throws_ok($$ select * from public.promotion_days $$, '42501', null, 'nor writes numbers');
select throws_ok(
  $$ insert into public.promotion_events values (tests.booking_id(1), 'click', date_trunc('hour', now()), 'x', false) $$, '42501', null,
  'nobody makes up events'
);

select tests.sign_in('mio');
select is_empty($$ select * from public.promotion_report(400) $$, 'who bought nothing has no report');
select tests.visit();
select throws_ok($$ select * from public.promotion_report(30) $$, '42501', null, 'nor has a visitor');

-- A slot tells which booking it shows.
select tests.govern();
select private.publish_slots();
select set_eq(
  $$ select booking_id from public.promotion_slots where name like 'pgtap%' and video_id is not null $$,
  array[tests.booking_id(1), tests.booking_id(6)], 'what is shown tells which booking it is'
);
select is((select count(*) from public.promotion_slots where name like 'pgtap%' and video_id is null and booking_id is not null), 0::bigint, 'an empty slot tells none');

-- Viewers are forgotten, numbers stay.
select tests.govern();
select is(private.fold_promotion_events(), false, 'what may still be added to stays as it is');
update public.promotion_events set hour = hour - interval '10 days' where booking_id = tests.booking_id(1) and kind = 'click';
select results_eq(
  'select private.fold_promotion_events() from generate_series(1, 11)', 'select number < 11 from generate_series(1, 11) as number', 'what is older becomes numbers, some at a time'
);
select is((select count(*) from public.promotion_events where kind = 'click'), 0::bigint, 'and nobody can be told from them');
select tests.sign_in('buyer');
select is((select clicks from tests.report(30) where booking_id = tests.booking_id(1)), 1002::numeric, 'the report says the same');
select is((select clicks from tests.report(5) where booking_id = tests.booking_id(1)), 0::numeric, 'of the days that are asked for');
select tests.govern();
insert into public.promotion_events values (tests.booking_id(1), 'click', date_trunc('hour', now() - interval '10 days'), 'x', false);
select private.fold_promotion_events();
select tests.sign_in('buyer');
select is((select clicks from tests.report(30) where booking_id = tests.booking_id(1)), 1003::numeric, 'what comes to a day later is added');

select * from finish();
rollback;
