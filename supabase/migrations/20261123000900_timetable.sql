-- What happens by itself, and how often: one timetable for hosted Supabase, where pg_cron and pg_net keep it, and for the embedded stack, whose timer does.
create table private.scheduled_work (
  name text primary key,
  every interval not null,
  /** The function that does it; of what an edge function does, the one that says whether there is something to do. Text: a column of regproc stops an upgrade of PostgreSQL. */
  does text not null,
  /** The edge function, and what it is told. */
  calls text,
  body jsonb not null default '{}',
  since timestamptz not null default now(),
  /** When it was done or, of a call, last looked at. */
  last_run_at timestamptz not null default '-infinity',
  /** When the turn that is under way began; null: none is. */
  began_at timestamptz,
  /** Who does a step of it just now, as `pg_stat_activity` calls them. */
  done_by integer,
  /** The last step: when, and how long it took, ms. */
  stepped_at timestamptz,
  step_ms integer,
  /** Of the last try, when it failed. */
  failed_at timestamptz,
  failure text,
  /** Of a call that pg_net has under way. */
  request_id bigint
);
alter table private.scheduled_work enable row level security;
create function private.pushes_wait() returns boolean
language sql stable
set search_path = ''
return exists (select from private.push_queue where due_at <= now());
revoke all on function private.pushes_wait() from public;
create function private.videos_are_due() returns boolean
language sql stable
set search_path = ''
return cardinality(public.videos_to_refresh()) > 0;
revoke all on function private.videos_are_due() from public;
insert into private.scheduled_work (name, every, does) values
  ('check_api_setting', '5 minutes', 'private.check_api_setting'),
  ('deliver_held_notifications', '1 minute', 'private.deliver_held_notifications'),
  ('fold_promotion_events', '1 hour', 'private.fold_promotion_events'),
  ('forget_spending', '1 hour', 'private.forget_spending'),
  ('lapse_premium', '1 minute', 'private.lapse_premium'),
  ('notice_restored_copy', '1 minute', 'private.notice_restored_copy'),
  ('publish_slots', '1 minute', 'private.publish_slots'),
  ('publish_video_aggregates', '1 hour', 'public.publish_video_aggregates'),
  ('recommend_videos', '1 hour', 'private.recommend_videos'),
  ('refresh_catalogue_shelf', '1 hour', 'public.refresh_catalogue_shelf'),
  ('release_bookings', '1 minute', 'private.release_bookings'),
  ('tell_new_videos', '1 minute', 'private.tell_new_videos');
-- As often as somebody looks: the embedded stack every five seconds, pg_cron every minute.
insert into private.scheduled_work (name, every, does, calls, body) values
  ('refresh_videos', '5 minutes', 'private.videos_are_due', 'import-videos', '{"refresh": true}'),
  ('send_pushes', '5 seconds', 'private.pushes_wait', 'send-push', '{}');
-- A database that has just begun recommends nothing yet.
update private.scheduled_work set last_run_at = now() where name = 'recommend_videos';

/**
 * A tenth early counts as due: a timer of the same period comes a moment sooner now and then, and would do every second turn for nothing. What failed
 * rests for a minute.
 */
create function private.is_due(work private.scheduled_work) returns boolean
language sql stable
set search_path = ''
return (work).last_run_at + (work).every * 0.9 <= clock_timestamp()
  and ((work).calls is not null or (work).failed_at is null or (work).failed_at + interval '1 minute' * 0.9 <= clock_timestamp());
revoke all on function private.is_due(private.scheduled_work) from public;

/** How a try ended; null: well. What failed is due again at once. */
create function private.note_work(work text, problem text) returns void
language sql
set search_path = ''
as $$
  update private.scheduled_work
  set
    last_run_at = case when problem is null then now() else last_run_at end,
    failed_at = case when problem is not null then now() end,
    failure = left(problem, 500),
    request_id = null
  where name = work
$$;
revoke all on function private.note_work(text, text) from public;

