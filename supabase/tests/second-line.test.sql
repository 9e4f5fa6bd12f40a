begin;
\ir helpers.psql
select plan(22);

-- Whose a row is cannot be written: no column that says so is granted, but in two tables for upserts. Were it
-- granted by mistake, the policies still keep every row with its person.
select tests.create_user('mio'), tests.create_user('ken');
select tests.create_videos(1);
insert into public.video_ratings (user_id, video_id, overall, edited_at) values (tests.id_of('mio'), tests.youtube_id(1), 3, '{}');
insert into public.favorites (user_id, video_id, edited_at) values (tests.id_of('mio'), tests.video_id(1), 1);
insert into public.history (user_id, video_id, viewed_at, edited_at) values (tests.id_of('mio'), tests.video_id(1), now(), 1);
insert into public.settings (user_id, name, value, edited_at) values (tests.id_of('mio'), 'theme', '"dark"', 1);
insert into public.notification_preferences (user_id) values (tests.id_of('mio'));
insert into public.rating_replies (rating_id, user_id, body)
select id, tests.id_of('mio'), 'はい' from public.video_ratings;
insert into public.notifications (id, user_id, type, title) values
  (tests.id_of('mios'), tests.id_of('mio'), 'system', 'お知らせ');
insert into public.notification_reads (id, user_id) values (tests.id_of('mios'), tests.id_of('mio'));
select private.open_conversation(tests.id_of('mio'), tests.id_of('ken'));
insert into public.messages (conversation_id, sender_id, body, sent_at) select id, tests.id_of('mio'), 'やあ', 1 from public.conversations;

grant update (user_id) on
  public.video_ratings, public.favorites, public.history, public.settings, public.notification_preferences, public.rating_replies,
  public.notification_reads, public.profile_private
  to authenticated;
grant update (id) on public.profiles to authenticated;
grant update (sender_id) on public.messages to authenticated;
-- No trigger may be what holds it.
alter table public.profiles disable trigger user;
alter table public.messages disable trigger user;
alter table public.video_ratings disable trigger keep_subject;

create function tests.given_away(relation text, holder text default 'user_id', beside text default '') returns text language sql
as $$ select throws_ok(
  format('update public.%I set %I = tests.id_of(''ken'')%s', relation, holder, beside), '42501',
  format('new row violates row-level security policy for table "%s"', relation), relation || ' stay with their person'
) $$;
select tests.sign_in('mio');
select tests.given_away('video_ratings');
select tests.given_away('favorites');
select tests.given_away('history');
select tests.given_away('settings');
select tests.given_away('notification_preferences');
select tests.given_away('rating_replies');
select tests.given_away('notification_reads');
select tests.given_away('profile_private');
select tests.given_away('profiles', 'id');
select tests.given_away('messages', 'sender_id', ', is_deleted = true');

-- And what a second factor keeps out neither hears nor speaks.
select tests.govern();
insert into auth.mfa_factors (id, user_id, factor_type, status, created_at, updated_at) values (gen_random_uuid(), tests.id_of('mio'), 'totp', 'verified', now(), now());
select tests.sign_in('mio');
select set_config('realtime.topic', 'conversation:' || (select id from public.conversations limit 1), true);
select throws_ok(
  $$ insert into realtime.messages (topic, extension, payload) values (realtime.topic(), 'broadcast', '{}') $$, '42501', null,
  'a password alone says nothing in a conversation'
);

-- Nothing of what follows is asked before a request: no request is made here.
select tests.govern();
alter table public.profiles enable trigger user;
alter table public.messages enable trigger user;
select is_empty(
  $$ select relname from pg_class
     where relnamespace = 'public'::regnamespace and relkind in ('r', 'p') and not exists (
       select from pg_policy where polrelid = pg_class.oid and not polpermissive and polcmd = '*'
         and pg_get_expr(polqual, polrelid) like '%second_factor_given()%'
     ) $$,
  'each table asks for the second factor'
);
select is_empty(
  $$ select relname from pg_class
     where relnamespace = 'public'::regnamespace and relkind in ('r', 'p') and relname <> 'push_subscriptions' and not exists (
       select from pg_trigger where tgrelid = pg_class.oid and tgfoid = 'private.guard_caller()'::regprocedure and tgenabled = 'O'
     ) $$,
  'each table asks who writes, but that of pushes'
);
update auth.mfa_factors set status = 'verified';
select tests.create_user('aya');
insert into public.suspensions (user_id, reason) values (tests.id_of('aya'), '迷惑行為');
update public.profiles set is_premium = true, premium_expiry = '2099-01-01Z';
select tests.sign_in('mio');
select is_empty('select from public.profiles', 'without the second factor one reads no table');
select throws_ok($$ select public.sync_pull('{"ratings": null}', 10) $$, 'PT401', null, 'nor pulls');
select throws_ok($$ select public.sync_push('{"favorites": []}') $$, 'PT401', null, 'nor pushes');
select throws_ok($$ update public.profiles set bio = 'やあ' $$, 'PT401', null, 'nor writes into a table');
select throws_ok($$ select public.request_connection(tests.id_of('ken')) $$, 'PT401', null, 'nor by a function of another''s rights');
select tests.sign_in('aya');
select throws_ok($$ update public.profiles set bio = 'やあ' where false $$, '42501', 'this account is suspended', 'the suspended write into no table');
select throws_ok($$ select public.request_connection(tests.id_of('ken')) $$, '42501', 'this account is suspended', 'nor by a function of another''s rights');
select is(tests.push('favorites', '{"id": "x"}'), array['suspended'], 'a push says so row by row');

-- Somebody hears that nobody asks.
select tests.govern();
select lives_ok('select private.check_api_setting()', 'the API is set to ask');

select * from finish();
rollback;
