-- How a creator gets hold of a slot's days. Prices, days and whose video it is are the server's to know; a booking holds its days for half an hour unpaid.

/** What Stripe told about the payment of a booking. It grows: what was paid, given back or ended stays so, whatever order it is told in. */
create table private.booking_payments (
  payment_intent_id text primary key,
  booking_id uuid not null unique references public.slot_bookings (id) on delete cascade,
  /** Of what is not paid, in Stripe's words. */
  state text not null default 'processing',
  /** Stripe is collecting the money: the booking waits for that and keeps its days. */
  is_under_way boolean not null default false,
  is_paid boolean not null default false,
  /** Yen given back so far. */
  refunded integer not null default 0,
  is_disputed boolean not null default false,
  /** What the booking was when its payment was taken away. */
  undone_from text,
  /** The buyer took the booking back before it was paid: it is not to be shown even if it is paid after all. */
  is_unwanted boolean not null default false,
  /** Paid, but it cannot be shown: the rest is to be given back. */
  is_refund_due boolean not null default false,
  as_of timestamptz not null default '-infinity',
  constraint booking_payments_state_known check (state in ('processing', 'failed', 'canceled')),
  constraint booking_payments_refunded check (refunded >= 0)
);
alter table private.booking_payments enable row level security;

create function private.release_time() returns interval
language sql immutable
set search_path = ''
return interval '30 minutes';
revoke all on function private.release_time() from public;

/** Does this booking keep its days? One that waits for its payment does so for half an hour, or for as long as Stripe is at it. */
create function private.holds_days(booking public.slot_bookings) returns boolean
language sql stable
set search_path = ''
return booking.status in ('active', 'completed') or booking.status = 'pending' and (
  booking.created_at > now() - private.release_time()
  or exists (select from private.booking_payments where booking_id = booking.id and is_under_way)
);
revoke all on function private.holds_days(public.slot_bookings) from public;

/** Frees the days of bookings that were not paid in time; returns how many. */
create function private.release_bookings() returns boolean
language plpgsql
set search_path = ''
as $$
declare
  released integer;
begin
  with late as (
    select id from public.slot_bookings as booking
    where status = 'pending' and created_at <= now() - private.release_time() and not private.holds_days(booking)
    order by id limit private.batch_size()
    for update skip locked
  )
  update public.slot_bookings set status = 'cancelled', payment_status = 'cancelled' from late where slot_bookings.id = late.id;
  get diagnostics released = row_count;
  return released = private.batch_size();
end
$$;
revoke all on function private.release_bookings() from public;

/** Is one of these days of the slot another booking's than `besides`? Who acts on the answer holds the slot. */
create function private.shares_days(slot uuid, days daterange, besides uuid default null) returns boolean
language sql stable
set search_path = ''
return exists (
  select from public.slot_bookings as other
  where other.slot_id = slot and other.id is distinct from besides and other.status in ('pending', 'active', 'completed')
    and daterange(other.start_date, other.end_date) && days
);
revoke all on function private.shares_days(uuid, daterange, uuid) from public;

/**
 * The caller, a creator, books a slot for one of their own videos from a day on, which begins in Japan; what it costs is the price of now. It holds its days for
 * 30 minutes. Refusals: P0001 with the hint `not_creator`, `duration_unknown` (7, 14 or 30 days), `slot_not_found`, `video_not_found`, `not_own_video`, `start_too_early`
 * (tomorrow at the earliest), `start_too_late` (90 days ahead at the latest), `price_unknown`, `too_many_pending` (three) or `dates_taken`.
 */
create function public.book_slot(slot uuid, video uuid, starts date, days integer) returns public.slot_bookings
language plpgsql
security definer
set search_path = ''
as $$
#variable_conflict use_variable
declare
  me constant uuid := (select auth.uid());
  today constant date := private.day_in_japan();
  wanted public.videos;
  price integer;
  booking public.slot_bookings;
