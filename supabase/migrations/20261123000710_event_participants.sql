-- Who takes part in an event. How many do everybody reads with the event; who they are only the organizer, and everybody where they do themselves: where somebody will be is nobody else's business.
create table public.event_participants (
  -- Of its own: were the two keys the primary key, the API would embed people in events in two ways.
  row_id uuid primary key default gen_random_uuid(),
  event_id uuid not null references public.events (id) on delete cascade,
  user_id uuid not null references public.profiles (id) on delete cascade,
  created_at timestamptz not null default now(),
  constraint event_participants_once unique (event_id, user_id)
);
create index event_participants_user_index on public.event_participants (user_id, created_at);

alter table public.event_participants enable row level security;
grant select on public.event_participants to authenticated;
grant select, insert, update, delete on public.event_participants to service_role;
create policy "one reads where one takes part, and who takes part in one's own events" on public.event_participants
  for select to authenticated using (
    user_id = (select auth.uid()) or event_id in (select id from public.events where organizer_id = (select auth.uid()))
  );

create policy "who takes part reads where, and who holds it" on public.event_links
  for select to authenticated using (
    event_id in (select id from public.events where organizer_id = (select auth.uid()))
    or event_id in (select event_id from public.event_participants where user_id = (select auth.uid()))
  );

create function private.count_participants() returns trigger
language plpgsql
security definer
set search_path = ''
as $$
begin
  update public.events set participant_count = participant_count + case tg_op when 'INSERT' then 1 else -1 end
  where id = coalesce(new.event_id, old.event_id);
  return null;
end
$$;
revoke all on function private.count_participants() from public;
create trigger count_participants after insert or delete on public.event_participants
  for each row execute function private.count_participants();

/**
 * The caller takes part from now on; said again it changes nothing. However many come at once, no more get in than there is room for. Refusals: 42501 for nobody; P0001 with the hint
 * `event_not_found` (also behind a block), `own_event`, `event_cancelled`, `event_over` or `event_full`.
 */
create function public.join_event(event uuid) returns void
language plpgsql
security definer
set search_path = ''
as $$
declare
  me constant uuid := (select auth.uid());
  organizer constant uuid := (select organizer_id from public.events where id = join_event.event);
  known public.events;
  problem text;
begin
  if me is null then
    raise exception 'sign in to take part' using errcode = 'insufficient_privilege';
  end if;
  -- Before the event: whoever blocks takes the same order.
  perform pg_advisory_xact_lock_shared(private.pair_key(me, organizer));
  select * into known from public.events where id = join_event.event for update;
  if exists (select from public.event_participants where event_id = known.id and user_id = me) then
    return;
  end if;
  problem := case
    when known.id is null or private.is_blocked(me, organizer) then 'event_not_found'
    when organizer = me then 'own_event'
    when known.cancelled_at is not null then 'event_cancelled'
    when known.ends_at <= now() then 'event_over'
    when known.participant_count >= known.capacity then 'event_full'
  end;
  if problem is not null then
    raise exception 'nobody takes part: %', problem using hint = problem;
  end if;
  insert into public.event_participants (event_id, user_id) values (known.id, me);
end
$$;
revoke all on function public.join_event(uuid) from public;
grant execute on function public.join_event(uuid) to authenticated;

/** The caller does not take part any more, and their place is free; who did not take part does not either. Refusal: 42501 for nobody. */
create function public.leave_event(event uuid) returns void
language plpgsql
security definer
set search_path = ''
as $$
declare
  me constant uuid := (select auth.uid());
begin
  if me is null then
    raise exception 'sign in to leave' using errcode = 'insufficient_privilege';
  end if;
  perform from public.events where id = leave_event.event for update;
  delete from public.event_participants where event_id = leave_event.event and user_id = me;
end
$$;
revoke all on function public.leave_event(uuid) from public;
grant execute on function public.leave_event(uuid) to authenticated;

/** Everybody who takes part reads `what` of the event by its title. */
create function private.tell_participants(event uuid, what text) returns void
language plpgsql
set search_path = ''
as $$
begin
  perform private.create_notification(
    recipient => user_id, type => 'system', title => what, message => events.title, priority => 'high', link => '/events/' || events.id,
    metadata => jsonb_build_object('about', jsonb_build_array(organizer_id))
  )
  from public.event_participants join public.events on events.id = event_id
  where event_id = tell_participants.event
  order by user_id;
end
$$;
revoke all on function private.tell_participants(uuid, text) from public;

/** After a block neither takes part in what the other holds, and the place is free. */
create function private.leave_blocked_events() returns trigger
language plpgsql
security definer
set search_path = ''
as $$
begin
  delete from public.event_participants
  using public.events
  where events.id = event_id
    and ((organizer_id = new.blocker_id and user_id = new.blocked_id) or (organizer_id = new.blocked_id and user_id = new.blocker_id));
  return null;
end
$$;
revoke all on function private.leave_blocked_events() from public;
-- By its name after `hide`, which locks the pair.
create trigger leave_events after insert on public.blocks
  for each row execute function private.leave_blocked_events();
