begin;
\ir helpers.psql
select plan(82);

select tests.create_user('mio'), tests.create_user('ken'), tests.create_user('aya');
select tests.make_admins('aya');
select tests.create_videos(4);
update public.videos set youtuber = tests.id_of('mio') where id in (tests.video_id(1), tests.video_id(2));
update public.videos set youtuber = tests.id_of('ken') where id = tests.video_id(3);
insert into public.youtuber_profiles (id, channel_id, channel_url, channel_title) values
  (tests.id_of('mio'), tests.channel_id('mio'), 'https://www.youtube.com/@mio-pgtap', 'ミオの部屋'),
  (tests.id_of('ken'), tests.channel_id('ken'), 'https://www.youtube.com/@ken-pgtap', 'ケン通信');
create function tests.slot(number integer) returns uuid language sql immutable as $$ select md5('pgtap slot ' || number)::uuid $$;
insert into public.promotion_slots (id, name, type) values (tests.slot(1), '枠1', 'home'), (tests.slot(2), '枠2', 'search'), (tests.slot(3), '枠3', 'video');
insert into public.slot_prices (slot_id, price_per_day) values (tests.slot(1), 1200), (tests.slot(2), 900);
create function tests.today() returns date language sql stable as $$ select (now() at time zone 'Asia/Tokyo')::date $$;
create function tests.book(slot integer, video integer, ahead integer, days integer) returns uuid language sql
as $$ select id from public.book_slot(tests.slot(slot), tests.video_id(video), tests.today() + ahead, days) $$;
create function tests.begin_payment(booking uuid, intent text) returns text language sql security definer as $$
  select payment_status from public.begin_booking_payment(booking, (select user_id from public.slot_bookings where id = booking), (select amount_paid from public.slot_bookings where id = booking), intent)
$$;
create function tests.tell(intent text, outcome text, refunded integer, second integer) returns text language sql as $$
  select concat_ws(' ', answer ->> 'status', answer ->> 'payment_status', answer ->> 'refund')
  from public.record_booking_payment(intent, outcome, refunded, '2026-01-01T00:00:00Z'::timestamptz + second * interval '1 second') as answer
$$;
create function tests.told(name text) returns text language sql security definer
as $$ select string_agg(regexp_replace(title, '^プロモーションの?', ''), '、' order by title collate "C") from public.notifications where user_id = tests.id_of(name) and link = '/youtuber/promotions/active' $$;
create function tests.age(booking uuid, age interval) returns void language sql security definer
as $$ update public.slot_bookings set created_at = now() - age where id = booking $$;

