-- How sure we are of a person (1 e-mail, 2 phone, 3 identity), and the points they earned. No member writes any of it.
/** A person without a row has level 1: their e-mail is confirmed, nothing else. */
create table public.user_verification (
  user_id uuid primary key references public.profiles (id) on delete cascade,
  verification_level smallint not null default 1,
  email_verified boolean not null default true,
  phone_verified boolean not null default false,
  id_verified boolean not null default false,
  /** E.164; one number is of one account. */
  phone_number text,
  verification_provider text,
  /** The person's id at the provider. */
  verification_id text,
  /** Until when the phone number counts as theirs. A checked identity does not expire. */
  verification_expiry timestamptz,
  last_verified timestamptz,
  constraint user_verification_level_known check (verification_level between 1 and 3),
  constraint user_verification_levels_hold check (
    email_verified and phone_verified = (verification_level >= 2) and id_verified = (verification_level = 3)
  ),
  constraint user_verification_phone_known check (
    not phone_verified
    or num_nonnulls(phone_number, verification_provider, verification_id, verification_expiry, last_verified) = 5
  ),
  constraint user_verification_phone_international check (phone_number ~ '^\+[1-9][0-9]{6,14}$'),
  constraint user_verification_one_account_per_number unique (phone_number)
);

alter table public.user_verification enable row level security;
grant select on public.user_verification to authenticated;
grant select, insert, update, delete on public.user_verification to service_role;
create policy "one reads one's own verification" on public.user_verification
  for select to authenticated using (user_id = (select auth.uid()));

create table public.user_points (
  user_id uuid primary key references public.profiles (id) on delete cascade,
  balance integer not null default 0,
  lifetime_earned integer not null default 0,
  last_updated timestamptz not null default now(),
  constraint user_points_not_negative check (balance >= 0 and lifetime_earned >= balance)
);

alter table public.user_points enable row level security;
grant select on public.user_points to authenticated;
grant select, insert, update, delete on public.user_points to service_role;
create policy "one reads one's own points" on public.user_points
  for select to authenticated using (user_id = (select auth.uid()));

/** What changed somebody's points. Rows are only ever added; each is counted in `user_points` by a trigger. */
create table public.point_transactions (
  id uuid primary key default gen_random_uuid(),
  user_id uuid not null references public.profiles (id) on delete cascade,
  amount integer not null,
  transaction_type text not null,
  description text not null,
  created_at timestamptz not null default now(),
  constraint point_transactions_amount_counts check (amount <> 0),
  constraint point_transactions_type_known check (transaction_type in ('login_bonus')),
  constraint point_transactions_description_length check (length(description) between 1 and 200)
);
create index point_transactions_user_index on public.point_transactions (user_id, created_at desc);
create unique index point_transactions_one_phone_bonus on public.point_transactions (user_id)
  where transaction_type = 'login_bonus' and description = '電話番号認証ボーナス';

alter table public.point_transactions enable row level security;
grant select on public.point_transactions to authenticated;
grant select, insert, delete on public.point_transactions to service_role;
create policy "one reads one's own point transactions" on public.point_transactions
  for select to authenticated using (user_id = (select auth.uid()));

create function private.count_points() returns trigger
language plpgsql
security definer
set search_path = ''
as $$
begin
  insert into public.user_points (user_id, balance, lifetime_earned)
  values (new.user_id, new.amount, greatest(new.amount, 0))
  on conflict (user_id) do update set
    balance = user_points.balance + excluded.balance,
    lifetime_earned = user_points.lifetime_earned + excluded.lifetime_earned,
    last_updated = now();
  return null;
end
$$;
revoke all on function private.count_points() from public;
create trigger count_points after insert on public.point_transactions
  for each row execute function private.count_points();

/** Whether an admin has checked one's age comes down to one's devices with the profile. */
create trigger renew_own_profile_insert after insert on public.user_verification
  for each row when (new.id_verified) execute function private.renew_own_profile();
create trigger renew_own_profile_update after update on public.user_verification
  for each row when (new.id_verified <> old.id_verified) execute function private.renew_own_profile();

/** The age of an adult, years: ADULT_AGE of src/domain/age.ts. */
create function private.adult_age() returns integer
language sql immutable
set search_path = ''
return 18;
revoke all on function private.adult_age() from public;

/** An adult by the date in Japan. Nobody is without a birth date. */
create function private.is_adult(person uuid) returns boolean
language sql stable security definer
set search_path = ''
as $$
  select coalesce(
    (
      select birth_date <= private.day_in_japan() - make_interval(years => private.adult_age())
      from public.profile_private where user_id = person
    ),
    false
  )
