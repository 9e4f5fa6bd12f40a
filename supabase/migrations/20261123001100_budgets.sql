-- How much one person writes: so many rows of a noun in an hour and in a day. Nobody's devices, pokes and notifications work for what one member makes a program write.

/** Of every table that members write into without another bound; `budgets.test.sql` finds one that lacks it. A row that is changed counts as one that is new. */
create table private.budgets (
  noun text collate "C" primary key,
  an_hour integer not null,
  a_day integer not null,
  constraint budgets_in_order check (an_hour > 0 and a_day >= an_hour)
);
alter table private.budgets enable row level security;
insert into private.budgets (noun, an_hour, a_day) values
  ('blocks', 60, 300),
  ('event_participants', 60, 300),
  ('favorites', 3000, 20000),
  ('history', 3000, 20000),
  ('messages', 3000, 20000),
  ('notification_preferences', 120, 600),
  ('notification_reads', 6000, 40000),
  ('profile_private', 30, 100),
  ('profiles', 30, 100),
  ('push_subscriptions', 60, 300),
  ('rating_likes', 300, 2000),
  ('rating_replies', 60, 300),
  -- Blocks, likes, answers and reports
  ('relations', 1000, 5000),
  ('settings', 600, 3000),
  ('video_ratings', 3000, 20000);

/** What a person has written of a noun in an hour of the clock; in several rows where transactions were at it at once, so that none waits for another. */
create table private.spending (
  user_id uuid not null references public.profiles (id) on delete cascade,
  noun text collate "C" not null,
  hour timestamptz not null,
  /** The transaction that made the row. */
  place bigint not null default private.current_version(),
  written integer not null,
  primary key (user_id, noun, hour, place)
);
create index spending_hour_index on private.spending (hour);
alter table private.spending enable row level security;

/**
 * After each statement that wrote rows (transition table `changed`): counts them for the member who is asking, whoever they are of. Refusal: 429 with the hint
 * `rate_limited`; a push is told to come later. What the service and the schedule write counts for nobody, nor what other triggers write after a member.
 */
create function private.spend_budget() returns trigger
language plpgsql
security definer
set search_path = ''
as $$
declare
  me constant uuid := auth.uid();
  this_hour constant timestamptz := date_trunc('hour', now());
  budget private.budgets;
  rows_now constant bigint := (select count(*) from changed);
  free_place bigint;
  in_hour bigint;
  in_day bigint;
begin
  if rows_now = 0 or pg_trigger_depth() > 1 or not exists (select from public.profiles where id = me) then
    return null;
  end if;
  select * into budget from private.budgets where noun = tg_table_name;
  select place into free_place from private.spending
  where user_id = me and noun = tg_table_name and hour = this_hour
  limit 1 for update skip locked;
  insert into private.spending as known (user_id, noun, hour, place, written)
  values (me, tg_table_name, this_hour, coalesce(free_place, private.current_version()), rows_now)
  on conflict (user_id, noun, hour, place) do update set written = known.written + excluded.written;
  select sum(written) filter (where hour = this_hour), sum(written) into in_hour, in_day from private.spending
  where user_id = me and noun = tg_table_name and hour > this_hour - interval '1 day';
  if in_hour > budget.an_hour or in_day > budget.a_day then
    raise exception 'too many % at once', tg_table_name using errcode = 'PT429', hint = 'rate_limited';
  end if;
  return null;
end
$$;
revoke all on function private.spend_budget() from public;

do $$
declare
  noun name;
begin
  for noun in select budgets.noun from private.budgets loop
    execute format(
      'create trigger spend_insert after insert on public.%1$I referencing new table as changed for each statement execute function private.spend_budget();
       create trigger spend_update after update on public.%1$I referencing new table as changed for each statement execute function private.spend_budget()',
      noun
    );
  end loop;
end
$$;

/** What was written more than a day ago takes nothing away any more. */
create function private.forget_spending() returns boolean
language sql
set search_path = ''
as $$
  with gone as (
    delete from private.spending as spent
    using (
      select user_id, noun, hour, place from private.spending where hour <= now() - interval '25 hours' order by hour limit private.batch_size()
    ) as old
    where (spent.user_id, spent.noun, spent.hour, spent.place) = (old.user_id, old.noun, old.hour, old.place)
    returning 1
  )
  select count(*) = private.batch_size() from gone
$$;
revoke all on function private.forget_spending() from public;
