begin;
\ir helpers.psql
select plan(133);

select tests.create_user('mio'), tests.create_user('ken', premium => true), tests.create_user('aya'), tests.create_user('rei');
select tests.make_admins('aya', 'rei');
select tests.create_videos(2);
create function tests.report_of(reporter text, reported text) returns text language sql immutable
as $$ select tests.id_of(reporter) || '|' || tests.id_of(reported) $$;
create function tests.rating_of(name text, video integer) returns text language sql immutable
as $$ select tests.id_of(name) || '|' || tests.youtube_id(video) $$;
create function tests.slot_named(called text) returns uuid language sql security definer
as $$ select id from public.promotion_slots where name = called $$;
create function tests.latest_act() returns jsonb language sql security definer as $$
  select to_jsonb(admin_acts) - 'id' - 'created_at' - 'subject_id' from public.admin_acts order by created_at desc, cmin::text::integer desc limit 1
$$;
create function tests.outcomes(act text) returns setof text language sql security definer as $$
  select concat_ws(' ', outcome, answer) from public.admin_acts where admin_acts.act = outcomes.act
$$;
create function tests.acts() returns bigint language sql security definer as $$ select count(*) from public.admin_acts $$;

-- Everything below is for admins, each function says so by itself.
create temporary table asked (call text);
insert into asked values
  ('select public.admin_overview()'), ('select public.admin_people()'), ('select public.admin_reports()'), ('select public.admin_verifications()'),
  ('select public.admin_bookings()'), ($$ select public.set_role(tests.id_of('mio'), 'admin', 'x') $$), ($$ select public.suspend(tests.id_of('mio'), null, 'x') $$),
  ($$ select public.unsuspend(tests.id_of('mio')) $$), ($$ select public.open_verification_document(gen_random_uuid()) $$),
  ($$ select public.decide_report('x', 'resolved', 'x') $$), ($$ select public.hide_rating_comment('x', 'x') $$), ($$ select public.save_slot(null, 'x', 'home') $$),
  ($$ select public.set_slot_price(gen_random_uuid(), 100) $$), ($$ select public.note_refund('pi_x', 1, 'x') $$),
  ('select public.admin_contacts()'), ($$ select public.answer_contact(gen_random_uuid()) $$),
  ($$ select public.stop_event(gen_random_uuid(), 'x') $$);
grant select on asked to anon, authenticated, service_role;
select tests.visit();
select throws_ok(call, '42501', null, 'a visitor is refused: ' || call) from asked;
select tests.sign_in('ken');
select throws_ok(call, '42501', 'only for admins', 'a member is refused: ' || call) from asked;
select tests.serve();
select throws_ok(call, '42501', null, 'the service is no admin: ' || call) from asked;
select tests.govern();
select is(tests.acts(), 0::bigint, 'what is refused is no act');

