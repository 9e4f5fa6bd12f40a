-- What admins do with slots and bookings, and the numbers of the first page.

/**
 * A new slot (`slot` null) or other words for one that is there, and its price per day where one is given; answers its id. Refusals: 42501 for who is no admin, P0001 with
 * the hint `slot_not_found`, `name_invalid`, `type_unknown` or `price_invalid`.
 */
create function public.save_slot(slot uuid, name text, type text, price integer default null) returns uuid
language plpgsql
security definer
set search_path = ''
as $$
declare
  called constant text := btrim(coalesce(save_slot.name, ''), E' \t\r\n\u3000');
  saved uuid;
  was_same boolean;
begin
  perform private.require_admin();
  if length(called) not between 1 and 100 then
    raise exception 'a slot has a name' using hint = 'name_invalid';
  end if;
  if save_slot.type is null or save_slot.type not in ('home', 'search', 'video') then
    raise exception 'no such place' using hint = 'type_unknown';
  end if;
  if slot is null then
    insert into public.promotion_slots (name, type) values (called, save_slot.type) returning id into saved;
  else
    select id, (promotion_slots.name, promotion_slots.type) = (called, save_slot.type) into saved, was_same
    from public.promotion_slots where id = slot for update;
    if not found then
      raise exception 'no such slot' using hint = 'slot_not_found';
    end if;
    update public.promotion_slots set name = called, type = save_slot.type where id = slot;
  end if;
  if was_same is not true then
    perform private.note_act('save_slot', 'slot', saved::text, jsonb_build_object('slot', called, 'type', save_slot.type));
  end if;
  if price is not null then
    perform public.set_slot_price(saved, price);
  end if;
  return saved;
end
$$;
revoke all on function public.save_slot(uuid, text, text, integer) from public;
grant execute on function public.save_slot(uuid, text, text, integer) to authenticated;

/** Yen with tax per day, for bookings from now on. Refusals: 42501 for who is no admin, P0001 with the hint `slot_not_found` or `price_invalid`. */
create function public.set_slot_price(slot uuid, price integer) returns void
language plpgsql
security definer
set search_path = ''
as $$
declare
  before integer;
  called text;
begin
  perform private.require_admin();
  select promotion_slots.name into called from public.promotion_slots where id = slot for update;
  if not found then
    raise exception 'no such slot' using hint = 'slot_not_found';
  end if;
  if price is null or price not between 50 and 1000000 then
    raise exception 'from 50 to 1,000,000 yen' using hint = 'price_invalid';
  end if;
  select price_per_day into before from public.slot_prices where slot_id = slot;
  if before = price then
    return;
  end if;
  insert into public.slot_prices (slot_id, price_per_day) values (slot, price)
  on conflict (slot_id) do update set price_per_day = excluded.price_per_day;
  perform private.note_act('set_slot_price', 'slot', slot::text, jsonb_build_object('slot', called, 'before', before, 'price', price));
end
$$;
revoke all on function public.set_slot_price(uuid, integer) from public;
grant execute on function public.set_slot_price(uuid, integer) to authenticated;

/**
 * Bookings of a status (`all`, `pending`, `active`, `completed`, `cancelled`), the latest first, 20 a page: {total, bookings: [{id, slot_name, slot_type, video_title, youtube_id,
 * buyer, start_date, end_date, duration, amount_paid, amount_refunded, status, payment_status, payment_intent_id, created_at}]}. Refusal: 42501 for who is no admin.
 */
create function public.admin_bookings(filter text default 'all', page integer default 1) returns jsonb
language plpgsql stable security definer
set search_path = ''
as $$
begin
  perform private.require_admin();
  return jsonb_build_object(
    'total', (select count(*) from public.slot_bookings where filter = 'all' or status = filter),
    'bookings', coalesce((
      select jsonb_agg(
        jsonb_build_object(
          'id', booked.id, 'slot_name', slots.name, 'slot_type', slots.type, 'video_title', videos.title, 'youtube_id', videos.youtube_id,
          'buyer', profiles.username, 'start_date', booked.start_date, 'end_date', booked.end_date, 'duration', booked.duration,
          'amount_paid', booked.amount_paid, 'amount_refunded', booked.amount_refunded, 'status', booked.status,
          'payment_status', booked.payment_status, 'payment_intent_id', booked.payment_intent_id, 'created_at', booked.created_at
        ) order by booked.created_at desc, booked.id
      )
      from (
        select * from public.slot_bookings where filter = 'all' or status = filter
        order by created_at desc, id limit private.admin_page_size() offset private.admin_offset(page)
      ) as booked
      join public.promotion_slots as slots on slots.id = booked.slot_id
      left join public.videos on videos.id = booked.video_id
      left join public.profiles on profiles.id = booked.user_id
    ), '[]')
  );
