begin;
\ir helpers.psql
select plan(49);

-- Mio and Ken have confirmed their e-mail and nothing else: no row says so.
select tests.create_user('mio'), tests.create_user('ken'), tests.create_user('aya');
select is_empty($$ select * from public.user_verification $$, 'nobody has a row at first');
select ok(not private.is_phone_verified(tests.id_of('mio')), 'without one no phone is verified');
select ok(not private.is_id_verified(tests.id_of('mio')), 'nor an identity');

-- The service records Mio's number.
select tests.serve();
select is(public.record_phone_verification(tests.id_of('mio'), '+819012345678', 'firebase', 'uid-mio'), 20, 'the first verification earns 20 points');
select tests.govern();
select row_eq(
  $$ select verification_level, email_verified, phone_verified, id_verified, phone_number, verification_provider, verification_id
     from public.user_verification where user_id = tests.id_of('mio') $$,
  row(2::smallint, true, true, false, '+819012345678'::text, 'firebase'::text, 'uid-mio'::text), 'it is level 2 with number and provider'
);
select is((select verification_expiry from public.user_verification), now() + interval '1 year', 'for one year');
select is((select last_verified from public.user_verification), now(), 'from now');
select ok(private.is_phone_verified(tests.id_of('mio')), 'her phone counts as verified');
select row_eq(
  $$ select balance, lifetime_earned from public.user_points where user_id = tests.id_of('mio') $$, row(20, 20), 'she has 20 points'
);
select row_eq(
  $$ select amount, transaction_type, description from public.point_transactions where user_id = tests.id_of('mio') $$,
  row(20, 'login_bonus'::text, '電話番号認証ボーナス'::text), 'and reads why'
);

-- A year later it has expired, until she verifies again; that earns nothing more.
update public.user_verification set verification_expiry = now() where user_id = tests.id_of('mio');
select ok(not private.is_phone_verified(tests.id_of('mio')), 'an expired verification counts no longer');
select tests.serve();
select is(public.record_phone_verification(tests.id_of('mio'), '+819087654321', 'firebase', 'uid-mio-2'), 0, 'the second earns nothing');
select tests.govern();
select ok(private.is_phone_verified(tests.id_of('mio')), 'but counts');
select is((select phone_number from public.user_verification), '+819087654321', 'with her new number');
select is((select balance from public.user_points), 20, 'her points stay');
update public.user_verification set verification_level = 3, id_verified = true;
select tests.serve();
select public.record_phone_verification(tests.id_of('mio'), '+819087654321', 'firebase', 'uid-mio-2');
select tests.govern();
select is((select verification_level from public.user_verification), 3::smallint, 'a phone takes no level away');
update public.user_verification set verification_expiry = now();
select ok(private.is_id_verified(tests.id_of('mio')), 'a checked identity does not expire with the phone');
update public.user_verification set verification_expiry = now() + interval '1 year';

-- One number, one account.
select tests.serve();
select throws_ok(
  $$ select public.record_phone_verification(tests.id_of('ken'), '+819087654321', 'firebase', 'uid-ken') $$, 'P0001',
  'the number is of another account', 'Ken cannot take Mio''s number'
);
select tests.govern();
select is_empty($$ select * from public.user_verification where user_id = tests.id_of('ken') $$, 'nothing of it is recorded');
select is_empty($$ select * from public.point_transactions where user_id = tests.id_of('ken') $$, 'nor earned');
select tests.serve();
select is(public.record_phone_verification(tests.id_of('aya'), '+819012345678', 'firebase', 'uid-aya'), 0, 'the number that she gave up is free, and earns no second bonus');
select is(public.record_phone_verification(tests.id_of('aya'), '+819066667777', 'firebase', 'uid-aya'), 20, 'another number does');
-- One proof, one account.
select is(
  public.record_phone_verification(tests.id_of('ken'), '+819012345678', 'firebase', 'uid-ken', now() - interval '1 minute'), 0, 'Ken proves a number'
);
select is(
  public.record_phone_verification(tests.id_of('ken'), '+819012345678', 'firebase', 'uid-ken', now() - interval '1 minute'), 0,
  'whoever lost the answer asks again'
);
delete from public.user_verification where user_id = tests.id_of('ken');
select throws_ok(
  $$ select public.record_phone_verification(tests.id_of('aya'), '+819012345678', 'firebase', 'uid-ken', now() - interval '1 minute') $$, 'P0001',
  'the proof was of another account', 'but the proof verifies nobody else, though the number is free'
);
select is(public.record_phone_verification(tests.id_of('ken'), '+819044445555', 'firebase', 'uid-ken'), 20, 'a new one verifies');
select throws_ok(
  $$ select public.record_phone_verification(tests.id_of('ken'), '09011112222', 'firebase', 'uid-ken') $$, '23514', null,
  'a number that is not international is refused'
);
select throws_ok(
  $$ select public.record_phone_verification(gen_random_uuid(), '+819011112222', 'firebase', 'x') $$, '23503', null, 'as is a person that is not'
);

