begin;
\ir helpers.psql
select plan(104);

select tests.create_user(name) from unnest(array['mio', 'ken', 'aya', 'rei']) as name;
delete from public.notifications;
-- An event is told by a word, which gives it its id. As it is told here it may be held.
create function tests.event_id(word text) returns uuid language sql immutable as $$ select md5('event ' || word)::uuid $$;
create function tests.hold(
  word text, title text default '鑑賞会', description text default '', starts text default '1 day', ends text default '1 day 2 hours',
  is_online boolean default false, place text default '渋谷', url text default '', capacity integer default null
) returns void language sql
as $$ select public.save_event(tests.event_id(word), title, description, now() + starts::interval, now() + ends::interval, is_online, place, url, capacity) $$;
create function tests.refuses(call text, hint text, description text) returns text language plpgsql
as $$
declare
  told text;
begin
  begin
    execute call;
    told := 'nothing';
  exception
    when others then
      get stacked diagnostics told = pg_exception_hint;
  end;
  return is(told, hint, description);
end
$$;
create function tests.told(name text) returns setof text language sql security definer
as $$ select concat_ws(' · ', title, message, link) from public.notifications where user_id = tests.id_of(name) order by created_at, title $$;
create function tests.later(word text) returns void language sql security definer
as $$ update public.events set updated_at = updated_at + interval '1 minute' where id = tests.event_id(word) $$;
create table tests.read (at timestamptz);
grant all on tests.read to authenticated;
create function tests.change(place text, seen_at timestamptz) returns void language sql
as $$ select public.save_event(id, title, description, starts_at, ends_at, is_online, change.place, '', capacity, change.seen_at) from public.events where id = tests.event_id('film') $$;
create function tests.hours_pass(hours integer) returns void language sql security definer
as $$ update public.events set created_at = created_at - hours * interval '1 hour', starts_at = starts_at - hours * interval '1 hour', ends_at = ends_at - hours * interval '1 hour' $$;

-- What may not be held is not kept.
select tests.sign_in('mio');
select tests.refuses(format('select tests.hold(''x'', %s)', given), hint, hint || ': ' || left(given, 60))
from (values
  ($$ title => E' \n　' $$, 'title_missing'),
  ($$ title => null $$, 'title_missing'),
  ($$ title => repeat('あ', 101) $$, 'title_too_long'),
  ($$ title => E'x\u202ey' $$, 'title_invalid'),
  ($$ title => E'x\ny' $$, 'title_invalid'),
  ($$ description => repeat('あ', 4001) $$, 'description_too_long'),
  ($$ description => E'x\u202ey' $$, 'description_invalid'),
  ($$ description => E'x\u0007y' $$, 'description_invalid'),
  ($$ starts => null $$, 'start_missing'),
  ($$ ends => null $$, 'end_missing'),
  ($$ starts => 'infinity', ends => 'infinity' $$, 'start_missing'),
  ($$ ends => 'infinity' $$, 'end_missing'),
  ($$ ends => '1 day' $$, 'end_before_start'),
  ($$ ends => '32 days 1 minute' $$, 'event_too_long'),
  ($$ starts => '366 days 1 minute', ends => '367 days' $$, 'start_too_far'),
  ($$ starts => '-1 minute' $$, 'start_past'),
  ($$ starts => '-2 days', ends => '-1 day' $$, 'start_past'),
  ($$ is_online => null $$, 'place_missing'),
  ($$ place => ' 　' $$, 'place_missing'),
  ($$ place => null $$, 'place_missing'),
  ($$ place => repeat('あ', 201) $$, 'place_too_long'),
  ($$ place => E'x\u202ey' $$, 'place_invalid'),
  ($$ capacity => 0 $$, 'capacity_invalid'),
  ($$ capacity => 10001 $$, 'capacity_invalid')
) as broken (given, hint);
select tests.refuses(format('select tests.hold(''x'', is_online => true, url => %L)', url), 'url_invalid', 'no address: ' || left(url, 40))
from unnest(array[
  'javascript:alert(1)', 'data:text/html,x', 'ftp://meet.test/x', 'meet.test/x', 'https://', 'https://known.test@evil.test/x', 'https://meet.test/a b',
  'https:\\evil.test', E'https://meet.test/\u202ex', 'https://meet.test/' || repeat('x', 2000)
]) as url;
select is_empty('select from public.events', 'nothing of it is kept');