$$;
revoke all on function private.is_adult(uuid) from public;
grant execute on function private.is_adult(uuid) to authenticated, service_role;

/** Level 2 or more, and the phone verification has not expired. */
create function private.is_phone_verified(person uuid) returns boolean
language sql stable security definer
set search_path = ''
as $$
  select exists (
    select from public.user_verification
    where user_id = person and verification_level >= 2 and verification_expiry > now()
  )
$$;
revoke all on function private.is_phone_verified(uuid) from public;
grant execute on function private.is_phone_verified(uuid) to authenticated, service_role;

/** Level 3: an admin saw a document. */
create function private.is_id_verified(person uuid) returns boolean
language sql stable security definer
set search_path = ''
as $$
  select exists (select from public.user_verification where user_id = person and verification_level = 3)
$$;
revoke all on function private.is_id_verified(uuid) from public;
grant execute on function private.is_id_verified(uuid) to authenticated, service_role;

/** Proofs of the last hour, which is longer than one holds, as hashes with a secret. Each verifies one account; whoever lost the answer may bring it again. */
create table private.spent_phone_proofs (
  proof_hash bytea primary key,
  /** null: of an account that was deleted since. */
  spent_by uuid references public.profiles (id) on delete set null,
  spent_at timestamptz not null default now()
);
create index spent_phone_proofs_spent_by_index on private.spent_phone_proofs (spent_by);
create index spent_phone_proofs_spent_at_index on private.spent_phone_proofs (spent_at);
alter table private.spent_phone_proofs enable row level security;

/** Numbers that have earned the bonus, whoever had them: as a hash with a secret. */
create table private.rewarded_phones (phone_hash bytea primary key);
alter table private.rewarded_phones enable row level security;

/**
 * For the service only, after it has checked the provider's proof of `proven_at`: the number (E.164) is this person's for a year from now, and the
 * first verification of a person and of a number earns 20 points. Answers the points earned now. Refusals: P0001 with hint `phone_taken` when the
 * number is another's, `proof_spent` when the proof has verified another account.
 */
create function public.record_phone_verification(
  person uuid, phone text, provider text, provider_id text, proven_at timestamptz default now()
) returns integer
language plpgsql
security definer
set search_path = ''
as $$
declare
  violated text;
  earned integer;
  secret constant uuid := (select salt from private.viewer_salt);
  of_phone constant bytea := sha256(convert_to(concat_ws('|', secret, 'phone', phone), 'UTF8'));
  of_proof constant bytea := sha256(convert_to(concat_ws('|', secret, 'proof', provider, provider_id, extract(epoch from proven_at)), 'UTF8'));
begin
  -- Of two calls of one person at once, the second would fail at the index of the numbers, on which no conflict is expected.
  perform pg_advisory_xact_lock(hashtextextended('phone ' || person, 0));
  delete from private.spent_phone_proofs where spent_at < now() - interval '1 hour';
  insert into private.spent_phone_proofs as spent (proof_hash, spent_by) values (of_proof, person)
  on conflict on constraint spent_phone_proofs_pkey do update set spent_by = person where spent.spent_by = person;
  if not found then
    raise exception 'the proof was of another account' using hint = 'proof_spent';
  end if;
  insert into public.user_verification (
    user_id, verification_level, phone_verified, phone_number, verification_provider, verification_id, verification_expiry, last_verified
  )
  values (person, 2, true, phone, provider, provider_id, now() + interval '1 year', now())
  on conflict (user_id) do update set
    verification_level = greatest(user_verification.verification_level, 2),
    phone_verified = true,
    phone_number = excluded.phone_number,
    verification_provider = excluded.verification_provider,
    verification_id = excluded.verification_id,
    verification_expiry = excluded.verification_expiry,
    last_verified = excluded.last_verified;

  insert into public.point_transactions (user_id, amount, transaction_type, description)
  select person, 20, 'login_bonus', '電話番号認証ボーナス'
  where not exists (select from private.rewarded_phones where phone_hash = of_phone)
  on conflict (user_id) where transaction_type = 'login_bonus' and description = '電話番号認証ボーナス' do nothing
  returning amount into earned;
  if earned is not null then
    insert into private.rewarded_phones (phone_hash) values (of_phone);
  end if;
  return coalesce(earned, 0);
exception
  when unique_violation then
    get stacked diagnostics violated = constraint_name;
    if violated <> 'user_verification_one_account_per_number' then
      raise;
    end if;
    raise exception 'the number is of another account' using hint = 'phone_taken';
end
$$;
revoke all on function public.record_phone_verification(uuid, text, text, text, timestamptz) from public;
grant execute on function public.record_phone_verification(uuid, text, text, text, timestamptz) to service_role;