-- People are found by name, e-mail and id.
select tests.sign_in('aya');
select is((public.admin_people() ->> 'total')::integer, (select count(*)::integer from public.profiles), 'without a question all are listed');
select is(public.admin_people('MIO@pgtap') #>> '{people,0,username}', 'mio', 'an e-mail finds its person');
select is(public.admin_people(' ' || tests.id_of('mio')) #>> '{people,0,email}', 'mio@pgtap.test', 'an id too, and the e-mail is told');
select is(public.admin_people('nobody%') -> 'people', '[]'::jsonb, 'a sign that stands for others elsewhere stands for itself');
select is(public.admin_people('', 1000000) -> 'people', '[]'::jsonb, 'past the last page there is nobody');
select is(jsonb_array_length(public.admin_people('', -1) -> 'people'), least(20, (select count(*)::integer from public.profiles)), 'before the first is the first');
select public.suspend(tests.id_of('mio'), null, '確認のため');
select is(public.admin_people('mio@pgtap') #>> '{people,0,suspension,reason}', '確認のため', 'a suspension is shown');
select public.unsuspend(tests.id_of('mio'));

-- Roles.
select throws_ok($$ select public.set_role(tests.id_of('aya'), 'member', 'x') $$, 'P0001', 'nobody changes their own role', 'nobody changes their own role');
select throws_ok($$ select public.set_role(tests.id_of('mio'), 'youtuber', 'x') $$, 'P0001', 'no such role', 'nobody is made a creator');
select throws_ok($$ select public.set_role(tests.id_of('mio'), null, 'x') $$, 'P0001', 'no such role', 'nor nothing');
select throws_ok($$ select public.set_role(gen_random_uuid(), 'admin', 'x') $$, 'P0001', 'no such person', 'nobody nothing');
select throws_ok($$ select public.set_role(tests.id_of('mio'), 'admin', '') $$, 'P0001', 'say why', 'and never without a reason');
select lives_ok($$ select public.set_role(tests.id_of('mio'), 'admin', '担当になったため') $$, 'Mio becomes an admin');
select is(
  tests.latest_act(),
  jsonb_build_object(
    'admin_id', tests.id_of('aya'), 'act', 'set_role', 'subject_type', 'person', 'outcome', 'done', 'answer', null,
    'detail', jsonb_build_object('role', 'admin', 'reason', '担当になったため', 'name', 'mio')
  ),
  'which is written down'
);
select is(tests.acts(), 3::bigint, 'as one act');
select public.set_role(tests.id_of('mio'), 'admin', 'もう一度');
select is(tests.acts(), 3::bigint, 'what changes nothing is no act');

-- A password alone makes no admin.
select tests.govern();
create function tests.refusal_of(act text) returns text language plpgsql
as $$
declare
  code text;
  hint text;
begin
  execute act;
  return 'none';
exception when insufficient_privilege then
  get stacked diagnostics code = returned_sqlstate, hint = pg_exception_hint;
  return concat_ws(' ', code, nullif(hint, ''));
end
$$;
select tests.sign_in('mio');
select is(tests.refusal_of('select public.admin_overview()'), '42501 second_factor_missing', 'Mio needs a second factor first');
select is(
  tests.refusal_of($$ select public.set_role(tests.id_of('aya'), 'member', '退職') $$), '42501 second_factor_missing', 'and does nothing without one'
);
select is_empty('select from public.admin_acts', 'nor reads an act');
select is_empty('select from public.slot_bookings', 'nor a booking');
select tests.govern();
insert into auth.mfa_factors (id, user_id, factor_type, status, created_at, updated_at)
values (tests.id_of('mio'), tests.id_of('mio'), 'totp', 'unverified', now(), now());
select tests.sign_in('mio');
select is(tests.refusal_of('select public.admin_overview()'), '42501 second_factor_missing', 'one that was begun and never used counts for nothing');
select tests.govern();
update auth.mfa_factors set status = 'verified' where user_id = tests.id_of('mio');
select tests.sign_in('mio');
select set_config('request.jwt.claims', (current_setting('request.jwt.claims')::jsonb || '{"aal": "aal1"}')::text, true);
select is(tests.refusal_of('select public.admin_overview()'), '42501', 'a session that has not given the code is no admin''s');
select is(private.is_admin(), false, 'for policies too');
select tests.sign_in('mio');
select lives_ok($$ select public.set_role(tests.id_of('aya'), 'member', '退職') $$, 'with it Mio takes the role from Aya');
select tests.sign_in('aya');
select throws_ok($$ select public.admin_overview() $$, '42501', 'only for admins', 'who is no admin any more');
select is_empty('select from public.admin_acts', 'and reads no act');
select tests.sign_in('mio');
select lives_ok($$ select public.set_role(tests.id_of('rei'), 'member', '退職') $$, 'and from Rei');
select tests.govern();
delete from public.profiles where role = 'admin' and id not in (tests.id_of('mio'));
select tests.sign_in('mio');
select throws_ok($$ select public.set_role(tests.id_of('mio'), 'member', '退職') $$, 'P0001', 'nobody changes their own role', 'so that the last admin stays');
select tests.govern();
insert into public.youtuber_profiles (id, channel_id, channel_url, channel_title) values (tests.id_of('rei'), tests.channel_id('rei'), 'https://www.youtube.com/@pgtap_rei', 'rei');
select tests.make_admins('aya', 'rei');
select tests.sign_in('aya');
select public.set_role(tests.id_of('rei'), 'member', '交代');
select is(public.admin_people(tests.id_of('rei')::text) #>> '{people,0,role}', 'youtuber', 'who has a channel is a creator again');
select public.suspend(tests.id_of('rei'), null, '確認のため');
select throws_ok($$ select public.set_role(tests.id_of('rei'), 'admin', 'x') $$, 'P0001', 'a suspended person becomes no admin', 'a suspended person becomes no admin');

-- Reports.
select tests.govern();
insert into public.reports (reporter_id, reported_id, reason, body) values
  (tests.id_of('ken'), tests.id_of('mio'), 'harassment', 'ひどい言葉'), (tests.id_of('ken'), tests.id_of('aya'), 'spam', '');
insert into public.video_ratings (user_id, video_id, overall, comment, edited_at)
values (tests.id_of('mio'), tests.youtube_id(1), 1, '汚い言葉', '{"overall": 1, "comment": 1}');
select tests.sign_in('aya');
select results_eq(
  $$ select report ->> 'body', report #>> '{reporter,username}', report #>> '{reported,username}', report #>> '{comments,0,comment}'
     from jsonb_array_elements(public.admin_reports() -> 'reports') as report where report ->> 'id' = tests.report_of('ken', 'mio') $$,
  $$ values ('ひどい言葉', 'ken', 'mio', '汚い言葉') $$, 'a report is shown with what the person wrote in public'
);
select throws_ok($$ select public.decide_report('nothing', 'resolved', 'x') $$, 'P0001', 'no such report', 'a decision is about a report');
select throws_ok($$ select public.decide_report(tests.report_of('ken', 'mio'), 'open', 'x') $$, 'P0001', 'no such decision', 'and decides');
select throws_ok($$ select public.decide_report(tests.report_of('ken', 'aya'), 'dismissed', 'x') $$, 'P0001', 'nobody decides about themselves', 'about others');
select lives_ok($$ select public.decide_report(tests.report_of('ken', 'mio'), 'resolved', '注意しました') $$, 'Aya decides');
select is(tests.latest_act() -> 'detail' ->> 'reason', '注意しました', 'which is written down');
select public.decide_report(tests.report_of('ken', 'mio'), 'resolved', 'もう一度');
select is(tests.latest_act() -> 'detail' ->> 'reason', '注意しました', 'the same again is no act');
select throws_ok($$ select public.decide_report(tests.report_of('ken', 'mio'), 'dismissed', 'x') $$, 'P0001', 'decided before', 'another one is refused');
select is((public.admin_reports('resolved') ->> 'total')::integer, 1, 'and is found among those decided');

-- Comments.
select throws_ok($$ select public.hide_rating_comment(tests.rating_of('mio', 2), 'x') $$, 'P0001', 'no such comment', 'only a comment is hidden');
select lives_ok($$ select public.hide_rating_comment(tests.rating_of('mio', 1), '暴言') $$, 'Aya hides one');
select is((select comment from public.video_ratings where id = tests.rating_of('mio', 1)), '', 'nobody reads it');
select is(tests.latest_act() -> 'detail' ->> 'comment', '汚い言葉', 'but who reads the acts');
select tests.sign_in('mio');
select results_eq(
  $$ select tests.push('ratings', tests.rating('mio', 1, '{"overall": 1, "comment": "汚い言葉"}', '{"overall": 1, "comment": 1}')) $$,
  $$ values (array['conflict']) $$, 'what a device wrote before does not bring it back'
);

-- Slots, prices, refunds.
select tests.sign_in('aya');
select throws_ok($$ select public.save_slot(null, ' ', 'home') $$, 'P0001', 'a slot has a name', 'a slot has a name');
select throws_ok($$ select public.save_slot(null, '枠', 'sky') $$, 'P0001', 'no such place', 'and a place');
select throws_ok($$ select public.save_slot(gen_random_uuid(), '枠', 'home') $$, 'P0001', 'no such slot', 'and is there');
select lives_ok($$ select public.save_slot(null, '新しい枠', 'home') $$, 'Aya makes one');
select public.save_slot(tests.slot_named('新しい枠'), '別の名前', 'video');
select throws_ok($$ select public.save_slot(tests.slot_named('別の名前'), 'もう一つ', 'home', 1) $$, 'P0001', 'from 50 to 1,000,000 yen', 'with a price that can be paid');
select is((select type from public.promotion_slots where name = '別の名前'), 'video', 'and calls it something else');
select throws_ok($$ select public.set_slot_price(tests.slot_named('別の名前'), 49) $$, 'P0001', 'from 50 to 1,000,000 yen', 'a price is one that can be paid');
select throws_ok($$ select public.set_slot_price(gen_random_uuid(), 100) $$, 'P0001', 'no such slot', 'for a slot');
select lives_ok($$ select public.set_slot_price(tests.slot_named('別の名前'), 1200) $$, 'Aya sets it');
select public.set_slot_price(tests.slot_named('別の名前'), 1500);
select is(tests.latest_act() -> 'detail' ->> 'before', '1200', 'and what it was is written down');
select tests.govern();
insert into public.slot_bookings (user_id, slot_id, start_date, end_date, duration, amount_paid, status, payment_status, payment_intent_id) values
  (tests.id_of('ken'), tests.slot_named('別の名前'), '2026-01-01', '2026-01-08', 7, 8400, 'active', 'succeeded', 'pi_pgtap_1'),
  (tests.id_of('ken'), tests.slot_named('別の名前'), '2026-02-01', '2026-02-08', 7, 8400, 'pending', 'pending', 'pi_pgtap_2');
select tests.sign_in('aya');
select throws_ok($$ select public.note_refund('pi_pgtap_2', 1, 'x') $$, 'P0001', 'nothing was paid', 'what was not paid is not given back');
select throws_ok($$ select public.note_refund('pi_pgtap_1', 8401, 'x') $$, 'P0001', 'there is not so much left', 'nor more than was');
select throws_ok($$ select public.note_refund('pi_pgtap_1', 0, 'x') $$, 'P0001', 'there is not so much left', 'nor nothing');
select throws_ok($$ select public.note_refund('pi_pgtap_1', 400, ' ') $$, 'P0001', 'say why', 'nor without a reason');
select lives_ok($$ select public.note_refund('pi_pgtap_1', 400, '表示の不具合') $$, 'a refund is written down before Stripe is asked for it');
select is(tests.latest_act() -> 'detail' ->> 'amount', '400', 'with how much');
select is(tests.latest_act() ->> 'outcome', 'begun', 'and claims nothing of how it ends');
select lives_ok($$ select public.note_refund('pi_premium', 980, '二重の請求') $$, 'one of premium, too');
select is(tests.latest_act() ->> 'subject_type', 'payment', 'by its payment');

-- How an act ended that another service was asked for is added once, by the service.
create temporary table begun on commit drop as
select id, detail ->> 'amount' as amount, outcome from public.admin_acts where act in ('refund', 'save_slot');
grant select on begun to anon, authenticated, service_role;
select throws_ok('select public.settle_act(id, true) from begun', '42501', null, 'an admin settles no act');
select tests.visit();
select throws_ok('select public.settle_act(id, true) from begun', '42501', null, 'nor does a visitor');
select tests.serve();
select public.settle_act(id, false, 'payment_disputed') from begun where amount = '400';
select public.settle_act(id, true, 're_1') from begun where amount = '980';
select set_eq($$ select tests.outcomes('refund') $$, array['refused payment_disputed', 'done re_1'], 'a refund is done or refused with a code');
select public.settle_act(id, true, 're_2') from begun;
select set_eq($$ select tests.outcomes('refund') $$, array['refused payment_disputed', 'done re_1'], 'what has ended stays so');
select set_eq($$ select tests.outcomes('save_slot') $$, array['done'], 'what the database did has ended');
select tests.govern();
insert into public.admin_acts (act, subject_type, subject_id, outcome) values ('refund', 'payment', 'pi_later', 'begun');
select throws_ok(
  $$ update public.admin_acts set outcome = 'done', detail = '{"amount": 1}' where subject_id = 'pi_later' $$, '42501', 'what was done stays written',
  'nothing but how it ended is added'
);
select tests.sign_in('aya');
select ok((public.admin_overview() #>> '{revenue,paid}')::integer >= 8400, 'what was paid this month is counted');
select is((public.admin_overview() #>> '{queues,reports}')::integer, (select count(*)::integer from jsonb_array_elements(public.admin_reports() -> 'reports')), 'so is what waits');

-- What was done stays written.
select throws_ok($$ insert into public.admin_acts (act, subject_type, subject_id) values ('suspend', 'person', 'x') $$, '42501', null, 'no admin writes an act');
select throws_ok($$ update public.admin_acts set act = 'unsuspend' $$, '42501', null, 'nor changes one');
select throws_ok($$ delete from public.admin_acts $$, '42501', null, 'nor removes one');
select tests.serve();
select throws_ok($$ delete from public.admin_acts $$, '42501', null, 'nor does the service');
select tests.govern();
select throws_ok($$ update public.admin_acts set detail = '{}' $$, '42501', 'what was done stays written', 'nor who governs');
select throws_ok($$ update public.admin_acts set admin_id = null $$, '42501', 'what was done stays written', 'not even whose act it was');
select throws_ok($$ delete from public.admin_acts $$, '42501', 'what was done stays written', 'nothing of it goes');
select throws_ok($$ truncate public.admin_acts $$, '42501', 'what was done stays written', 'nor all at once');
select lives_ok($$ delete from auth.users where id = tests.id_of('aya') $$, 'an admin''s account can be deleted');
select isnt_empty($$ select from public.admin_acts where admin_id is null and act = 'hide_comment' $$, 'and what they did stays');

select * from finish();
rollback;
