begin;
\ir helpers.psql
select plan(25);

-- Refusals that no other story runs into.
select tests.create_user('mio'), tests.create_user('ken'), tests.create_user('aya');
select tests.make_admins('aya');
select tests.create_videos(1);

-- A token of a member that names nobody is nobody's: each function says so by itself.
create function tests.sign_in_as_nobody() returns void language plpgsql
as $$
begin
  perform set_config('role', 'authenticated', true);
  perform set_config('request.jwt.claims', '{"role":"authenticated"}', true);
end
$$;
select tests.sign_in_as_nobody();
select throws_ok($$ select public.book_slot(gen_random_uuid(), tests.video_id(1), current_date, 7) $$, '42501', 'sign in to book', 'nobody books');
select throws_ok($$ select public.cancel_booking(gen_random_uuid()) $$, '42501', 'sign in to cancel a booking', 'nor cancels');
select throws_ok($$ select public.offer_candidates() $$, '42501', 'sign in to be offered candidates', 'nor is offered candidates');
select throws_ok($$ select public.tell_incoming_likes() $$, '42501', 'sign in to hear who likes you', 'nor hears who likes them');
select throws_ok($$ select public.request_connection(tests.id_of('mio')) $$, '42501', 'sign in to ask for a connection', 'nor asks for a connection');
select throws_ok($$ select public.request_id_verification('x') $$, '42501', 'sign in to ask for verification', 'nor for level 3');
select throws_ok($$ select public.decide_verification(gen_random_uuid(), true) $$, '42501', null, 'nor decides about it');
select throws_ok($$ select public.seal_key() $$, '42501', null, 'nor has a key');
select throws_ok($$ select public.sync_pull('{}') $$, '42501', 'sign in to pull', 'nor pulls');
select throws_ok($$ select public.sync_push('{}') $$, '42501', 'sign in to push', 'nor pushes');
select throws_ok($$ select public.older_messages(gen_random_uuid(), 1) $$, '42501', null, 'nor reads on');
select throws_ok($$ select public.subscribe_push('https://push.test/n', repeat('k', 87), repeat('a', 22)) $$, '23502', null, 'nor hears of anything');
select is((select count(*) from public.own_profile() where id is not null), 0::bigint, 'nor has a profile');
select is(public.unseal_key(), null, 'nor a key back');

-- A payment is begun for a booking that waits for one.
select tests.govern();
insert into public.youtuber_profiles (id, channel_id, channel_url, channel_title)
values (tests.id_of('mio'), tests.channel_id('mio'), 'https://www.youtube.com/@mio-refused', 'ミオ');
create function tests.booking(status text) returns uuid language sql security definer as $$
  with slot as (insert into public.promotion_slots (name, type) values ('枠', 'home') returning id)
  insert into public.slot_bookings (user_id, youtuber_id, slot_id, video_id, start_date, end_date, duration, amount_paid, status, payment_status)
  select
    tests.id_of('mio'), tests.id_of('mio'), slot.id, tests.video_id(1), current_date + 3, current_date + 10, 7, 700, status,
    case status when 'active' then 'succeeded' else status end
  from slot returning id
$$;
select tests.serve();
select throws_ok($$ select public.begin_booking_payment(tests.booking('cancelled'), tests.id_of('mio'), 700, 'pi_late') $$, 'P0001', 'the booking does not wait for a payment', 'nobody pays for what was cancelled');
select throws_ok($$ select public.begin_booking_payment(tests.booking('active'), tests.id_of('mio'), 700, 'pi_again') $$, 'P0001', 'the booking does not wait for a payment', 'nor again for what is paid');

-- Of what does not exist, and of themselves, admins are refused too.
select tests.sign_in('aya');
select throws_ok($$ select public.note_refund(null, 1, '理由') $$, 'P0001', 'there is not so much left', 'no payment, no refund');
select throws_ok($$ select public.open_verification_document(gen_random_uuid()) $$, 'P0001', 'no such request', 'no request, no document');
select tests.govern();
insert into public.verification_requests (id, user_id, document_path, birth_date, status, decided_at) values
  (tests.id_of('own'), tests.id_of('aya'), 'own.jpg', '1990-01-01', 'pending', null),
  (tests.id_of('done'), tests.id_of('ken'), 'done.jpg', '1990-01-01', 'rejected', now());
select tests.sign_in('aya');
select throws_ok($$ select public.open_verification_document(tests.id_of('own')) $$, 'P0001', 'nobody decides about themselves', 'an admin looks at no document of their own');
select throws_ok($$ select public.open_verification_document(tests.id_of('done')) $$, 'P0001', 'no such request', 'nor at one that was decided about');

-- One states preferences for oneself alone, also where the table is written directly.
select tests.sign_in('ken');
insert into public.notification_preferences (likes) values (true);
select tests.sign_in('mio');
select throws_ok($$ insert into public.notification_preferences (user_id) values (tests.id_of('ken')) $$, '42501', null, 'one states nobody else''s preferences');
insert into public.notification_preferences (likes) values (true);
update public.notification_preferences set likes = false;
select results_eq($$ select likes from public.notification_preferences $$, array[false], 'one changes one''s own');
select tests.govern();
select is((select likes from public.notification_preferences where user_id = tests.id_of('ken')), true, 'and nobody else''s');
select tests.sign_in('mio');
select throws_ok($$ delete from public.notification_preferences $$, '42501', null, 'which stay');
select tests.visit();
select throws_ok($$ update public.notification_preferences set likes = true $$, '42501', null, 'a visitor has none');

select * from finish();
rollback;
