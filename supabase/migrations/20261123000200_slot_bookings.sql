-- Who shows which video in which slot, and when. A person asks for it by `book_slot`; that it is paid is told by Stripe's events alone.
create extension if not exists btree_gist with schema extensions;

create table public.slot_prices (
  slot_id uuid primary key references public.promotion_slots (id) on delete cascade,
  /** Yen with tax. */
  price_per_day integer not null,
  updated_at timestamptz not null default now(),
  constraint slot_prices_positive check (price_per_day between 50 and 1000000)
);
create trigger updated_at before update on public.slot_prices
  for each row execute function private.set_updated_at();

alter table public.slot_prices enable row level security;
grant select on public.slot_prices to anon, authenticated;
grant select, insert, update, delete on public.slot_prices to service_role;
create policy "everyone reads prices" on public.slot_prices for select to anon, authenticated using (true);

create table public.slot_bookings (
  id uuid primary key default gen_random_uuid(),
  /** Who pays; the account may go, what was paid stays known. */
  user_id uuid references public.profiles (id) on delete set null,
  youtuber_id uuid references public.profiles (id) on delete set null,
  slot_id uuid not null references public.promotion_slots (id) on delete restrict,
  video_id uuid references public.videos (id) on delete set null,
  /** Days in Japan: shown from the beginning of the first until the beginning of `end_date`. */
  start_date date not null,
  end_date date not null,
  /** Days. */
  duration smallint not null,
  /** Yen, by the price of the day of booking. */
  amount_paid integer not null,
  status text not null default 'pending',
  payment_status text not null default 'pending',
  payment_intent_id text unique,
  /** Yen given back so far. */
  amount_refunded integer not null default 0,
  created_at timestamptz not null default now(),
  updated_at timestamptz not null default now(),
  constraint slot_bookings_duration_known check (duration in (7, 14, 30)),
  constraint slot_bookings_end check (end_date = start_date + duration),
  constraint slot_bookings_amount check (amount_paid > 0 and amount_refunded between 0 and amount_paid),
  constraint slot_bookings_status_known check (status in ('pending', 'active', 'completed', 'cancelled')),
  constraint slot_bookings_payment_status_known check (
    payment_status in ('pending', 'processing', 'succeeded', 'failed', 'cancelled', 'refunded')
  ),
  constraint slot_bookings_paid_before_shown check (status not in ('active', 'completed') or payment_status = 'succeeded'),
  /** Two bookings of a slot never share a day, whoever comes first. */
  constraint slot_bookings_no_overlap exclude using gist (
    slot_id with =, daterange(start_date, end_date) with &&
  ) where (status in ('pending', 'active', 'completed'))
);
create index slot_bookings_user_index on public.slot_bookings (user_id, created_at desc);
create index slot_bookings_youtuber_index on public.slot_bookings (youtuber_id);
create index slot_bookings_slot_index on public.slot_bookings (slot_id, start_date);
create index slot_bookings_video_index on public.slot_bookings (video_id);
create index slot_bookings_pending_index on public.slot_bookings (created_at) where status = 'pending';
create trigger updated_at before update on public.slot_bookings
  for each row execute function private.set_updated_at();

alter table public.slot_bookings enable row level security;
grant select on public.slot_bookings to authenticated;
grant select, insert, update, delete on public.slot_bookings to service_role;
create policy "one reads one's own bookings" on public.slot_bookings
  for select to authenticated using (user_id = (select auth.uid()));
create policy "admins read bookings" on public.slot_bookings
  for select to authenticated using ((select private.is_admin()));
