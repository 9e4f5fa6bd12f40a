-- Premium is sold by plan and renewed by Stripe; only what Stripe's events led to is written here, and only by the service.
create table public.subscription_plans (
  id text collate "C" primary key,
  name text not null,
  months smallint not null,
  /** Yen with tax for all the months. */
  amount integer not null,
  stripe_price_id text not null unique,
  position smallint not null unique,
  constraint subscription_plans_known check (id in ('monthly', 'quarterly', 'yearly')),
  constraint subscription_plans_amount_positive check (amount > 0 and months > 0)
);

alter table public.subscription_plans enable row level security;
grant select on public.subscription_plans to anon, authenticated;
grant select, insert, update, delete on public.subscription_plans to service_role;
create policy "everyone reads plans" on public.subscription_plans for select to anon, authenticated using (true);

insert into public.subscription_plans (id, name, months, amount, stripe_price_id, position) values
  ('monthly', '月額プラン', 1, 980, 'price_mirutomo_monthly', 1),
  ('quarterly', '3か月プラン', 3, 2640, 'price_mirutomo_quarterly', 2),
  ('yearly', '年額プラン', 12, 9360, 'price_mirutomo_yearly', 3);

/** What Stripe last said of a person's subscription; a person has one at a time. */
create table public.premium_subscriptions (
  user_id uuid primary key references public.profiles (id) on delete cascade,
  stripe_subscription_id text not null unique,
  plan text collate "C" references public.subscription_plans (id) on update cascade,
  /** In Stripe's words: incomplete, incomplete_expired, active, past_due, unpaid, canceled. */
  status text not null,
  current_period_end timestamptz,
  cancel_at_period_end boolean not null default false,
  /** When Stripe said so; what was said before changes nothing. */
  as_of timestamptz not null,
  created_at timestamptz not null default now(),
  updated_at timestamptz not null default now(),
  constraint premium_subscriptions_status_known check (
    status in ('incomplete', 'incomplete_expired', 'active', 'past_due', 'unpaid', 'canceled')
  )
);
create index premium_subscriptions_plan_index on public.premium_subscriptions (plan);
create trigger updated_at before update on public.premium_subscriptions
  for each row execute function private.set_updated_at();

alter table public.premium_subscriptions enable row level security;
grant select on public.premium_subscriptions to authenticated;
grant select, insert, update, delete on public.premium_subscriptions to service_role;
create policy "one reads one's own subscription" on public.premium_subscriptions
  for select to authenticated using (user_id = (select auth.uid()));