-- Mio books, at the price of the server.
select tests.sign_in('mio');
select throws_ok($$ select tests.book(1, 1, 0, 7) $$, 'P0001', 'tomorrow is the first day that can be booked', 'nothing begins today');
select throws_ok($$ select tests.book(1, 1, -3, 7) $$, 'P0001', null, 'nor in the past');
select throws_ok($$ select public.book_slot(tests.slot(1), tests.video_id(1), null, 7) $$, 'P0001', null, 'nor never');
select throws_ok($$ select tests.book(1, 1, 91, 7) $$, 'P0001', 'that is too far ahead', 'nor in half a year');
select throws_ok($$ select tests.book(1, 1, 1, 8) $$, 'P0001', 'a slot is booked for 7, 14 or 30 days', 'for days that are offered');
select throws_ok($$ select tests.book(1, 1, 1, null) $$, 'P0001', null, 'and told');
select throws_ok($$ select tests.book(1, 3, 1, 7) $$, 'P0001', 'the video is somebody else''s', 'for a video of her own');
select throws_ok($$ select tests.book(1, 4, 1, 7) $$, 'P0001', 'the video is somebody else''s', 'not one of nobody');
select throws_ok($$ select tests.book(1, 5, 1, 7) $$, 'P0001', 'no such video', 'that exists');
select throws_ok($$ select tests.book(9, 1, 1, 7) $$, 'P0001', 'no such slot', 'in a slot that exists');
select throws_ok($$ select tests.book(3, 1, 1, 7) $$, 'P0001', 'the slot has no price', 'and has a price');
create temporary table mios as select * from public.book_slot(tests.slot(1), tests.video_id(1), tests.today() + 1, 7);
grant select on mios to public;
select is((select row(amount_paid, status, payment_status, end_date - tests.today()) from mios), row(8400, 'pending'::text, 'pending'::text, 8), 'days times the price of a day');
select is((select count(*) from public.slot_bookings), 1::bigint, 'she sees her booking');
select throws_ok($$ select tests.book(1, 2, 7, 7) $$, 'P0001', 'somebody has booked some of these days', 'whose days are taken');
select lives_ok($$ select tests.book(1, 2, 8, 7) $$, 'the day after its last is free');
select lives_ok($$ select tests.book(2, 1, 1, 14) $$, 'another slot too');
select throws_ok($$ select tests.book(2, 1, 40, 7) $$, 'P0001', 'pay or cancel what is booked first', 'three wait for payment at most');
select throws_ok($$ update public.slot_bookings set amount_paid = 1 $$, '42501', null, 'nobody changes a price');
select throws_ok($$ update public.slot_bookings set status = 'active' $$, '42501', null, 'nor a status');
select throws_ok($$ delete from public.slot_bookings $$, '42501', null, 'nor removes a booking');
select throws_ok(
  $$ insert into public.slot_bookings (user_id, slot_id, start_date, end_date, duration, amount_paid) values (tests.id_of('mio'), tests.slot(2), '2030-01-01', '2030-01-08', 7, 1) $$,
  '42501', null, 'nor makes one at a price of their own'
);
select throws_ok($$ update public.slot_prices set price_per_day = 50 $$, '42501', null, 'nor changes what a day costs');
select throws_ok($$ select public.begin_booking_payment(gen_random_uuid(), tests.id_of('mio'), 1, 'pi_x') $$, '42501', null, 'only the service begins a payment');
select throws_ok($$ select public.record_booking_payment('pi_x', 'succeeded', 0, now()) $$, '42501', null, 'only the service tells of one');

-- Others see that days are taken, not by whom.
select tests.visit();
select set_eq(
  $$ select start_date - tests.today() as first, end_date - tests.today() as next from public.taken_dates(tests.slot(1), tests.today(), tests.today() + 90) $$,
  $$ values (1, 8), (8, 15) $$, 'a visitor sees which days are taken'
);
select is_empty($$ select from public.taken_dates(tests.slot(1), tests.today() + 15, tests.today() + 90) $$, 'only between the days asked for');
select throws_ok($$ select id from public.slot_bookings $$, '42501', null, 'and nothing of the bookings');
select throws_ok($$ select tests.book(1, 1, 20, 7) $$, '42501', null, 'a visitor books nothing');
select tests.sign_in('ken');
select is_empty($$ select id from public.slot_bookings $$, 'nor does another member');
select throws_ok($$ select public.cancel_booking((select id from mios)) $$, 'P0001', 'no such booking', 'who does not cancel it either');
select throws_ok($$ select tests.book(1, 3, 5, 7) $$, 'P0001', 'somebody has booked some of these days', 'nor books the same days');
select tests.sign_in('aya');
select is((select count(*) from public.slot_bookings where user_id = tests.id_of('mio')), 3::bigint, 'an admin sees all');
select throws_ok($$ select tests.book(1, 1, 20, 7) $$, 'P0001', 'only creators book slots', 'but books none');

