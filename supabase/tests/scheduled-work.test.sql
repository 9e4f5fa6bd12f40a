begin;
\ir helpers.psql
select plan(36);

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
    'check_api_setting', 'deliver_held_notifications', 'fold_promotion_events', 'forget_spending', 'lapse_premium', 'notice_restored_copy', 'publish_slots', 'publish_video_aggregates',
    'recommend_videos', 'refresh_catalogue_shelf', 'release_bookings', 'tell_new_videos'
  ], 'at first everything is due'
);
-- There are more new videos than are told of at once.
select is(array_remove(public.run_scheduled_work(), 'tell_new_videos'), '{}', 'then nothing');

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
  (
    select jsonb_build_array(jsonb_build_object(
      'name', name, 'last_run_at', null, 'failed_at', failed_at, 'failure', 'no', 'began_at', began_at, 'is_slow', false
    ))
    from private.scheduled_work where name = 'lapse_premium'
  ),
  'admins are told of it'
);
select is(public.run_scheduled_work(), '{}'::text[], 'what has failed rests for a minute');
drop trigger fail on public.profiles;
update private.scheduled_work set failed_at = now() - interval '1 minute' where failed_at is not null;
select public.run_scheduled_work();
select is(private.troubled_work(), '[]'::jsonb, 'until it has succeeded');
update private.scheduled_work set last_run_at = now() - interval '14 minutes', since = now() - interval '1 day' where name in ('lapse_premium', 'recommend_videos');
select is(
  (select array_agg(troubled ->> 'name') from jsonb_array_elements(private.troubled_work()) as troubled), array['lapse_premium'],
  'and of what nobody has done for longer than it takes to be noticed'
);

update private.scheduled_work set last_run_at = now(), since = now();

-- What is more than one transaction should hold.
insert into public.videos (youtube_id, title, channel_title)
select tests.youtube_id(number), '動画 ' || number, 'チャンネル' from generate_series(3, 260) as number;
insert into private.video_totals (video_id) select id from public.videos on conflict do nothing;
update private.video_totals set is_unpublished = true;
update private.scheduled_work set last_run_at = '-infinity' where name = 'publish_video_aggregates';
create function tests.step() returns text language plpgsql
as $$
declare
  work constant text := private.take_up_work();
begin
  perform private.do_step(work);
  return work || ' ' || (select count(*) from private.video_totals where is_unpublished) % private.batch_size();
end
$$;
create temporary table marked as select count(*) as videos from private.video_totals where is_unpublished;
select public.run_scheduled_work();
select is((select count(*) from private.video_totals where is_unpublished), (select videos - private.batch_size() from marked), 'is done some rows at a time');
select is((select (began_at is not null, last_run_at)::text from private.scheduled_work where name = 'publish_video_aggregates'), '(t,-infinity)', 'and goes on');
update private.scheduled_work set began_at = now() - interval '11 minutes' where name = 'publish_video_aggregates';
select is(private.troubled_work() #>> '{0,name}', 'publish_video_aggregates', 'admins are told of a turn that does not end');
update private.scheduled_work set last_run_at = '-infinity' where name = 'lapse_premium';
select is(tests.step(), 'lapse_premium ' || (select videos % private.batch_size() from marked), 'what has waited longer for a step comes first');
select matches(tests.step(), '^publish_video_aggregates', 'then the other again');
select public.run_scheduled_work();
select is((select count(*) from private.video_totals where is_unpublished), 0::bigint, 'until nothing is left');
select is((select began_at from private.scheduled_work where name = 'publish_video_aggregates'), null, 'which ends the turn');
select is(private.troubled_work(), '[]'::jsonb, 'and its trouble');

-- Whose connection ended in the middle of a step.
update private.scheduled_work set last_run_at = '-infinity', done_by = -1 where name = 'lapse_premium';
select is(private.take_up_work(), 'lapse_premium', 'it is taken up again');
select is(private.troubled_work() #>> '{0,failure}', 'broken off', 'and admins are told');
select private.do_step('lapse_premium');
update private.scheduled_work set last_run_at = '-infinity', done_by = (select min(pid) from pg_stat_activity where pid <> pg_backend_pid()) where name = 'lapse_premium';
select is(private.take_up_work(), null, 'what another connection is at is left to it');
update private.scheduled_work set last_run_at = now(), done_by = null where name = 'lapse_premium';

-- A time limit ends a step as any failure does.
create function tests.linger() returns boolean language plpgsql as $$ begin perform pg_sleep(10); return false; end $$;
insert into private.scheduled_work (name, every, does) values ('linger', '1 minute', 'tests.linger');
set local statement_timeout = '200ms';
select is(private.take_up_work(), 'linger', 'what takes too long');
select private.do_step('linger');
reset statement_timeout;
select matches((select failure from private.scheduled_work where name = 'linger'), 'statement timeout', 'is noted, and undone alone');
delete from private.scheduled_work where name = 'linger';

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

-- A dump that was read into another cluster, which has counted further.
update public.sync_realm set cluster = cluster - 1;
create temporary table before_move as select epoch from public.sync_realm;
select is(private.notice_restored_copy(), true, 'a copy in another cluster is noticed');
select is((select realm.epoch > before_move.epoch from public.sync_realm as realm, before_move), true, 'every device begins anew');
select is(private.notice_restored_copy(), false, 'once');
select tests.create_user('mio');
select tests.sign_in('mio');
select throws_ok($$ select public.run_scheduled_work() $$, '42501', null, 'a member does not do the timer''s work');

select * from finish();
rollback;
