-- How the payment of a booking begins and what comes of it. Only the service calls these, and only with what Stripe itself said.

/** Tells the buyer what became of their booking. */
create function private.tell_buyer(booking public.slot_bookings, title text, message text) returns void
language sql
set search_path = ''
as $$
  select private.create_notification(
    recipient => booking.user_id, type => 'system', title => title, message => message, priority => 'high',
    link => '/youtuber/promotions/active', metadata => jsonb_build_object('booking_id', booking.id)
  )
  where booking.user_id is not null
$$;
revoke all on function private.tell_buyer(public.slot_bookings, text, text) from public;

create function private.in_yen(amount integer) returns text
language sql immutable
set search_path = ''
return to_char(amount, 'FM999,999,999,999') || '円';
revoke all on function private.in_yen(integer) from public;

create function private.in_japanese(day date) returns text
language sql immutable
set search_path = ''
return to_char(day, 'YYYY"年"FMMM"月"FMDD"日"');
revoke all on function private.in_japanese(date) from public;

/**
 * A PaymentIntent was made for a booking that waits for its payment. The same one again changes nothing. Refusals: P0001 with the hint `booking_not_found` (also when it
 * is not this person's), `booking_not_pending`, `amount_mismatch`, or `payment_begun` when another intent was made for it.
 */
create function public.begin_booking_payment(booking uuid, person uuid, amount integer, intent text) returns public.slot_bookings
language plpgsql
security definer
set search_path = ''
as $$
#variable_conflict use_variable
declare
  booked public.slot_bookings;
begin
  select * into booked from public.slot_bookings where id = booking and user_id = person for update;
  if not found then
    raise exception 'no such booking' using hint = 'booking_not_found';
  end if;
  if booked.status <> 'pending' or not private.holds_days(booked) then
    raise exception 'the booking does not wait for a payment' using hint = 'booking_not_pending';
  end if;
  if amount is distinct from booked.amount_paid then
    raise exception 'the booking costs %', booked.amount_paid using hint = 'amount_mismatch';
  end if;
  if booked.payment_intent_id is distinct from intent then
    if booked.payment_intent_id is not null or intent is null then
      raise exception 'another payment has begun' using hint = 'payment_begun';
    end if;
    update public.slot_bookings set payment_intent_id = intent, payment_status = 'processing' where id = booking returning * into booked;
    insert into private.booking_payments (payment_intent_id, booking_id) values (intent, booking);
  end if;
  return booked;
end
$$;
revoke all on function public.begin_booking_payment(uuid, uuid, integer, text) from public;
grant execute on function public.begin_booking_payment(uuid, uuid, integer, text) to service_role;

/** May this paid booking be shown: is everything there that belongs to it, are its days still to come and nobody else's? Its slot is held. */
create function private.can_be_shown(booking public.slot_bookings, from_day date) returns boolean
language sql stable
set search_path = ''
return booking.user_id is not null
  and exists (select from public.videos where id = booking.video_id and not is_hidden)
  and booking.end_date > private.day_in_japan()
  and booking.start_date >= from_day
  and not private.shares_days(booking.slot_id, daterange(booking.start_date, booking.end_date), besides => booking.id);
revoke all on function private.can_be_shown(public.slot_bookings, date) from public;

/**
 * What Stripe says at `as_of` of the payment of a booking: `processing`, `failed`, `canceled`, `succeeded`, `refunded` (the same with what was given back), `disputed`;
 * `refunded` is the yen given back so far. In whatever order and however often it is told, the booking ends as Stripe's last word has it. Returns null when the intent
 * is no booking's, else `{booking, status, payment_status, refund}`; `refund` is the yen that the caller must give back, because the booking cannot be shown.
 */
create function public.record_booking_payment(intent text, outcome text, refunded integer, as_of timestamptz) returns jsonb
language plpgsql
security definer
set search_path = ''
as $$
#variable_conflict use_variable
declare
  booked public.slot_bookings;
  before public.slot_bookings;
  known private.booking_payments;
  was private.booking_payments;
  slot public.promotion_slots;