-- Mio pays.
select tests.serve();
select throws_ok($$ select public.begin_booking_payment((select id from mios), tests.id_of('ken'), 8400, 'pi_1') $$, 'P0001', 'no such booking', 'nobody pays another''s booking');
select throws_ok($$ select public.begin_booking_payment((select id from mios), tests.id_of('mio'), 84, 'pi_1') $$, 'P0001', 'the booking costs 8400', 'nor another amount');
select is(tests.begin_payment((select id from mios), 'pi_1'), 'processing', 'her payment begins');
select is(tests.begin_payment((select id from mios), 'pi_1'), 'processing', 'once, however often she asks');
select throws_ok($$ select tests.begin_payment((select id from mios), 'pi_2') $$, 'P0001', 'another payment has begun', 'with one intent');
select is(public.record_booking_payment('pi_of_nobody', 'succeeded', 0, now()), null, 'an intent of nobody''s is told so');
select throws_ok($$ select tests.tell('pi_1', 'lost', 0, 1) $$, 'P0001', 'no such outcome', 'outcomes are known');
select is(tests.tell('pi_1', 'failed', 0, 1), 'pending failed 0', 'a declined card leaves her booking as it is');
select is(tests.tell('pi_1', 'processing', 0, 3), 'pending processing 0', 'another try');
select is(tests.tell('pi_1', 'failed', 0, 2), 'pending processing 0', 'what was said before changes nothing');
select is(tests.tell('pi_1', 'succeeded', 0, 5), 'active succeeded 0', 'paid');
select is(tests.tell('pi_1', 'succeeded', 0, 5), 'active succeeded 0', 'again');
select is(tests.tell('pi_1', 'processing', 0, 4), 'active succeeded 0', 'what comes late changes nothing');
select is(tests.tell('pi_1', 'canceled', 0, 6), 'active succeeded 0', 'nor does what cannot be');
select is(tests.told('mio'), '予約が確定しました', 'she is told once');
select tests.sign_in('mio');
select throws_ok($$ select public.cancel_booking((select id from mios)) $$, 'P0001', 'the booking is paid', 'what is paid is not cancelled by hand');

-- It is shown on its days, labelled, and not longer.
select tests.govern();
create function tests.move(booking uuid, days integer) returns void language sql security definer
as $$ update public.slot_bookings set start_date = start_date + days, end_date = end_date + days where id = booking $$;
create function tests.shown(slot integer) returns text language sql security definer
as $$ select concat_ws(' ', video_id = tests.video_id(1), youtube_id, advertiser, (ends_at at time zone 'Asia/Tokyo')::date - tests.today()) from public.promotion_slots where id = tests.slot(slot) $$;
select private.publish_slots();
select is(tests.shown(1), '', 'before its first day the slot is empty');
select tests.move((select id from mios), -1);
select private.publish_slots();
select is(tests.shown(1), 't pgtap000001 ミオの部屋 7', 'on its first day it is shown, with who and until when');
select is(private.publish_slots(), false, 'once');
select tests.move((select id from mios), -6);
select private.publish_slots(tests.slot(1));
select is(tests.shown(1), 't pgtap000001 ミオの部屋 1', 'on its last too');
select is(tests.tell('pi_1', 'refunded', 400, 8), 'active succeeded 0', 'a part given back leaves it there');
select is(tests.tell('pi_1', 'succeeded', 0, 7), 'active succeeded 0', 'and stays given back');
select is((select amount_refunded from public.slot_bookings where id = (select id from mios)), 400, 'as is written');
select tests.move((select id from mios), -1);
select private.publish_slots();
select is(tests.shown(1) || (select status from public.slot_bookings where id = (select id from mios)), 'completed', 'then it is over');