-- Nobody reads another's, and no member writes.
select tests.visit();
select throws_ok($$ select * from public.user_verification $$, '42501', null, 'a visitor reads no verification');
select throws_ok($$ select * from public.user_points $$, '42501', null, 'nor points');
select throws_ok($$ select * from public.point_transactions $$, '42501', null, 'nor their history');
select tests.sign_in('ken');
select results_eq($$ select user_id from public.user_verification $$, array[tests.id_of('ken')], 'Ken reads his own verification only');
select results_eq($$ select user_id from public.user_points $$, array[tests.id_of('ken')], 'his own points only');
select results_eq($$ select user_id from public.point_transactions $$, array[tests.id_of('ken')], 'and their history only');
select throws_ok($$ update public.user_verification set verification_level = 3 $$, '42501', null, 'he does not raise his level');
select throws_ok($$ insert into public.user_verification (user_id) values (tests.id_of('ken')) $$, '42501', null, 'nor makes a row');
select throws_ok($$ delete from public.user_verification $$, '42501', null, 'nor removes one');
select throws_ok($$ update public.user_points set balance = 1000 $$, '42501', null, 'he gives himself no points');
select throws_ok(
  $$ insert into public.point_transactions (user_id, amount, transaction_type, description) values (tests.id_of('ken'), 20, 'login_bonus', 'もう一度') $$,
  '42501', null, 'nor a reason for them'
);
select throws_ok($$ delete from public.point_transactions $$, '42501', null, 'nor removes the one he had');
select throws_ok(
  $$ select public.record_phone_verification(tests.id_of('ken'), '+819033334444', 'firebase', 'forged') $$, '42501', null,
  'he does not record a verification himself'
);

-- Points never go below zero, and a level says what was verified.
select tests.govern();
select throws_ok(
  $$ insert into public.point_transactions (user_id, amount, transaction_type, description) values (tests.id_of('ken'), -21, 'login_bonus', '引く') $$,
  '23514', null, 'points do not go below zero'
);
select throws_ok(
  $$ update public.user_verification set verification_level = 1 where user_id = tests.id_of('ken') $$, '23514', null,
  'a verified phone is not level 1'
);
select throws_ok(
  $$ update public.user_verification set verification_level = 3 where user_id = tests.id_of('ken') $$, '23514', null,
  'level 3 has a checked identity'
);

-- Adult: 18 by the date in Japan.
create function tests.is_adult_born(years_ago integer, days integer) returns boolean language plpgsql as $$
begin
  update public.profile_private
  set birth_date = (now() at time zone 'Asia/Tokyo')::date - make_interval(years => years_ago) + make_interval(days => days)
  where user_id = tests.id_of('ken');
  return private.is_adult(tests.id_of('ken'));
end
$$;
select ok(tests.is_adult_born(18, 0), 'adult on the 18th birthday');
select ok(not tests.is_adult_born(18, 1), 'not the day before');
select ok(tests.is_adult_born(40, 0), 'adult at 40');
update public.profile_private set birth_date = null where user_id = tests.id_of('ken');
select ok(not private.is_adult(tests.id_of('ken')), 'not without a birth date');
select ok(not private.is_adult(gen_random_uuid()), 'nor without an account');

select * from finish();
rollback;
