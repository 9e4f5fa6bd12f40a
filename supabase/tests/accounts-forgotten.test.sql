begin;
\ir helpers.psql
select plan(11);

-- Ken has done everything there is to do, everywhere under his name and with a word of his; Mio has met him, Aya is an admin.
create function tests.words() returns text language sql immutable return 'ケンの合言葉';
create function tests.called() returns text language sql immutable return '雪見原ケン';
select tests.create_user('mio', premium => true), tests.create_user('aya'), tests.create_user('rin'), tests.create_user('nao');
insert into auth.users (id, aud, role, email, phone, raw_user_meta_data) values (
  tests.id_of('ken'), 'authenticated', 'authenticated', 'forgotten-ken@pgtap.test', '+819087654321', jsonb_build_object('username', tests.called())
);
update public.profile_private set birth_date = '1990-01-01', area = '東京', stripe_customer_id = 'cus_ken' where user_id = tests.id_of('ken');
update public.profiles set display_name = tests.called(), bio = tests.words(), is_premium = true, premium_plan = 'monthly' where id = tests.id_of('ken');
select tests.make_admins('aya');
select tests.create_videos(3);
insert into public.youtuber_profiles (id, channel_id, channel_url, channel_title)
values (tests.id_of('ken'), tests.channel_id('ken'), 'https://www.youtube.com/@ken-pgtap', tests.words());
update public.profiles set youtuber_profile_id = id where id = tests.id_of('ken');
update public.videos set youtuber = tests.id_of('ken') where id = tests.video_id(2);

-- Auth
insert into auth.identities (provider_id, user_id, identity_data, provider)
values (tests.id_of('ken')::text, tests.id_of('ken'), '{"email": "forgotten-ken@pgtap.test"}', 'email');
insert into auth.sessions (id, user_id) values (gen_random_uuid(), tests.id_of('ken'));
insert into auth.refresh_tokens (token, user_id, session_id)
select 'token of ken', user_id::text, id from auth.sessions where user_id = tests.id_of('ken');
insert into auth.mfa_factors (id, user_id, factor_type, status, created_at, updated_at)
values (gen_random_uuid(), tests.id_of('ken'), 'totp', 'unverified', now(), now());
insert into auth.one_time_tokens (id, user_id, token_type, token_hash, relates_to)
values (gen_random_uuid(), tests.id_of('ken'), 'recovery_token', 'x', 'forgotten-ken@pgtap.test');
insert into auth.flow_state (id, user_id, auth_code, code_challenge_method, code_challenge, provider_type, authentication_method)
values (gen_random_uuid(), tests.id_of('ken'), 'x', 's256', 'x', 'email', 'email/signup');

-- Alone
select tests.sign_in('ken');
select tests.push('favorites', tests.favorite('ken', 1, true, 1));
insert into public.history (video_id, viewed_at, edited_at) values (tests.video_id(1), now(), 1);
insert into public.settings (name, value, edited_at) values ('theme', to_jsonb(tests.words()), 1);
insert into public.notification_preferences default values;
select public.seal_key('B' || repeat('k', 86), repeat('k', 184));
select public.subscribe_push('https://push.example/forgotten-ken@pgtap.test', repeat('k', 87), repeat('k', 22));
select public.send_contact(gen_random_uuid(), tests.called(), 'forgotten-ken@pgtap.test', 'other', tests.words());
select tests.visit();
select public.send_contact(gen_random_uuid(), tests.called(), 'Forgotten-Ken@pgtap.test', 'other', tests.words());
select tests.serve();
select public.record_phone_verification(tests.id_of('ken'), '+819087654321', 'firebase', 'uid of ken');
select public.count_payment_call(tests.id_of('ken'), 'charge');
select public.count_channel_check(tests.id_of('ken'));
select public.record_subscription(tests.id_of('ken'), 'sub_ken', 'monthly', 'active', now() + interval '1 month', false, now());
select tests.govern();
insert into private.admins_by_password (user_id) values (tests.id_of('ken'));
insert into private.video_imports (user_id, how_many) values (tests.id_of('ken'), 1);
insert into public.verification_requests (user_id, document_path, birth_date) values (tests.id_of('ken'), tests.id_of('ken') || '/licence.jpg', '1990-01-01');
insert into public.verification_requests (user_id, birth_date, status, decided_by, decided_at) values (tests.id_of('rin'), '1990-01-01', 'rejected', tests.id_of('ken'), now());
insert into public.promotion_slots (id, name, type) values (md5('slot of ken')::uuid, '枠', 'home');
insert into public.slot_bookings (user_id, youtuber_id, slot_id, video_id, start_date, end_date, duration, amount_paid, status, payment_status, payment_intent_id) values (
  tests.id_of('ken'), tests.id_of('ken'), md5('slot of ken')::uuid, tests.video_id(2), private.day_in_japan(), private.day_in_japan() + 7, 7, 700, 'active', 'succeeded', 'pi_ken'
);
select private.publish_slots();

