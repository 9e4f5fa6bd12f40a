-- How often a paid video was seen and opened. Counted once per viewer, hour and kind; who the viewer was is never stored, and forgotten with the week.

/**
 * Which booking a slot shows, by `private.publish_slots()`; none where the service filled it by itself. No foreign key: beside `slot_bookings.slot_id` it would be a
 * second relationship of the two tables, and every question that embeds one in the other would have to say which it means.
 */
alter table public.promotion_slots add column booking_id uuid;

/** What viewers and the networks of visitors are hashed with, so that nobody finds one out by trying them all. */
create table private.viewer_salt (
  is_only boolean primary key default true,
  salt uuid not null default gen_random_uuid(),
  constraint viewer_salt_single check (is_only)
);
alter table private.viewer_salt enable row level security;
insert into private.viewer_salt default values;

create table public.promotion_events (
  booking_id uuid not null references public.slot_bookings (id) on delete cascade,
  /** impression: half in view for a second · click: opened. */
  kind text collate "C" not null,
  hour timestamptz not null,
  /** Tells two viewers of this booking apart and nothing else: neither a person nor the viewer of another booking. */
  viewer bytea not null,
  is_visitor boolean not null,
  primary key (booking_id, hour, kind, viewer),
  constraint promotion_events_kind_known check (kind in ('impression', 'click')),
  constraint promotion_events_hour_full check (hour = date_trunc('hour', hour, 'UTC'))
);
create index promotion_events_hour_index on public.promotion_events (hour);

alter table public.promotion_events enable row level security;
grant select, insert, update, delete on public.promotion_events to service_role;

/** What is left of events that nothing can be added to any more: a booking's numbers of a day in Japan. */
create table public.promotion_days (
  booking_id uuid not null references public.slot_bookings (id) on delete cascade,
  day date not null,
  impressions integer not null default 0,
  clicks integer not null default 0,
  primary key (booking_id, day),
  constraint promotion_days_counts check (impressions >= 0 and clicks >= 0)
);
alter table public.promotion_days enable row level security;
grant select, insert, update, delete on public.promotion_days to service_role;

/**
 * Counts what the caller saw and opened: at most 50 of `{booking_id, kind, at}`, where `visitor` is the random key of a device on which nobody is signed in.
 * A time to come counts as now. Left out, without a word: what is older than 7 days, what was counted before, bookings that were not shown at that time, the
 * buyer's own views, and visitors past the 1,000th of a booking, hour and kind, since anybody can make up keys (some more where many come at the same moment).
 * Returns how many were counted. Refusals: P0001 with the hint `too_many_events` or `visitor_missing`.
 */
create function public.record_promotion_events(events jsonb, visitor uuid default null) returns integer
language plpgsql
security definer
set search_path = ''
as $$
declare
  me constant uuid := (select auth.uid());
  counted integer;
begin
  if jsonb_typeof(events) is distinct from 'array' or jsonb_array_length(events) > 50 then
    raise exception 'a list of 50 events at most' using hint = 'too_many_events';
  end if;
  if me is null and visitor is null then
    raise exception 'who is not signed in tells the key of their device' using hint = 'visitor_missing';
  end if;
  insert into public.promotion_events (booking_id, kind, hour, viewer, is_visitor)
  select distinct
    bookings.id, told.kind, times.hour,
    sha256(convert_to(concat_ws('|', salt, bookings.id, case when me is null then 'visitor' else 'person' end, coalesce(me, visitor)), 'UTF8')),
    me is null
  from jsonb_to_recordset(events) as told (booking_id uuid, kind text, at timestamptz)
  join public.slot_bookings as bookings on bookings.id = told.booking_id
  cross join private.viewer_salt
  cross join lateral (
    select seen_at, date_trunc('hour', seen_at, 'UTC') as hour, (seen_at at time zone 'Asia/Tokyo')::date as day
    from (select least(told.at, now()) as seen_at where told.at is not null) as clamped
    where seen_at > now() - interval '7 days'
  ) as times
  where told.kind in ('impression', 'click')
    and bookings.status in ('active', 'completed')
    and times.day >= bookings.start_date and times.day < bookings.end_date
    and (me is null or (me is distinct from bookings.user_id and me is distinct from bookings.youtuber_id))
    and (
      me is not null
      or (
        select count(*) from public.promotion_events as known
        where known.booking_id = bookings.id and known.hour = times.hour and known.kind = told.kind and known.is_visitor
      ) < 1000
    )
  on conflict do nothing;
  get diagnostics counted = row_count;
  return counted;
end
$$;
revoke all on function public.record_promotion_events(jsonb, uuid) from public;
grant execute on function public.record_promotion_events(jsonb, uuid) to anon, authenticated;

/** The numbers of the caller's own bookings on the last `days` days in Japan (1 to 400); days without any are left out. */
create function public.promotion_report(days integer)
returns table (booking_id uuid, day date, impressions bigint, clicks bigint)
language sql stable
security definer
set search_path = ''
as $$
  select counted.booking_id, counted.day, sum(counted.impressions), sum(counted.clicks)
  from (
    select
      events.booking_id, (hour at time zone 'Asia/Tokyo')::date as day,
      (kind = 'impression')::integer as impressions, (kind = 'click')::integer as clicks
    from public.promotion_events as events
    union all
    select folded.booking_id, folded.day, folded.impressions, folded.clicks from public.promotion_days as folded
  ) as counted
  where counted.booking_id in (select id from public.slot_bookings where user_id = (select auth.uid()))
    and counted.day > private.day_in_japan() - greatest(1, least(coalesce(promotion_report.days, 1), 400))
  group by counted.booking_id, counted.day
  order by counted.day, counted.booking_id
$$;
revoke all on function public.promotion_report(integer) from public;
grant execute on function public.promotion_report(integer) to authenticated;

/** Events of whose hour nothing more can come become numbers, and their viewers are forgotten. True where more do. */
create function private.fold_promotion_events() returns boolean
language sql
set search_path = ''
as $$
  with gone as (
    delete from public.promotion_events as events
    using (
      select booking_id, hour, kind, viewer from public.promotion_events
      where hour < now() - interval '8 days' order by hour limit private.batch_size()
    ) as old
    where (events.booking_id, events.hour, events.kind, events.viewer) = (old.booking_id, old.hour, old.kind, old.viewer)
    returning events.booking_id, (events.hour at time zone 'Asia/Tokyo')::date as day, events.kind
  ), folded as (
    insert into public.promotion_days as known (booking_id, day, impressions, clicks)
    select booking_id, day, count(*) filter (where kind = 'impression'), count(*) filter (where kind = 'click')
    from gone group by booking_id, day
    on conflict (booking_id, day) do update
    set impressions = known.impressions + excluded.impressions, clicks = known.clicks + excluded.clicks
  )
  select count(*) = private.batch_size() from gone
$$;
revoke all on function private.fold_promotion_events() from public;