-- An event is held.
select lives_ok(
  $$ select tests.hold('film', E' 鑑賞か\u3099　', E'一緒に見ましょう。\r\n\t持ち物: なし\n', place => '　渋谷 ', capacity => 2) $$, 'Mio holds an event'
);
select results_eq(
  'select organizer_id, title, description, place, capacity, participant_count, is_online, ends_at - starts_at, cancelled_at from public.events',
  $$ values (tests.id_of('mio'), '鑑賞が', E'一緒に見ましょう。\n\t持ち物: なし', '渋谷', 2, 0, false, interval '2 hours', null::timestamptz) $$,
  'it is kept, trimmed and composed'
);
select lives_ok($$ select tests.hold('film', capacity => 3) $$, 'said again');
select results_eq('select description, capacity from public.events', $$ values ('', 3) $$, 'it is the same event, as it was last said');
select lives_ok(
  $$ select tests.hold('online', is_online => true, place => 'だれも読まない', url => ' https://meet.test/room?pwd=1 ') $$, 'Mio holds one online'
);
select is((select place from public.events where is_online), '', 'which has no place');
select is((select url from public.event_links), 'https://meet.test/room?pwd=1', 'and an address that Mio reads');
select tests.visit();
select is((select count(*) from public.events), 2::bigint, 'visitors read events');
select throws_ok('select from public.event_links', '42501', null, 'and no addresses');
select throws_ok('select from public.event_participants', '42501', null, 'nor who comes');
select throws_ok($$ select tests.hold('x') $$, '42501', null, 'nor hold any');

-- Nobody else changes it.
select tests.sign_in('ken');
select is((select count(*) from public.events), 2::bigint, 'Ken reads them');
select is_empty('select from public.event_links', 'not where the online one is');
select tests.refuses($$ select tests.hold('film', '乗っ取り') $$, 'event_not_found', 'he changes none');
select tests.refuses($$ select public.cancel_event(tests.event_id('film')) $$, 'event_not_found', 'nor cancels one');
select throws_ok($$ update public.events set title = '乗っ取り' $$, '42501', null, 'also not behind the functions');
select throws_ok($$ insert into public.event_participants (event_id, user_id) values (tests.event_id('film'), tests.id_of('ken')) $$, '42501', null, 'he takes no place by himself');

-- Ken takes part.
select tests.refuses($$ select public.join_event(tests.event_id('none')) $$, 'event_not_found', 'nobody joins what is not held');
select public.join_event(tests.event_id('film')), public.join_event(tests.event_id('film')), public.join_event(tests.event_id('online'));
select is((select participant_count from public.events where id = tests.event_id('film')), 1, 'joined twice he is counted once');
select is((select url from public.event_links), 'https://meet.test/room?pwd=1', 'now he reads where the online one is');
select tests.sign_in('aya');
select public.join_event(tests.event_id('film'));
select is((select count(*) from public.event_participants), 1::bigint, 'Aya reads that she takes part, and of nobody else');
select tests.sign_in('mio');
select is((select count(*) from public.event_participants where event_id = tests.event_id('film')), 2::bigint, 'Mio reads who does');
select tests.refuses($$ select public.join_event(tests.event_id('film')) $$, 'own_event', 'and is there without joining');
select tests.refuses($$ select tests.hold('film', capacity => 1) $$, 'capacity_below', 'there is no less room than people');
select lives_ok($$ select tests.hold('film', capacity => 2) $$, 'but as much');
select is_empty($$ select tests.told('ken') $$, 'nobody is told of what does not change when and where');
select tests.sign_in('rei');
select tests.refuses($$ select public.join_event(tests.event_id('film')) $$, 'event_full', 'then nobody else gets in');
select tests.sign_in('ken');
select lives_ok($$ select public.join_event(tests.event_id('film')) $$, 'who is in may say so again');
select public.leave_event(tests.event_id('film')), public.leave_event(tests.event_id('film'));
select is((select participant_count from public.events where id = tests.event_id('film')), 1, 'who leaves twice frees one place');
select tests.sign_in('rei');
select lives_ok($$ select public.join_event(tests.event_id('film')) $$, 'which another takes');