begin
  if me is null then
    raise exception 'sign in to book' using errcode = 'insufficient_privilege';
  end if;
  if not exists (select from public.youtuber_profiles where id = me) then
    raise exception 'only creators book slots' using hint = 'not_creator';
  end if;
  if days is null or days not in (7, 14, 30) then
    raise exception 'a slot is booked for 7, 14 or 30 days' using hint = 'duration_unknown';
  end if;
  select * into wanted from public.videos where videos.id = video and not is_hidden;
  if not found then
    raise exception 'no such video' using hint = 'video_not_found';
  end if;
  if wanted.youtuber is distinct from me then
    raise exception 'the video is somebody else''s' using hint = 'not_own_video';
  end if;
  if starts is null or starts <= today then
    raise exception 'tomorrow is the first day that can be booked' using hint = 'start_too_early';
  end if;
  if starts > today + 90 then
    raise exception 'that is too far ahead' using hint = 'start_too_late';
  end if;
  perform pg_advisory_xact_lock(hashtextextended('book_slot ' || me, 0));
  -- One after the other: two bookings that met in the index of the days would wait for each other.
  perform from public.promotion_slots where promotion_slots.id = slot for no key update;
  if not found then
    raise exception 'no such slot' using hint = 'slot_not_found';
  end if;
  select price_per_day into price from public.slot_prices where slot_id = slot;
  if not found then
    raise exception 'the slot has no price' using hint = 'price_unknown';
  end if;
  perform private.release_bookings();
  if (select count(*) from public.slot_bookings where user_id = me and status = 'pending') >= 3 then
    raise exception 'pay or cancel what is booked first' using hint = 'too_many_pending';
  end if;
  -- Hazard: without this look, the constraint on overlaps would wait for whoever is just paying for these days, while that one waits for this booking.
  if private.shares_days(slot, daterange(starts, starts + days)) then
    raise exception 'somebody has booked some of these days' using hint = 'dates_taken';
  end if;
  insert into public.slot_bookings (user_id, youtuber_id, slot_id, video_id, start_date, end_date, duration, amount_paid)
  values (me, me, slot, video, starts, starts + days, days, price * days)
  returning * into booking;
  return booking;
end
$$;
revoke all on function public.book_slot(uuid, uuid, date, integer) from public;
grant execute on function public.book_slot(uuid, uuid, date, integer) to authenticated;

/** Which days of a slot between two days (the second not included) are taken; by whom is not told. `end_date` is the first day that is free again. */
create function public.taken_dates(slot uuid, from_day date, until_day date) returns table (start_date date, end_date date)
language sql stable security definer
set search_path = ''
as $$
  select booking.start_date, booking.end_date
  from public.slot_bookings as booking
  where booking.slot_id = slot and booking.start_date < until_day and booking.end_date > from_day and private.holds_days(booking)
  order by booking.start_date
$$;
revoke all on function public.taken_dates(uuid, date, date) from public;
grant execute on function public.taken_dates(uuid, date, date) to anon, authenticated;

/**
 * The caller takes back a booking of their own that waits for its payment; taking it back again changes nothing. Should it be paid all the same, the money is given back.
 * Refusals: P0001 with the hint `booking_not_found` or `booking_not_pending`.
 */
create function public.cancel_booking(booking uuid) returns public.slot_bookings
language plpgsql
security definer
set search_path = ''
as $$
#variable_conflict use_variable
declare
  me constant uuid := (select auth.uid());
  booked public.slot_bookings;
begin
  if me is null then
    raise exception 'sign in to cancel a booking' using errcode = 'insufficient_privilege';
  end if;
  select * into booked from public.slot_bookings where id = booking and user_id = me for update;
  if not found then
    raise exception 'no such booking' using hint = 'booking_not_found';
  end if;
  if booked.status not in ('pending', 'cancelled') or booked.payment_status in ('succeeded', 'refunded') then
    raise exception 'the booking is paid' using hint = 'booking_not_pending';
  end if;
  update private.booking_payments set is_unwanted = true where booking_id = booking;
  if booked.status = 'pending' then
    update public.slot_bookings set status = 'cancelled', payment_status = 'cancelled' where id = booking returning * into booked;
  end if;
  return booked;
end
$$;
revoke all on function public.cancel_booking(uuid) from public;
grant execute on function public.cancel_booking(uuid) to authenticated;

/** Before an account goes: what it booked is not shown without saying who pays, so its days are free for others. */
create function private.end_bookings_of_account() returns trigger
language plpgsql
security definer
set search_path = ''
as $$
begin
  update public.slot_bookings
  set status = 'cancelled', payment_status = case when payment_status = 'succeeded' then 'succeeded' else 'cancelled' end
  where user_id = old.id and status in ('pending', 'active');
  return old;
end
$$;
revoke all on function private.end_bookings_of_account() from public;
create trigger end_bookings before delete on public.profiles
  for each row execute function private.end_bookings_of_account();