-- With others
select private.open_conversation(tests.id_of('mio'), tests.id_of('ken')), private.open_conversation(tests.id_of('ken'), tests.id_of('rin')), private.open_conversation(tests.id_of('ken'), tests.id_of('nao'));
insert into public.connections (user_id, connected_user_id, status) values
  (tests.id_of('mio'), tests.id_of('ken'), 'connected'), (tests.id_of('ken'), tests.id_of('rin'), 'pending');
select private.meet(array[tests.id_of('mio'), tests.id_of('ken')], array[tests.id_of('ken'), tests.id_of('mio')]);
insert into public.relations (user_id, other_id, is_blocked, blocked_edited_at, report_reason, report_body, reported_at) values
  (tests.id_of('mio'), tests.id_of('ken'), false, 0, 'spam', tests.words(), 1), (tests.id_of('ken'), tests.id_of('rin'), false, 0, 'spam', tests.words(), 1);
insert into public.events (id, organizer_id, title, starts_at, ends_at, is_online) values
  (md5('event of ken')::uuid, tests.id_of('ken'), tests.words(), now() + interval '1 day', now() + interval '25 hours', true),
  (md5('event of aya')::uuid, tests.id_of('aya'), 'アヤの会', now() + interval '1 day', now() + interval '25 hours', true);
insert into public.event_participants (event_id, user_id) values
  (md5('event of ken')::uuid, tests.id_of('mio')), (md5('event of aya')::uuid, tests.id_of('ken'));
select private.tell_participants(md5('event of ken')::uuid, '中止になりました');
select tests.sign_in('ken');
select tests.push('ratings', tests.rating('ken', 1, jsonb_build_object('overall', 4, 'comment', '@mio ' || tests.words()), '{"overall": 1}'));
select tests.sign_in('mio');
select tests.push('ratings', tests.rating('mio', 1, '{"overall": 4, "comment": "よい"}', '{"overall": 1}'));
select tests.push('ratings', tests.rating('mio', 2, '{"overall": 4, "comment": "よい"}', '{"overall": 1}'));
insert into public.rating_replies (rating_id, body) values (tests.id_of('ken') || '|' || tests.youtube_id(1), '返信');
insert into public.rating_likes (rating_id) values (tests.id_of('ken') || '|' || tests.youtube_id(1));
-- Rin names Mio below Ken's review
select tests.sign_in('rin');
insert into public.rating_replies (rating_id, body) values (tests.id_of('ken') || '|' || tests.youtube_id(1), '@mio どう？');
-- What Mio hears of Ken comes together, and waits
select tests.govern();
insert into public.notification_preferences (user_id, batch_notifications, batch_interval_minutes) values (tests.id_of('mio'), true, 1);
select tests.sign_in('ken');
select tests.push('messages', tests.message('a', (select id from public.conversations where tests.id_of('mio') in (user1_id, user2_id)), 'ken', tests.words()));
insert into public.rating_replies (rating_id, body) values (tests.id_of('mio') || '|' || tests.youtube_id(1), tests.words());
insert into public.rating_likes (rating_id) values (tests.id_of('mio') || '|' || tests.youtube_id(1));
select tests.govern();
update private.held_notifications set due_at = now() where user_id = tests.id_of('mio');
select private.deliver_held(tests.id_of('mio'));
select tests.sign_in('ken');
select tests.push('ratings', tests.rating('ken', 1, jsonb_build_object('overall', 4, 'comment', '@mio @rin ' || tests.words()), '{"overall": 2, "comment": 2}'));
insert into public.rating_likes (rating_id) values (tests.id_of('mio') || '|' || tests.youtube_id(2));
select tests.sign_in('mio');
select tests.push('messages', tests.message('b', (select id from public.conversations where tests.id_of('ken') in (user1_id, user2_id)), 'mio', 'こんにちは'));
select tests.govern();
update public.notification_preferences set batch_notifications = true where user_id = tests.id_of('ken');
select private.create_notification(tests.id_of('ken'), 'favorite', '題', '文', 'low');
insert into public.notification_reads (id, user_id, is_read) select id, user_id, true from public.notifications where user_id = tests.id_of('ken');

