-- What the stand-in of Stripe knows. Nobody but this stack's superuser reads it. Runs more than once.
create schema if not exists stripe_stand_in;
revoke all on schema stripe_stand_in from public;

create table if not exists stripe_stand_in.objects (
  id text collate "C" primary key,
  kind text collate "C" not null,
  /** Later ones are listed first. */
  position bigint generated always as identity,
  facts jsonb not null
);
create index if not exists objects_kind_index on stripe_stand_in.objects (kind, position desc);
create index if not exists objects_customer_index on stripe_stand_in.objects (kind, (facts ->> 'customer'));

/** Which event is to be told to which endpoint; times are of the real clock. */
create table if not exists stripe_stand_in.deliveries (
  event text collate "C" not null,
  endpoint text collate "C" not null,
  position bigint generated always as identity,
  attempts integer not null default 0,
  created_at timestamptz not null default now(),
  next_at timestamptz not null default now(),
  delivered_at timestamptz,
  primary key (event, endpoint)
);
create index if not exists deliveries_waiting_index on stripe_stand_in.deliveries (next_at, position) where delivered_at is null;

create table if not exists stripe_stand_in.idempotency_keys (
  key text primary key,
  path text not null,
  parameters text not null,
  /** Null while the first request is under way. */
  answer jsonb,
  created_at timestamptz not null default now()
);

create table if not exists stripe_stand_in.settings (
  only_row boolean primary key default true check (only_row),
  /** How far the clock was moved ahead of the real one. */
  ahead_ms bigint not null default 0,
  after_last_failure text not null default 'cancel'
);
insert into stripe_stand_in.settings default values on conflict do nothing;