/**
 * Takes up what is due in the database and has waited longest for its next step; null where nothing is. To be committed before the step is done: one that
 * ends without a word, because its connection did, is told of when the work is taken up again.
 */
create function private.take_up_work() returns text
language plpgsql
set search_path = ''
as $$
declare
  work private.scheduled_work;
begin
  select * into work from private.scheduled_work as due
  where calls is null and private.is_due(due)
    and (done_by is null or done_by = pg_backend_pid() or not exists (select from pg_stat_activity where pid = done_by))
  order by stepped_at nulls first, name limit 1 for update skip locked;
  update private.scheduled_work
  set
    began_at = coalesce(began_at, clock_timestamp()), done_by = pg_backend_pid(), stepped_at = clock_timestamp(),
    failed_at = case when done_by is null then failed_at else clock_timestamp() end,
    failure = case when done_by is null then failure else 'broken off' end
  where name = work.name;
  return work.name;
end
$$;
revoke all on function private.take_up_work() from public;

/**
 * Does a step of what was taken up, of `private.batch_size()` rows at most, and notes how it ended: a failure undoes the step alone, also where a time limit
 * ended it.
 */
create function private.do_step(work text) returns void
language plpgsql
set search_path = ''
as $$
declare
  has_more boolean;
  problem text;
begin
  begin
    execute format('select %s()', (select does from private.scheduled_work where name = do_step.work)) into has_more;
  exception when query_canceled or others then
    problem := sqlerrm;
    raise warning 'scheduled work % failed: %', work, problem;
  end;
  update private.scheduled_work
  set
    done_by = null, step_ms = extract(epoch from clock_timestamp() - stepped_at) * 1000,
    began_at = case when has_more then began_at end,
    last_run_at = case when has_more or problem is not null then last_run_at else clock_timestamp() end,
    failed_at = case when problem is not null then clock_timestamp() end,
    failure = left(problem, 500)
  where name = do_step.work;
end
$$;
revoke all on function private.do_step(text) from public;

/**
 * What is done every minute: steps of all that is due, each in a transaction of its own, for 45 seconds at most. What is left goes on with the next call.
 * Without a `set`, since nothing that has one may commit: nobody but the migrating role calls it.
 */
create procedure private.do_scheduled_work()
language plpgsql
as $$
declare
  ends_at constant timestamptz := clock_timestamp() + interval '45 seconds';
  work text;
begin
  while clock_timestamp() < ends_at loop
    work := private.take_up_work();
    commit;
    exit when work is null;
    perform private.do_step(work);
    commit;
  end loop;
end
$$;
revoke all on procedure private.do_scheduled_work() from public;

/** One step of each thing that is due, at once, for whoever does not want to wait for the minute: what was done. */
create function public.run_scheduled_work() returns text[]
language plpgsql
security definer
set search_path = ''
as $$
declare
  done text[] := '{}';
  work text;
begin
  loop
    work := private.take_up_work();
    exit when work is null or work = any (done);
    perform private.do_step(work);
    done := done || work;
  end loop;
  update private.scheduled_work set done_by = null where name = work;
  return array(select name from private.scheduled_work where name = any (done) and failed_at is null order by name);
end
$$;
revoke all on function public.run_scheduled_work() from public;
grant execute on function public.run_scheduled_work() to service_role;

/** The edge functions that are to be called now, and with what; `left_out` are not looked at. Whoever takes a call settles it by `note_work`. */
create function private.take_calls(left_out text[] default '{}') returns table (work text, function_name text, body jsonb)
language plpgsql
set search_path = ''
as $$
declare
  due private.scheduled_work;
  wanted boolean;
begin
  for due in
    select * from private.scheduled_work as call
    where calls is not null and name <> all (left_out) and private.is_due(call) order by name for update skip locked
  loop
    execute format('select %s()', due.does) into wanted;
    -- Where nothing waits any more, no earlier failure matters
    update private.scheduled_work
    set last_run_at = now(), failed_at = case when wanted then failed_at end, failure = case when wanted then failure end
    where name = due.name;
    if wanted then
      work := due.name;
      function_name := due.calls;
      body := due.body;
      return next;
    end if;
  end loop;