insert into private.told_once (user_id, what) values (tests.id_of('ken'), 'recommendation');

-- With admins
select tests.sign_in('aya');
select public.suspend(tests.id_of('ken'), null, tests.called() || 'さんが迷惑をかけたため');
select public.decide_report(tests.id_of('mio') || '|' || tests.id_of('ken'), 'resolved', tests.called() || 'さんに注意');
select public.decide_report(tests.id_of('ken') || '|' || tests.id_of('rin'), 'dismissed', '問題なし');
select public.hide_rating_comment(tests.id_of('ken') || '|' || tests.youtube_id(1), '暴言');
select public.stop_event(md5('event of ken')::uuid, '規約違反');
select tests.govern();
update public.profiles set username = '別名ケン' where id = tests.id_of('ken');
-- As before he was suspended
insert into private.match_pool (user_id, birth_date, activity, wanted_gender, trends, interests) values (tests.id_of('ken'), '1990-01-01', 'casual', 'any', '{}', '{}');
insert into public.suspensions (user_id, reason, suspended_by) values (tests.id_of('rin'), '迷惑', tests.id_of('ken'));
insert into public.admin_acts (admin_id, act, subject_type, subject_id) values (tests.id_of('ken'), 'suspend', 'person', tests.id_of('rin'));
insert into public.blocks (blocker_id, blocked_id) values (tests.id_of('ken'), tests.id_of('mio'));
delete from public.blocks;
insert into public.blocks (blocker_id, blocked_id) values (tests.id_of('ken'), tests.id_of('rin')), (tests.id_of('mio'), tests.id_of('ken'));

/**
 * Every table of every schema but the catalogue's, this test's own, and what the local provider of Stripe remembers: that is Stripe's, and leave-stripe.stack.test.ts
 * holds to what is left there.
 */
create function tests.stored() returns setof regclass language sql stable as $$
  select pg_class.oid::regclass
  from pg_class join pg_namespace on pg_namespace.oid = relnamespace
  where relkind in ('r', 'm') and nspname not in ('pg_catalog', 'information_schema', 'tests', 'stripe_stand_in') and nspname !~ '^pg_(toast|temp)'
$$;
/** Where in all columns of all tables, whatever their type, something of Ken stands: `table.column`. */
create function tests.traces() returns setof text language plpgsql as $$
declare
  found record;
  hits bigint;
