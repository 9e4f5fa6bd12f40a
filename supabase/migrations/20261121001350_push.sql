-- Web Push. A subscription is one browser's and belongs to exactly one account. What is to be pushed waits in a queue that `send-push` empties.
create table public.push_subscriptions (
  id uuid primary key default gen_random_uuid(),
  user_id uuid not null references public.profiles (id) on delete cascade,
  endpoint text not null unique,
  /** The browser's public key and secret, base64url. */
  p256dh text not null,
  auth text not null,
  created_at timestamptz not null default now(),
  constraint push_subscriptions_endpoint_length check (length(endpoint) <= 2000),
  constraint push_subscriptions_endpoint_web check (endpoint ~ '^https?://[^\s]+$'),
  constraint push_subscriptions_p256dh_form check (p256dh ~ '^[A-Za-z0-9_-]{87}=?$'),
  constraint push_subscriptions_auth_form check (auth ~ '^[A-Za-z0-9_-]{22}(==)?$')
);
create index push_subscriptions_user_index on public.push_subscriptions (user_id, created_at);

alter table public.push_subscriptions enable row level security;
grant select (id, user_id, endpoint, created_at) on public.push_subscriptions to authenticated;
grant select, insert, update, delete on public.push_subscriptions to service_role;
create policy "one reads one's own subscriptions" on public.push_subscriptions
  for select to authenticated using (user_id = (select auth.uid()));

/** From now on this browser is the caller's, whoever's it was. The ten newest of a person are kept. */
create function public.subscribe_push(endpoint text, p256dh text, auth text) returns void
language plpgsql
security definer
set search_path = ''
as $$
#variable_conflict use_variable
declare
  me constant uuid := (select auth.uid());
begin
  insert into public.push_subscriptions (user_id, endpoint, p256dh, auth) values (me, endpoint, p256dh, auth)
  on conflict on constraint push_subscriptions_endpoint_key do update
  set user_id = excluded.user_id, p256dh = excluded.p256dh, auth = excluded.auth, created_at = now();
  delete from public.push_subscriptions as surplus
  where surplus.user_id = me and surplus.id not in (
    select kept.id from public.push_subscriptions as kept where kept.user_id = me order by kept.created_at desc, kept.id limit 10
  );
end
$$;
revoke all on function public.subscribe_push(text, text, text) from public;
grant execute on function public.subscribe_push(text, text, text) to authenticated;

/** This browser is the caller's no longer. */
create function public.unsubscribe_push(endpoint text) returns void
language sql
security definer
set search_path = ''
as $$
  delete from public.push_subscriptions as own
  where own.endpoint = unsubscribe_push.endpoint and own.user_id = (select auth.uid())
$$;
revoke all on function public.unsubscribe_push(text) from public;
grant execute on function public.unsubscribe_push(text) to authenticated;

create table private.push_queue (
  id bigint generated always as identity primary key,
  notification_id uuid not null references public.notifications (id) on delete cascade,
  subscription_id uuid not null references public.push_subscriptions (id) on delete cascade,
  attempts integer not null default 0,
  due_at timestamptz not null default now()
);
create index push_queue_due_index on private.push_queue (due_at);
create index push_queue_notification_index on private.push_queue (notification_id);
create index push_queue_subscription_index on private.push_queue (subscription_id);
alter table private.push_queue enable row level security;

/** A notification is pushed to the browsers of whoever may see it and wants that. What waits for the morning is pushed in the morning. */
create function private.queue_pushes() returns trigger
language plpgsql
security definer
set search_path = ''
as $$
begin
  insert into private.push_queue (notification_id, subscription_id)
  select changed.id, subscriptions.id
  from changed
  join public.push_subscriptions as subscriptions on subscriptions.user_id = changed.user_id
  left join public.notification_preferences as preferences on preferences.user_id = changed.user_id
  where coalesce(preferences.push_notifications, true) and not changed.is_read
    and (not private.needs_premium(changed.type, changed.priority, changed.is_premium_only) or private.has_premium(changed.user_id));
  return null;
end
$$;
revoke all on function private.queue_pushes() from public;
create trigger queue_pushes after insert on public.notifications
  referencing new table as changed for each statement execute function private.queue_pushes();

/**
 * Hands out what is due to be pushed, at most 100, each for a minute and then two: whoever takes it says by `settle_pushes` what became of
 * it, else it is due again. What was read meanwhile, comes from somebody blocked since, or could not be pushed five times, is not tried again.
 */
create function public.take_pushes() returns jsonb
language plpgsql
security definer
set search_path = ''
as $$
declare
  pushes jsonb;
begin
  delete from private.push_queue as old
  using public.notifications
  where notifications.id = old.notification_id and old.due_at <= now()
    and (
      old.attempts >= 5 or notifications.is_read or notifications.is_deleted
      or private.is_blocked(notifications.user_id, notifications.sender_id)
    );
  with taken as (
    update private.push_queue as queued
    set attempts = attempts + 1, due_at = now() + make_interval(mins => attempts + 1)
    where queued.id in (
      select due.id from private.push_queue as due where due.due_at <= now() order by due.due_at, due.id limit 100 for update skip locked
    )
    returning queued.*
  )
  select coalesce(jsonb_agg(
    jsonb_build_object(
      'id', taken.id, 'endpoint', endpoint, 'p256dh', p256dh, 'auth', auth, 'notification_id', notifications.id,
      'account', notifications.user_id,
      'title', title, 'body', left(message, 300), 'path', coalesce(link, '/profile/notifications'),
      'urgent', priority = 'high',
      'unread', (
        select count(*) from (
          select from public.notifications as unread
          where unread.user_id = notifications.user_id and not unread.is_read and not unread.is_deleted
            and not private.is_blocked(unread.user_id, unread.sender_id)
            and (
              not private.needs_premium(unread.type, unread.priority, unread.is_premium_only) or private.has_premium(unread.user_id)
            )
          limit 1000
        ) as unread
      )
    ) order by taken.id
  ), '[]') into pushes
  from taken
  join public.notifications on notifications.id = taken.notification_id
  join public.push_subscriptions as subscriptions on subscriptions.id = taken.subscription_id;
  return pushes;
end
$$;
revoke all on function public.take_pushes() from public;
grant execute on function public.take_pushes() to service_role;

/** `done` need not be tried again; the browsers behind `gone` have no subscription any more. */
create function public.settle_pushes(done bigint[], gone text[]) returns void
language sql
security definer
set search_path = ''
as $$
  delete from private.push_queue where id = any (done);
  delete from public.push_subscriptions where endpoint = any (gone);
$$;
revoke all on function public.settle_pushes(bigint[], text[]) from public;
grant execute on function public.settle_pushes(bigint[], text[]) to service_role;