end
$$;
revoke all on function private.take_calls(text[]) from public;

/** What pg_cron has done every minute: hears how the last calls ended and makes those that are due. The vault holds `project_url` and `secret_key`. */
create function private.call_functions() returns void
language plpgsql
set search_path = ''
as $$
declare
  call record;
  url constant text := (select decrypted_secret from vault.decrypted_secrets where name = 'project_url');
  secret_key constant text := (select decrypted_secret from vault.decrypted_secrets where name = 'secret_key');
begin
  for call in
    select name, coalesce(error_msg, case when timed_out then 'timed out' when status_code >= 400 then 'answered ' || status_code end) as problem
    from private.scheduled_work join net._http_response as answer on answer.id = request_id
  loop
    perform private.note_work(call.name, call.problem);
  end loop;
  for call in select * from private.take_calls() loop
    if url is null or secret_key is null then
      perform private.note_work(call.work, 'the vault lacks project_url or secret_key');
    else
      update private.scheduled_work
      set request_id = net.http_post(
        url := rtrim(url, '/') || '/functions/v1/' || call.function_name,
        body := call.body,
        headers := jsonb_build_object('content-type', 'application/json', 'apikey', secret_key),
        timeout_milliseconds := 50000
      )
      where name = call.work;
    end if;
  end loop;
end
$$;
revoke all on function private.call_functions() from public;

/** Has pg_cron keep the timetable, where there is one; returns whether. Called again it changes nothing. */
create function private.keep_timetable() returns boolean
language plpgsql
set search_path = ''
as $$
begin
  if to_regprocedure('cron.schedule(text,text,text)') is null then
    return false;
  end if;
  perform cron.schedule('mirutomo', '* * * * *', 'call private.do_scheduled_work()');
  perform cron.schedule('mirutomo-calls', '* * * * *', 'select private.call_functions()');
  -- Each turn leaves a row
  perform cron.schedule('mirutomo-tidy', '17 3 * * *', $tidy$delete from cron.job_run_details where end_time < now() - interval '7 days'$tidy$);
  return true;
end
$$;
revoke all on function private.keep_timetable() from public;

do $$
begin
  if (select count(*) from pg_available_extensions where name in ('pg_cron', 'pg_net')) = 2 then
    create extension if not exists pg_cron with schema pg_catalog;
    create extension if not exists pg_net;
    perform private.keep_timetable();
  end if;
end
$$;

/**
 * What of the timetable does not happen as it should: [{name, last_run_at, failed_at, failure, began_at, is_slow}]. Late is what should have been done three times and ten
 * minutes ago; slow is a step of more than 20 seconds, and a turn of more than ten minutes; null: what has never happened, or never failed. `open_transaction` is no work: the
 * oldest transaction that writes, once it has been open for 20 seconds; nothing that is younger reaches any device.
 */
create function private.troubled_work() returns jsonb
language sql stable
set search_path = ''
as $$
  with troubled (name, last_run_at, failed_at, failure, began_at, is_slow) as (
    select
      name, last_run_at, failed_at, failure, began_at,
      coalesce(step_ms > 20000, false) or coalesce(began_at < now() - interval '10 minutes', false) as is_slow
    from private.scheduled_work
    where failed_at is not null or step_ms > 20000 or began_at < now() - interval '10 minutes'
      or greatest(last_run_at, since) < now() - every * 3 - interval '10 minutes'
    union all
    select 'open_transaction', null, null, null, min(xact_start), true
    from pg_stat_activity where backend_xid is not null
    having min(xact_start) < clock_timestamp() - interval '20 seconds'
  )
  select coalesce(jsonb_agg(
    jsonb_build_object(
      'name', name, 'last_run_at', nullif(last_run_at, '-infinity'), 'failed_at', failed_at, 'failure', failure, 'began_at', began_at, 'is_slow', is_slow
    ) order by name
  ), '[]')
  from troubled
$$;
revoke all on function private.troubled_work() from public;