begin
  for found in
    select relation, attname from tests.stored() as relation join pg_attribute on attrelid = relation
    where attnum > 0 and not attisdropped
  loop
    execute format('select count(*) from %s where %I::text ~* $1', found.relation, found.attname)
    into hits using concat_ws('|', tests.id_of('ken'), tests.called(), '別名ケン', 'forgotten-ken', '819087654321', 'uid of ken', tests.words());
    if hits > 0 then
      return next found.relation || '.' || found.attname;
    end if;
  end loop;
end
$$;

create temporary table stood as select traces as place from tests.traces();
select is_empty(
  $$
    select conrelid::regclass || '.' || attname
    from pg_constraint join pg_attribute on attrelid = conrelid and attnum = any (conkey)
    where contype = 'f' and confrelid in ('auth.users'::regclass, 'public.profiles'::regclass)
    except select place from stood
  $$,
  'each column that refers to an account refers to Ken: a new one is filled above'
);
select set_has(
  'select place from stood',
  $$ values
    ('admin_acts.subject_id'), ('admin_acts.detail'), ('revocations.document_id'), ('notifications.message'), ('notifications.metadata'),
    ('private.held_notifications.message'), ('private.told_once.what'), ('promotion_slots.advertiser'), ('auth.flow_state.user_id'),
    ('private.contacts.email') $$,
  'and he stands where no foreign key leads'
);
select isnt_empty(
  $$ select from public.notifications where user_id = tests.id_of('mio') and (metadata -> 'batch')::text ~ tests.called() $$, 'also among what Mio heard together'
);
select is_empty($$ select relation from tests.stored() as relation where not has_table_privilege(relation, 'select') $$, 'every table is looked into');

delete from auth.users where id = tests.id_of('ken');
set constraints all immediate;
select set_eq(
  'select tests.traces()',
  -- Realtime removes its messages after three days; among them is the poke that ends the person's other devices
  array['realtime.messages.topic'],
  'when the account is gone Ken stands nowhere any more'
);
select set_eq(
  $$ select collection, epoch from public.sync_epochs where user_id = tests.id_of('mio') and collection in ('profiles', 'relations') $$,
  $$ values ('profiles', 2), ('relations', 2) $$, 'Mio''s devices begin anew what a revocation would name'
);
select results_eq(
  $$
    select act, regexp_replace(subject_id, 'deleted-[0-9a-f]{8}', 'P'), regexp_replace(detail::text, 'deleted-[0-9a-f]{8}', 'P', 'g')::jsonb
    from public.admin_acts where admin_id = tests.id_of('aya') and act <> 'stop_event' order by act, detail ->> 'reason'
  $$,
  $$ values
    ('decide_report', tests.id_of('mio') || '|P', '{"reason": "Pさんに注意", "decision": "resolved", "reported": "P", "reported_name": "P"}'::jsonb),
    (
      'decide_report', 'P|' || tests.id_of('rin'),
      jsonb_build_object('reason', '問題なし', 'decision', 'dismissed', 'reported', tests.id_of('rin'), 'reported_name', 'rin')
    ),
    ('hide_comment', 'P|' || tests.youtube_id(1), '{"reason": "暴言", "author": "P", "author_name": "P"}'),
    ('suspend', 'P', '{"reason": "Pさんが迷惑をかけたため", "name": "P"}') $$,
  'acts and their reasons stay, under a pseudonym'
);
select is(
  (select count(distinct name) from public.admin_acts, regexp_matches(subject_id || detail::text, 'deleted-[0-9a-f]{8}', 'g') as name), 1::bigint,
  'the same in all'
);
select isnt_empty($$ select from public.slot_bookings where payment_intent_id = 'pi_ken' and user_id is null $$, 'what was paid stays known, by nobody');
select throws_ok($$ update public.admin_acts set detail = '{}' $$, '42501', 'what was done stays written', 'no other change of an act passes, before');
select set_config('mirutomo.forgotten', tests.id_of('mio')::text, true);
select throws_ok($$ update public.admin_acts set detail = '{}' $$, '42501', 'what was done stays written', 'nor for one whose account is there');

select * from finish();
rollback;
