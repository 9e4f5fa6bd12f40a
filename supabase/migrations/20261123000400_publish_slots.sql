-- What the slots show follows from the bookings alone.

/** The beginning of a day in Japan. */
create function private.start_of_day_in_japan(day date) returns timestamptz
language sql stable
set search_path = ''
return day::timestamp at time zone 'Asia/Tokyo';
revoke all on function private.start_of_day_in_japan(date) from public;

/** What each slot (or the one that is named) is to show today; nulls and '' for nothing. */
create function private.due_slots(only_slot uuid default null)
returns table (id uuid, booking_id uuid, video_id uuid, youtube_id text, advertiser text, ends_at timestamptz)
language sql stable
set search_path = ''
as $$
  select slots.id, shown.booking_id, shown.video_id, shown.youtube_id, coalesce(shown.advertiser, ''), shown.ends_at
  from public.promotion_slots as slots
  left join lateral (
    select
      bookings.id as booking_id, videos.id as video_id, videos.youtube_id, coalesce(creators.channel_title, buyers.username) as advertiser,
      private.start_of_day_in_japan(bookings.end_date) as ends_at
    from public.slot_bookings as bookings
    join public.videos on videos.id = bookings.video_id and not videos.is_hidden
    -- Nothing is shown that cannot be labelled with who pays for it.
    join public.profiles as buyers on buyers.id = bookings.user_id
    left join public.youtuber_profiles as creators on creators.id = bookings.youtuber_id
    where bookings.slot_id = slots.id and bookings.status = 'active'
      and private.day_in_japan() >= bookings.start_date and private.day_in_japan() < bookings.end_date
  ) as shown on true
  where only_slot is null or slots.id = only_slot
$$;
revoke all on function private.due_slots(uuid) from public;

/**
 * Completes bookings whose last day is over and lets every slot (or the one that is named) show its booking of today, or nothing. Returns whether some slot
 * shows something else now. What is due is the same however often this is called.
 */
create function private.publish_slots(only_slot uuid default null) returns boolean
language plpgsql
set search_path = ''
as $$
declare
  stale uuid[];
  published integer;
begin
  -- Only what changes is held.
  stale := array(
    select slots.id from public.promotion_slots as slots join private.due_slots(only_slot) as due using (id)
    where (slots.booking_id, slots.video_id, slots.youtube_id, slots.advertiser, slots.ends_at)
        is distinct from (due.booking_id, due.video_id, due.youtube_id, due.advertiser, due.ends_at)
      or exists (
        select from public.slot_bookings
        where slot_id = slots.id and status = 'active' and end_date <= private.day_in_japan()
      )
  );
  -- Order matters: whoever touches a slot's bookings holds the slot first, and several slots in this order.
  perform from public.promotion_slots where id = any (stale) order by id for no key update;
  update public.slot_bookings set status = 'completed'
  where status = 'active' and end_date <= private.day_in_japan() and slot_id = any (stale);
  update public.promotion_slots as slots
  set booking_id = due.booking_id, video_id = due.video_id, youtube_id = due.youtube_id, advertiser = due.advertiser, ends_at = due.ends_at
  from private.due_slots(only_slot) as due
  where slots.id = due.id and slots.id = any (stale)
    and (slots.booking_id, slots.video_id, slots.youtube_id, slots.advertiser, slots.ends_at)
      is distinct from (due.booking_id, due.video_id, due.youtube_id, due.advertiser, due.ends_at);
  get diagnostics published = row_count;
  return published > 0;
end
$$;
revoke all on function private.publish_slots(uuid) from public;
