begin;
\ir helpers.psql
select plan(18);

-- What is done in the database, and what by an edge function.
select is((select count(*) from private.scheduled_work where calls is null and to_regproc(does) is not null), 12::bigint, 'twelve things are done here');
select is(private.keep_timetable(), false, 'without pg_cron nothing is scheduled');
update private.scheduled_work set last_run_at = '-infinity';
delete from private.push_queue;
update public.videos set refreshed_at = now();
select is((select count(*) from private.take_calls()), 0::bigint, 'where nothing waits nothing is called');
select is((select count(*) from private.scheduled_work where calls is not null and last_run_at = '-infinity'), 0::bigint, 'but it was looked at');

select tests.create_videos(1);
update public.videos set refreshed_at = now() - interval '31 days' where id = tests.video_id(1);
select is((select count(*) from private.take_calls()), 0::bigint, 'what was looked at is left alone for its period');
update private.scheduled_work set last_run_at = '-infinity';
select is((select count(*) from private.take_calls(array['refresh_videos'])), 0::bigint, 'so is what is left out');
select results_eq(
  $$ select work, function_name, body from private.take_calls() $$,
  $$ values ('refresh_videos', 'import-videos', '{"refresh": true}'::jsonb) $$, 'old videos are asked about'
);

-- As on hosted Supabase: what pg_cron, pg_net and the vault are asked for is written down.
create schema cron;
create table cron.asked (name text primary key, period text, command text);
create function cron.schedule(job_name text, period text, command text) returns bigint language sql as $$
  insert into cron.asked values (job_name, period, command) on conflict (name) do update set command = excluded.command returning 1::bigint
$$;
create schema net;
create table net.asked (id bigint generated always as identity, url text, body jsonb, headers jsonb);
create table net._http_response (id bigint, status_code integer, timed_out boolean, error_msg text);
create function net.http_post(
  url text, body jsonb default '{}', params jsonb default '{}', headers jsonb default '{}', timeout_milliseconds integer default 5000
) returns bigint language sql as $$ insert into net.asked (url, body, headers) values (url, body, headers) returning id $$;
create schema vault;
create table vault.decrypted_secrets (name text, decrypted_secret text);

select is(private.keep_timetable() and private.keep_timetable(), true, 'pg_cron keeps the timetable, however often it is told');
select set_eq(
  $$ select name || ' ' || period from cron.asked $$, array['mirutomo * * * * *', 'mirutomo-calls * * * * *', 'mirutomo-tidy 17 3 * * *'], 'by three jobs'
);
select is((select command from cron.asked where name = 'mirutomo'), 'call private.do_scheduled_work()', 'of which the first does what is done here');
select is((select command from cron.asked where name = 'mirutomo-calls'), 'select private.call_functions()', 'and the second calls functions');

update private.scheduled_work set last_run_at = '-infinity';
select private.call_functions();
select is((select count(*) from net.asked), 0::bigint, 'without secrets nobody is called');
select is(
  (select failure from private.scheduled_work where name = 'refresh_videos'), 'the vault lacks project_url or secret_key', 'and admins are told why'
);

insert into vault.decrypted_secrets values ('project_url', 'https://x.supabase.co/'), ('secret_key', 'key');
update private.scheduled_work set last_run_at = '-infinity';
select private.call_functions();
select results_eq(
  $$ select url, body, headers ->> 'apikey' from net.asked $$,
  $$ values ('https://x.supabase.co/functions/v1/import-videos', '{"refresh": true}'::jsonb, 'key') $$, 'with them the function is'
);
insert into net._http_response select id, 503, false, null from net.asked;
select private.call_functions();
select is((select failure from private.scheduled_work where name = 'refresh_videos'), 'answered 503', 'what it refused is told');
update private.scheduled_work set last_run_at = '-infinity' where name = 'refresh_videos';
select private.call_functions();
insert into net._http_response select max(id), 200, false, null from net.asked;
select private.call_functions();
select is((select failure from private.scheduled_work where name = 'refresh_videos'), null, 'until it answers well');
select is((select request_id from private.scheduled_work where name = 'refresh_videos'), null, 'and each answer is heard once');

select private.note_work('refresh_videos', 'answered 503');
update public.videos set refreshed_at = now();
update private.scheduled_work set last_run_at = '-infinity';
select private.call_functions();
select is((select failure from private.scheduled_work where name = 'refresh_videos'), null, 'a failure is forgotten where nothing waits any more');

select * from finish();
rollback;
