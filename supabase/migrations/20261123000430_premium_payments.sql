-- What Stripe says of subscriptions, and the premium that follows from it.

/** Each subscription as Stripe last described it. A person's own row in `premium_subscriptions` is chosen among theirs. */
create table private.stripe_subscriptions (
  id text primary key,
  user_id uuid not null references public.profiles (id) on delete cascade,
  plan text collate "C" references public.subscription_plans (id) on update cascade,
  status text not null,
  current_period_end timestamptz,
  cancel_at_period_end boolean not null default false,
  as_of timestamptz not null,
  recorded_at timestamptz not null default clock_timestamp()
);
create index stripe_subscriptions_user_index on private.stripe_subscriptions (user_id);
create index stripe_subscriptions_plan_index on private.stripe_subscriptions (plan);
alter table private.stripe_subscriptions enable row level security;

create function private.tell_member(person uuid, title text, message text, link text) returns void
language sql
set search_path = ''
as $$
  select private.create_notification(
    recipient => person, type => 'system', title => title, message => message, priority => 'high', link => link
  )
$$;
revoke all on function private.tell_member(uuid, text, text, text) from public;

/**
 * What Stripe says of a person's subscription at `as_of`; of one subscription the newest word counts, and that it ended is the last. `plan` may be null (no plan of ours).
 * Returns `recorded`, `older` when something newer was known, `superfluous` when another subscription of theirs is running (the caller ends this one and gives
 * the money back), or `nobody` when there is no such account. Refusals: P0001 with the hint `status_unknown`.
 */
create function public.record_subscription(
  person uuid, subscription text, plan text, status text, period_end timestamptz, cancel_at_period_end boolean, as_of timestamptz
) returns text
language plpgsql
security definer
set search_path = ''
as $$
#variable_conflict use_variable
declare
  known private.stripe_subscriptions;
  before public.premium_subscriptions;
  chosen private.stripe_subscriptions;
begin
  if subscription is null or as_of is null or status is null
    or status not in ('incomplete', 'incomplete_expired', 'active', 'past_due', 'unpaid', 'canceled') then
    raise exception 'no such status' using hint = 'status_unknown';
  end if;
  perform pg_advisory_xact_lock(hashtextextended('premium ' || person, 0));
  -- Order matters: whoever deletes the account holds the profile first as well.
  perform from public.profiles where id = person for no key update;
  if not found then
    return 'nobody';
  end if;
  select * into known from private.stripe_subscriptions where id = subscription;
  if found and (
    known.user_id <> person or known.as_of > as_of or known.status in ('canceled', 'incomplete_expired') and status <> known.status
  ) then
    return 'older';
  end if;
  insert into private.stripe_subscriptions as stored (id, user_id, plan, status, current_period_end, cancel_at_period_end, as_of)
  values (subscription, person, plan, status, period_end, coalesce(cancel_at_period_end, false), as_of)
  on conflict (id) do update set
    plan = coalesce(excluded.plan, stored.plan), status = excluded.status, current_period_end = excluded.current_period_end,
    cancel_at_period_end = excluded.cancel_at_period_end, as_of = excluded.as_of;

  select * into before from public.premium_subscriptions where user_id = person;
  select * into chosen from private.stripe_subscriptions as candidate
  where candidate.user_id = person
  order by
    candidate.status in ('active', 'past_due') desc,
    candidate.id is not distinct from before.stripe_subscription_id and candidate.status in ('active', 'past_due') desc,
    candidate.status = 'incomplete' desc, candidate.as_of desc, candidate.id
  limit 1;
  insert into public.premium_subscriptions as stored (
    user_id, stripe_subscription_id, plan, status, current_period_end, cancel_at_period_end, as_of
  )
  values (
    person, chosen.id, chosen.plan, chosen.status, chosen.current_period_end, chosen.cancel_at_period_end, chosen.as_of
  )
  on conflict (user_id) do update set
    stripe_subscription_id = excluded.stripe_subscription_id, plan = excluded.plan, status = excluded.status,
    current_period_end = excluded.current_period_end, cancel_at_period_end = excluded.cancel_at_period_end, as_of = excluded.as_of;
  update public.profile_private set stripe_subscription_id = chosen.id
  where user_id = person and stripe_subscription_id is distinct from chosen.id;
  perform private.follow_subscription(person, before);
  return case when chosen.id <> subscription and status in ('active', 'past_due') then 'superfluous' else 'recorded' end;
end
$$;
revoke all on function public.record_subscription(uuid, text, text, text, timestamptz, boolean, timestamptz) from public;
grant execute on function public.record_subscription(uuid, text, text, text, timestamptz, boolean, timestamptz) to service_role;

/** Gives the person the premium that their subscription stands for now, and tells them of what changed; `before` is the row as it was. */
create function private.follow_subscription(person uuid, before public.premium_subscriptions) returns void
language plpgsql
set search_path = ''
as $$
declare
  subscribed public.premium_subscriptions;
  had_premium constant boolean := private.has_premium(person);
  was_running constant boolean := coalesce(before.status in ('active', 'past_due'), false);
  is_running boolean;
begin
  select * into subscribed from public.premium_subscriptions where user_id = person;
  is_running := subscribed.status in ('active', 'past_due');
  if is_running and (subscribed.current_period_end is null or subscribed.current_period_end > now()) then
    update public.profiles
    set is_premium = true, premium_plan = coalesce(subscribed.plan, premium_plan), premium_expiry = subscribed.current_period_end
    where id = person and (not is_premium or premium_plan is distinct from coalesce(subscribed.plan, premium_plan)
      or premium_expiry is distinct from subscribed.current_period_end);
  elsif not is_running and was_running then
    update public.profiles
    set is_premium = false, premium_expiry = least(premium_expiry, subscribed.current_period_end, now())
    where id = person;
  end if;

  if is_running and not was_running then
    perform private.tell_member(
      person, 'プレミアムが始まりました',
      coalesce(format('%sまでご利用いただけます。', private.in_japanese((subscribed.current_period_end at time zone 'Asia/Tokyo')::date)), ''),
      '/premium/dashboard'
    );
  elsif subscribed.status = 'past_due' and before.status = 'active' then
    perform private.tell_member(
      person, 'プレミアムの更新のお支払いができませんでした', 'お支払い方法をご確認ください。', '/premium/dashboard'
    );
  -- One that ran out by itself was told of then.
  elsif not is_running and was_running and (had_premium or not before.cancel_at_period_end) then
    perform private.tell_member(
      person, 'プレミアムが終了しました', 'ご利用ありがとうございました。いつでも再開できます。', '/premium/expired'
    );
  end if;
end
$$;
revoke all on function private.follow_subscription(uuid, public.premium_subscriptions) from public;