-- What is not paid is let go; what is paid too late is shown if it still can be.
select tests.sign_in('mio');
create temporary table late as select id, slot_id from public.slot_bookings where status = 'pending';
grant select on late to public;
select tests.govern();
select tests.begin_payment(id, 'pi_late_' || case slot_id when tests.slot(1) then 1 else 2 end) from late;
select tests.age(id, '31 minutes') from late;
select is((select count(*) from public.taken_dates(tests.slot(2), tests.today(), tests.today() + 90)), 0::bigint, 'after half an hour the days are free');
select tests.tell('pi_late_2', 'processing', 0, 1);
select is((select count(*) from public.taken_dates(tests.slot(2), tests.today(), tests.today() + 90)), 1::bigint, 'not while money is on its way');
select is(private.release_bookings(), false, 'what is not paid is let go');
select results_eq(
  $$ select status, payment_status from public.slot_bookings where payment_intent_id like 'pi_late%' order by payment_intent_id $$,
  $$ values ('cancelled', 'cancelled'), ('pending', 'processing') $$, 'the one that waits for its money stays'
);
select is(tests.tell('pi_late_2', 'failed', 0, 2), 'pending failed 0', 'until that fails');
select is(private.release_bookings(), false, 'then it goes');
select is(tests.tell('pi_late_2', 'succeeded', 0, 3), 'active succeeded 0', 'paid late, its days still free: shown');
select tests.sign_in('ken');
select lives_ok($$ select tests.book(1, 3, 9, 7) $$, 'Ken takes days that were let go');
select tests.serve();
select is(tests.tell('pi_late_1', 'succeeded', 0, 1), 'cancelled succeeded 8400', 'paid late, its days gone: the money goes back');
select is(tests.tell('pi_late_1', 'succeeded', 0, 1), 'cancelled succeeded 8400', 'and is asked for until it is');
select is(tests.tell('pi_late_1', 'refunded', 8400, 2), 'cancelled refunded 0', 'it is');
select is(
  tests.told('mio'), '予約が確定しました、予約が確定しました、料金の一部を返金しました、料金を返金しました、を掲載できませんでした', 'she is told of each'
);

-- A booking that its buyer took back is not shown, whatever is paid.
select tests.sign_in('ken');
create temporary table kens as select id from public.slot_bookings;
grant select on kens to public;
select tests.serve();
select tests.begin_payment((select id from kens), 'pi_ken');
select tests.sign_in('ken');
select is((select status from public.cancel_booking((select id from kens))), 'cancelled', 'Ken takes his booking back');
select is((select status from public.cancel_booking((select id from kens))), 'cancelled', 'twice is once');
select tests.serve();
select is(tests.tell('pi_ken', 'succeeded', 0, 1), 'cancelled succeeded 8400', 'paid all the same, the money goes back');

-- A dispute takes it away, winning gives it back.
select is(tests.tell('pi_late_2', 'disputed', 0, 10), 'cancelled refunded 0', 'a disputed booking is not shown');
select is(tests.tell('pi_late_2', 'succeeded', 0, 9), 'cancelled refunded 0', 'whatever was said before');
select is(tests.tell('pi_late_2', 'succeeded', 0, 11), 'active succeeded 0', 'a dispute that is won shows it again');
select is(tests.tell('pi_late_2', 'refunded', 12600, 12), 'cancelled refunded 0', 'given back whole it is over');
select is(tests.tell('pi_late_2', 'succeeded', 0, 13), 'cancelled refunded 0', 'for good');
select is(
  tests.told('mio'),
  '予約が確定しました、予約が確定しました、掲載を再開します、掲載を止めました、料金の一部を返金しました、料金を返金しました、料金を返金しました、を掲載できませんでした',
  'and she is told'
);

-- An account that goes leaves what was paid, and its days.
select tests.sign_in('ken');
select lives_ok($$ select tests.book(2, 3, 40, 7) $$, 'Ken books again');
select tests.serve();
select tests.begin_payment((select id from public.slot_bookings where user_id = tests.id_of('ken') and status = 'pending'), 'pi_gone');
select tests.tell('pi_gone', 'succeeded', 0, 1);
select tests.govern();
delete from auth.users where id = tests.id_of('ken');
select results_eq(
  $$ select status, payment_status, user_id is null from public.slot_bookings where payment_intent_id = 'pi_gone' $$,
  $$ values ('cancelled', 'succeeded', true) $$, 'his account goes, that he paid stays known'
);
select is_empty($$ select from public.taken_dates(tests.slot(2), tests.today() + 40, tests.today() + 47) $$, 'and the days are free');
select is(tests.tell('pi_gone', 'refunded', 6300, 2), 'cancelled refunded 0', 'an admin may still give it back');

select * from finish();
rollback;
