begin;
\ir helpers.psql
select plan(19);

select tests.create_user('lapsed', premium => true), tests.create_user('running', premium => true), tests.create_user('endless', premium => true);
select tests.create_videos(2);
update public.profiles set premium_expiry = now() - interval '1 second' where id = tests.id_of('lapsed');
update public.profiles set premium_expiry = now() + interval '1 day' where id = tests.id_of('running');
update private.scheduled_work set last_run_at = '-infinity';
insert into public.video_ratings (user_id, video_id, overall, edited_at) values (tests.id_of('lapsed'), tests.youtube_id(1), 4, '{"overall": 1}');

select tests.serve();
select set_eq(
  $$ select unnest(public.run_scheduled_work()) $$,
  array[
    'deliver_held_notifications', 'fold_promotion_events', 'forget_spending', 'lapse_premium', 'notice_restored_copy', 'publish_slots', 'publish_video_aggregates',
    'recommend_videos', 'refresh_catalogue_shelf', 'release_bookings', 'tell_new_videos'
  ], 'at first everything is due'
);
select is(public.run_scheduled_work(), '{}'::text[], 'then nothing');

select tests.govern();
select set_eq(
  $$ select username from public.profiles where is_premium and username in ('lapsed', 'running', 'endless') $$,
  array['running', 'endless'], 'premium that has run out is taken back'
);
select is((select premium_plan from public.profiles where id = tests.id_of('lapsed')), 'monthly', 'its plan is remembered');
select is((select count(*) from private.video_totals where is_unpublished), 0::bigint, 'aggregates are published');
select is((select count(*) from public.videos where on_shelf and youtube_id like 'pgtap%'), 2::bigint, 'the shelf is arranged');

-- A minute later.
update private.scheduled_work set last_run_at = now() - interval '1 minute';
select tests.serve();
select set_eq(
  $$ select unnest(public.run_scheduled_work()) $$,
  array['deliver_held_notifications', 'lapse_premium', 'notice_restored_copy', 'publish_slots', 'release_bookings', 'tell_new_videos'], 'what is due every minute'
);

-- One that fails.
select tests.govern();
create function tests.fail() returns trigger language plpgsql as $$ begin raise 'no'; end $$;
create trigger fail before update on public.profiles for each row execute function tests.fail();
update public.profiles set premium_expiry = now() where false;
alter table public.profiles disable trigger fail;
update public.profiles set is_premium = true, premium_expiry = now() - interval '1 second' where id = tests.id_of('lapsed');
alter table public.profiles enable trigger fail;
update private.scheduled_work set last_run_at = '-infinity';
set local client_min_messages = error;
select is(public.run_scheduled_work() && array['refresh_catalogue_shelf'], true, 'what fails holds nothing else up');
select is((select last_run_at from private.scheduled_work where name = 'lapse_premium'), '-infinity', 'and is due again');
select is(
  private.troubled_work(),
  jsonb_build_array(jsonb_build_object('name', 'lapse_premium', 'last_run_at', null, 'failed_at', now(), 'failure', 'no')), 'admins are told of it'
);
drop trigger fail on public.profiles;
select public.run_scheduled_work();
select is(private.troubled_work(), '[]'::jsonb, 'until it has succeeded');
update private.scheduled_work set last_run_at = now() - interval '14 minutes', since = now() - interval '1 day' where name in ('lapse_premium', 'recommend_videos');
select is(
  (select array_agg(troubled ->> 'name') from jsonb_array_elements(private.troubled_work()) as troubled), array['lapse_premium'],
  'and of what nobody has done for longer than it takes to be noticed'
);

-- A copy in a younger cluster: versions above its own transactions.
update public.sync_realm set last_version = 9000000000000, epoch = 1;
alter table public.videos disable trigger user;
update public.videos set row_version = 8000000000000 where id = tests.video_id(1);
alter table public.videos enable trigger user;
update private.scheduled_work set last_run_at = '-infinity' where name = 'notice_restored_copy';
select is(public.run_scheduled_work() @> array['notice_restored_copy'], true, 'a restored copy is noticed');
select is(
  (select epoch between private.now_ms() - 60000 and private.now_ms() from public.sync_realm), true,
  'every device begins anew, in an epoch that no other restoration of this copy has had'
);
create temporary table restored as select epoch from public.sync_realm;
select is((select row_version from public.videos where id = tests.video_id(1)), private.current_version(), 'with versions of this cluster');
update private.scheduled_work set last_run_at = '-infinity' where name = 'notice_restored_copy';
select public.run_scheduled_work();
select is((select count(*) from public.sync_realm join restored using (epoch)), 1::bigint, 'once');

-- A recovery to a point in time.
update public.sync_realm set timeline = timeline - 1;
create temporary table before_recovery as select row_version from public.videos where id = tests.video_id(1);
select is(private.notice_restored_copy(), true, 'a recovery is noticed by its timeline');
select is(
  (select (realm.epoch > restored.epoch, videos.row_version = before_recovery.row_version)::text
   from public.sync_realm as realm, restored, before_recovery, public.videos where videos.id = tests.video_id(1)),
  '(t,t)', 'every device begins anew, with the versions that are there'
);
select tests.create_user('mio');
select tests.sign_in('mio');
select throws_ok($$ select public.run_scheduled_work() $$, '42501', null, 'a member does not do the timer''s work');

select * from finish();
rollback;