-- Those who take part are told what changes.
select tests.sign_in('mio');
select tests.hold('film', place => '新宿', capacity => 2);
select results_eq($$ select tests.told('rei') $$, array['参加予定のイベントの日時か場所が変わりました · 鑑賞会 · /events/' || tests.event_id('film')], 'Rei is told of another place');
select is_empty($$ select tests.told('ken') $$, 'Ken, who left, is not');
select tests.hold('online', is_online => true, place => '', url => 'HTTPS://meet.test/other');
select is((select url from public.event_links), 'HTTPS://meet.test/other', 'an address is exchanged');
select tests.hold('online', is_online => true, place => '');
select is_empty('select from public.event_links', 'and taken away');
select tests.hold('online', is_online => true, place => '', url => 'HTTPS://meet.test/other');
select tests.hold('online');
select is_empty('select from public.event_links', 'what is somewhere has none');

-- What was changed elsewhere since it was read is not put back unawares.
insert into tests.read select updated_at from public.events where id = tests.event_id('film');
select tests.later('film');
select lives_ok($$ select tests.change('新宿', (select at from tests.read)) $$, 'what stands there already may be said again');
select tests.refuses($$ select tests.change('池袋', (select at from tests.read)) $$, 'event_changed', 'what was read before it changed is not changed');
select is((select place from public.events where id = tests.event_id('film')), '新宿', 'and stays');
select lives_ok($$ select tests.change('池袋', (select updated_at from public.events where id = tests.event_id('film'))) $$, 'what was read since is');
select lives_ok($$ select tests.change('新宿', null) $$, 'and so is what is to be replaced, whatever it is');

-- A block takes people out of each other's events, and hides these.
select tests.sign_in('rei');
insert into public.blocks (blocker_id, blocked_id) values (tests.id_of('rei'), tests.id_of('mio'));
select is_empty('select from public.events', 'Rei blocks Mio and sees no event of hers');
select is_empty('select from public.event_participants', 'nor takes part in any');
select tests.refuses($$ select public.join_event(tests.event_id('film')) $$, 'event_not_found', 'nor comes in again');
select tests.sign_in('mio');
select is((select participant_count from public.events where id = tests.event_id('film')), 1, 'the place is free');
insert into public.blocks (blocker_id, blocked_id) values (tests.id_of('mio'), tests.id_of('aya'));
select is((select participant_count from public.events where id = tests.event_id('film')), 0, 'whoever of the two blocks');

