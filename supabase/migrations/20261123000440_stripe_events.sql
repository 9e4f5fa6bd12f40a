-- Which events of Stripe were told of and dealt with, and how often people ask for payments.
create table private.stripe_events (
  id text primary key,
  type text not null,
  /** By Stripe's clock. */
  created timestamptz not null,
  received_at timestamptz not null default now(),
  done_at timestamptz
);
create index stripe_events_created_index on private.stripe_events (created desc) where done_at is not null;
create index stripe_events_undone_index on private.stripe_events (created) where done_at is null;
alter table private.stripe_events enable row level security;

/**
 * An event has come. Null when it was dealt with before; else the moment, by this database's clock, as of which its object is now to be read: whoever reads later
 * knows more.
 */
create function public.record_stripe_event(id text, type text, created timestamptz) returns timestamptz
language plpgsql
security definer
set search_path = ''
as $$
#variable_conflict use_variable
begin
  insert into private.stripe_events (id, type, created) values (id, type, created) on conflict do nothing;
  if exists (select from private.stripe_events as event where event.id = id and done_at is not null) then
    return null;
  end if;
  return clock_timestamp();
end
$$;
revoke all on function public.record_stripe_event(text, text, timestamptz) from public;
grant execute on function public.record_stripe_event(text, text, timestamptz) to service_role;

/** All that follows from the event is done: it changes nothing any more. */
create function public.finish_stripe_event(id text) returns void
language sql
security definer
set search_path = ''
as $$
  update private.stripe_events as event set done_at = now() where event.id = finish_stripe_event.id and done_at is null
$$;
revoke all on function public.finish_stripe_event(text) from public;
grant execute on function public.finish_stripe_event(text) to service_role;

/** From when on events may have been missed, by Stripe's clock: a day before the last that was dealt with, or the first that was not. Null: none ever came. */
create function public.stripe_events_since() returns timestamptz
language sql stable security definer
set search_path = ''
as $$
  select least(
    (select created - interval '1 day' from private.stripe_events where done_at is not null order by created desc limit 1),
    (select created from private.stripe_events where done_at is null order by created limit 1)
  )
$$;
revoke all on function public.stripe_events_since() from public;
grant execute on function public.stripe_events_since() to service_role;

/** How often a person asked for something about payments since `since`: for what moves money (`charge`), or for the rest (`read`). */
create table private.payment_calls (
  user_id uuid not null references public.profiles (id) on delete cascade,
  kind text not null,
  since timestamptz not null default now(),
  calls integer not null default 1,
  primary key (user_id, kind),
  constraint payment_calls_kind_known check (kind in ('charge', 'read'))
);
alter table private.payment_calls enable row level security;

/** Counts one call; false when the person has made too many in ten minutes: 20 that move money, 200 others. */
create function public.count_payment_call(person uuid, kind text) returns boolean
language sql
security definer
set search_path = ''
as $$
  insert into private.payment_calls as counted (user_id, kind) values (person, kind)
  on conflict (user_id, kind) do update set
    since = case when counted.since <= now() - interval '10 minutes' then now() else counted.since end,
    calls = case when counted.since <= now() - interval '10 minutes' then 1 else least(counted.calls + 1, 1000) end
  returning calls <= case counted.kind when 'charge' then 20 else 200 end
$$;
revoke all on function public.count_payment_call(uuid, text) from public;
grant execute on function public.count_payment_call(uuid, text) to service_role;