begin
  if outcome is null or outcome not in ('processing', 'failed', 'canceled', 'succeeded', 'refunded', 'disputed')
    or refunded is null or refunded < 0 or as_of is null then
    raise exception 'no such outcome' using hint = 'outcome_unknown';
  end if;
  -- Order matters: the buyer first, as whoever deletes an account does, then the slot, as whoever books does.
  perform from public.profiles
  where id = (select user_id from public.slot_bookings where payment_intent_id = intent)
  for key share;
  select * into slot from public.promotion_slots
  where id = (select slot_id from public.slot_bookings where payment_intent_id = intent)
  for no key update;
  if not found then
    return null;
  end if;
  select * into booked from public.slot_bookings where payment_intent_id = intent for update;
  insert into private.booking_payments (payment_intent_id, booking_id, is_paid)
  values (intent, booked.id, booked.payment_status in ('succeeded', 'refunded')) on conflict do nothing;
  select * into known from private.booking_payments where payment_intent_id = intent for update;
  was := known;
  before := booked;

  if outcome in ('succeeded', 'refunded', 'disputed') then
    if as_of > known.as_of or not known.is_paid then
      known.is_disputed := outcome = 'disputed';
    elsif as_of = known.as_of then
      known.is_disputed := known.is_disputed or outcome = 'disputed';
    end if;
    known.is_paid := true;
    known.is_under_way := false;
  elsif not known.is_paid and as_of >= known.as_of and known.state <> 'canceled' then
    known.state := outcome;
    known.is_under_way := outcome = 'processing';
  end if;
  known.refunded := greatest(known.refunded, least(refunded, booked.amount_paid));
  known.as_of := greatest(known.as_of, as_of);
  booked.amount_refunded := greatest(booked.amount_refunded, known.refunded);

  if not known.is_paid then
    if booked.status = 'pending' and known.state = 'canceled' then
      booked.status := 'cancelled';
      booked.payment_status := 'cancelled';
    elsif booked.status = 'pending' then
      booked.payment_status := known.state;
    end if;
  elsif known.is_disputed or known.refunded >= booked.amount_paid then
    if booked.status <> 'cancelled' then
      known.undone_from := booked.status;
    end if;
    booked.status := 'cancelled';
    booked.payment_status := 'refunded';
  else
    if not was.is_paid or was.is_disputed then
      -- Days that nobody has paid in time are free.
      perform private.release_bookings();
      if known.undone_from = 'completed' then
        booked.status := 'completed';
      elsif not known.is_unwanted and private.can_be_shown(
        booked, case when known.undone_from = 'active' then '-infinity' else private.day_in_japan() end
      ) then
        booked.status := 'active';
      else
        booked.status := 'cancelled';
        known.is_refund_due := true;
      end if;
    end if;
    booked.payment_status := 'succeeded';
  end if;

  update private.booking_payments
  set
    state = known.state, is_under_way = known.is_under_way, is_paid = known.is_paid, refunded = known.refunded, is_disputed = known.is_disputed,
    undone_from = known.undone_from, is_refund_due = known.is_refund_due, as_of = known.as_of
  where payment_intent_id = intent;
  if booked is distinct from before then
    update public.slot_bookings
    set status = booked.status, payment_status = booked.payment_status, amount_refunded = booked.amount_refunded
    where id = booked.id;
    perform private.publish_slots(slot.id);
    perform private.tell_payment(before, booked, slot.name, known.is_refund_due, known.is_disputed);
  end if;
  return jsonb_build_object(
    'booking', booked.id, 'status', booked.status, 'payment_status', booked.payment_status,
    'refund', case
      when known.is_refund_due and not known.is_disputed and booked.status = 'cancelled' then booked.amount_paid - booked.amount_refunded
      else 0
    end
  );
end
$$;
revoke all on function public.record_booking_payment(text, text, integer, timestamptz) from public;
grant execute on function public.record_booking_payment(text, text, integer, timestamptz) to service_role;

/** Tells the buyer of what has just become of their booking, if that is worth telling. */
create function private.tell_payment(
  before public.slot_bookings, booked public.slot_bookings, slot_name text, is_refund_due boolean, is_disputed boolean
) returns void
language plpgsql
set search_path = ''
as $$
declare
  given_back constant integer := booked.amount_refunded - before.amount_refunded;
begin
  if booked.status = 'active' and before.status <> 'active' then
    perform private.tell_buyer(
      booked,
      case when before.payment_status = 'refunded' then 'プロモーションの掲載を再開します' else 'プロモーションの予約が確定しました' end,
      format('「%s」に%sから%s日間掲載します。', slot_name, private.in_japanese(booked.start_date), booked.duration)
    );
  elsif is_disputed and before.payment_status <> 'refunded' then
    perform private.tell_buyer(
      booked, 'プロモーションの掲載を止めました',
      format('「%s」のお支払いに異議申し立てがあったため、掲載を止めました。', slot_name)
    );
  elsif booked.status = 'cancelled' and booked.payment_status = 'succeeded' and before.payment_status <> 'succeeded' and is_refund_due then
    perform private.tell_buyer(
      booked, 'プロモーションを掲載できませんでした',
      format('お支払いを確認しましたが、「%s」の予約は期限切れなどで取り消されていたため掲載できません。%sを全額返金します。', slot_name, private.in_yen(booked.amount_paid))
    );
  end if;
  if given_back > 0 then
    perform private.tell_buyer(
      booked,
      case when booked.amount_refunded >= booked.amount_paid then 'プロモーションの料金を返金しました' else 'プロモーションの料金の一部を返金しました' end,
      format('「%s」の料金のうち%sを返金しました。', slot_name, private.in_yen(given_back))
    );
  end if;
end
$$;
revoke all on function private.tell_payment(public.slot_bookings, public.slot_bookings, text, boolean, boolean) from public;