-- Not too many, not when it is over, not when it was cancelled.
select tests.hold('more ' || number) from generate_series(1, 3) as number;
select tests.refuses($$ select tests.hold('sixth') $$, 'too_many', 'five an hour');
select lives_ok($$ select tests.hold('film', '別の名前') $$, 'what is there is changed on');
select tests.sign_in('ken');
select public.join_event(tests.event_id('more 1'));
select tests.sign_in('mio');
select public.cancel_event(tests.event_id('more 1')), public.cancel_event(tests.event_id('more 1'));
select results_eq($$ select told from tests.told('ken') as told where told like '%中止%' $$, array['参加予定のイベントが中止になりました · 鑑賞会 · /events/' || tests.event_id('more 1')], 'who takes part in what is cancelled is told, once');
select tests.refuses($$ select tests.hold('more 1') $$, 'event_cancelled', 'what was cancelled is not changed');
select tests.sign_in('aya');
select tests.refuses($$ select public.join_event(tests.event_id('film')) $$, 'event_not_found', 'a blocked person joins nothing');
select tests.govern();
delete from public.blocks;
select tests.sign_in('rei');
select tests.refuses($$ select public.join_event(tests.event_id('more 1')) $$, 'event_cancelled', 'and not joined');
select tests.hours_pass(25);
select lives_ok($$ select public.join_event(tests.event_id('film')) $$, 'what has begun is');
select tests.sign_in('mio');
select lives_ok(
  $$ select public.save_event(id, '始まった鑑賞会', '', starts_at, ends_at, false, place, '', null) from public.events where id = tests.event_id('film') $$,
  'and changed, but when it began'
);
select tests.refuses($$ select tests.hold('film', starts => '-30 minutes') $$, 'start_past', 'that it did then and no other time');
select tests.refuses(
  $$ select public.save_event(id, 'x', '', starts_at, now(), false, place, '', null) from public.events where id = tests.event_id('film') $$,
  'end_past', 'and it does not end before now'
);
select tests.hours_pass(2);
select tests.refuses($$ select tests.hold('film') $$, 'event_over', 'what is over stays as it was');
select tests.refuses($$ select public.cancel_event(tests.event_id('film')) $$, 'event_over', 'and took place');
select tests.sign_in('ken');
select tests.refuses($$ select public.join_event(tests.event_id('film')) $$, 'event_over', 'without those who come now');

-- An admin stops one.
select lives_ok($$ select tests.hold('risky', '危ない集まり', ends => '3 days') $$, 'Ken holds one');
select tests.sign_in('rei');
select public.join_event(tests.event_id('risky'));
select throws_ok($$ select public.stop_event(tests.event_id('risky'), '危険') $$, '42501', 'only for admins', 'who takes part stops nothing');
select tests.govern();
select tests.make_admins('aya');
select tests.sign_in('aya');
select tests.refuses($$ select public.stop_event(tests.event_id('risky'), ' ') $$, 'reason_missing', 'an admin says why');
select tests.refuses($$ select public.stop_event(gen_random_uuid(), '危険') $$, 'event_not_found', 'and stops what is held');
select tests.refuses($$ select public.stop_event(tests.event_id('film'), '危険') $$, 'event_over', 'as long as it is not over');
select public.stop_event(tests.event_id('risky'), '危険です'), public.stop_event(tests.event_id('risky'), '危険です');
select results_eq(
  $$ select act, subject_type, detail - 'author' from public.admin_acts where subject_id = tests.event_id('risky')::text $$,
  $$ values ('stop_event', 'event', '{"reason": "危険です", "title": "危ない集まり", "author_name": "ken"}'::jsonb) $$, 'which is written down once'
);
select results_eq(
  $$ select who, told from unnest(array['ken', 'rei']) as who, tests.told(who) as told where told like '%/events/' || tests.event_id('risky') $$,
  $$ values ('ken', 'イベントを中止しました · 理由: 危険です · /events/' || tests.event_id('risky')), ('rei', '参加予定のイベントが中止になりました · 危ない集まり · /events/' || tests.event_id('risky')) $$,
  'the organizer is told why, and who takes part that'
);
select tests.sign_in('ken');
select tests.refuses($$ select tests.hold('risky') $$, 'event_cancelled', 'the organizer does not hold it again');
select tests.govern();
delete from public.events where id = tests.event_id('risky');
select tests.sign_in('ken');

-- An account that goes.
select lives_ok($$ select tests.hold('kens', ends => '3 days') $$, 'Ken holds one himself');
select tests.sign_in('mio');
select public.join_event(tests.event_id('kens'));
select tests.govern();
delete from auth.users where id = tests.id_of('mio');
select results_eq('select id, participant_count from public.events', $$ values (tests.event_id('kens'), 0) $$, 'with an account go its events and its places');
delete from auth.users where id = tests.id_of('ken');
select is_empty('select from public.events', 'with the organizer goes what was joined');

select * from finish();
rollback;