end
$$;
revoke all on function public.admin_bookings(text, integer) from public;
grant execute on function public.admin_bookings(text, integer) to authenticated;

/**
 * Writes down that an admin is about to give back so many yen of a payment, and why, and returns the act's id: function `create-payment-intent` does so, as the admin, before it asks
 * Stripe to, and adds how that ended. What was really given back is told by Stripe's events (`amount_refunded`). Refusals: 42501 for who is no admin, P0001 with the hint `reason_missing`, `reason_too_long`, `amount_invalid` (nothing, or more than is
 * left of a booking) or `not_paid`.
 */
create function public.note_refund(intent text, amount integer, reason text) returns uuid
language plpgsql
security definer
set search_path = ''
as $$
declare
  why text;
  booked public.slot_bookings;
begin
  perform private.require_admin();
  why := private.stated_reason(reason);
  -- A payment of premium is of no booking.
  select * into booked from public.slot_bookings where payment_intent_id = intent;
  if booked.payment_status not in ('succeeded', 'refunded') then
    raise exception 'nothing was paid' using hint = 'not_paid';
  end if;
  if intent is null or amount is null or amount < 1 or amount > booked.amount_paid - booked.amount_refunded then
    raise exception 'there is not so much left' using hint = 'amount_invalid';
  end if;
  return private.note_act(
    'refund', case when booked.id is null then 'payment' else 'booking' end, coalesce(booked.id::text, intent),
    jsonb_build_object('amount', amount, 'of', booked.amount_paid, 'reason', why, 'payment_intent', intent), 'begun'
  );
end
$$;
revoke all on function public.note_refund(text, integer, text) from public;
grant execute on function public.note_refund(text, integer, text) to authenticated;

/**
 * The numbers of the product: {people, new_people (7 days), premium, suspended, ratings, new_ratings (7 days), revenue: {month 'YYYY-MM', paid, refunded, plans: [{id, name, count,
 * amount}]}, queues: {verifications, reports, bookings, contacts}, work: [{name, last_run_at, failed_at, failure}]}. `work`: what of the timetable is late or failed. `paid` and `refunded`: yen of the bookings that were made this month in Japan; `plans`: subscriptions that run now,
 * `amount` yen per term of one. Refusal: 42501 for who is no admin.
 */
create function public.admin_overview() returns jsonb
language plpgsql stable security definer
set search_path = ''
as $$
declare
  month constant date := date_trunc('month', private.day_in_japan())::date;
  begins constant timestamptz := month::timestamp at time zone 'Asia/Tokyo';
begin
  perform private.require_admin();
  return jsonb_build_object(
    'people', (select count(*) from public.profiles),
    'new_people', (select count(*) from public.profiles where created_at > now() - interval '7 days'),
    'premium', (select count(*) from public.profiles where is_premium and (premium_expiry is null or premium_expiry > now())),
    'suspended', (select count(*) from public.suspensions where ends_at is null or ends_at > now()),
    'ratings', (select count(*) from public.video_ratings where not is_deleted),
    'new_ratings', (select count(*) from public.video_ratings where not is_deleted and created_at > now() - interval '7 days'),
    'revenue', (
      select jsonb_build_object('month', to_char(month, 'YYYY-MM'), 'paid', coalesce(sum(amount_paid), 0), 'refunded', coalesce(sum(amount_refunded), 0))
      from public.slot_bookings where payment_status in ('succeeded', 'refunded') and created_at >= begins
    ) || jsonb_build_object('plans', (
      select jsonb_agg(jsonb_build_object('id', plans.id, 'name', plans.name, 'count', running.number, 'amount', plans.amount) order by plans.position)
      from public.subscription_plans as plans
      cross join lateral (
        select count(*) as number from public.premium_subscriptions where plan = plans.id and status = 'active'
      ) as running
    )),
    'queues', jsonb_build_object(
      'verifications', (select count(*) from public.verification_requests where status = 'pending'),
      'reports', (select count(*) from public.reports where status = 'open'),
      'bookings', (select count(*) from public.slot_bookings where status = 'pending'),
      'contacts', (select count(*) from private.contacts where answered_at is null)
    ),
    'work', private.troubled_work()
  );
end
$$;
revoke all on function public.admin_overview() from public;
grant execute on function public.admin_overview() to authenticated;
