-- Events that people hold, online or somewhere. Everybody reads them, only who holds one (the organizer) changes it. Who takes part is in `event_participants`.

/** As a name, with lines and tabs, and it may be empty. */
create function private.is_plain_text(given text) returns boolean
language sql immutable
set search_path = ''
return given !~ '[\u0001-\u0008\u000b-\u001f\u007f-\u009f\u061c\u200e\u200f\u2028-\u202e\u2060-\u2069\ufeff]';

create table public.events (
  /** Made by the organizer's device, so that what is said twice is kept once. */
  id uuid primary key,
  organizer_id uuid not null references public.profiles (id) on delete cascade,
  title text not null,
  description text not null default '',
  starts_at timestamptz not null,
  ends_at timestamptz not null,
  is_online boolean not null,
  /** Empty online. */
  place text not null default '',
  /** How many may take part beside the organizer; null for any number. */
  capacity integer,
  /** Kept by `event_participants`. */
  participant_count integer not null default 0,
  cancelled_at timestamptz,
  created_at timestamptz not null default now(),
  /** When the organizer last changed it. */
  updated_at timestamptz not null default now(),
  constraint events_title_trimmed check (title = btrim(title)),
  constraint events_title_length check (length(title) <= 100),
  constraint events_title_plain check (private.is_plain_name(title)),
  constraint events_description_length check (length(description) <= 4000),
  constraint events_description_plain check (private.is_plain_text(description)),
  constraint events_times_in_order check (starts_at < ends_at),
  constraint events_times_near check (ends_at <= starts_at + interval '31 days'),
  constraint events_place_or_online check (is_online = (place = '')),
  constraint events_place_length check (length(place) <= 200),
  constraint events_place_plain check (place = '' or private.is_plain_name(place)),
  constraint events_capacity_sensible check (capacity between 1 and 10000),
  constraint events_participants_fit check (participant_count >= 0 and participant_count <= coalesce(capacity, participant_count))
);
create trigger compose before insert or update of title, description, place on public.events
  for each row when (new.title is not nfc normalized or new.description is not nfc normalized or new.place is not nfc normalized) execute function private.compose('title', 'description', 'place');
create index events_organizer_index on public.events (organizer_id, created_at);
create index events_starts_at_index on public.events (starts_at, id);
create index events_ends_at_index on public.events (ends_at, id);

alter table public.events enable row level security;
grant select on public.events to anon, authenticated;
grant select, insert, update, delete on public.events to service_role;
create policy "visitors read events" on public.events for select to anon using (true);
create policy "members read events but those of people hidden by a block" on public.events
  for select to authenticated using (organizer_id <> all ((select private.hidden_people())::uuid[]));

/** Where an online event is: a row of its own, since only those who take part and the organizer read it (policy in `event_participants`). */
create table public.event_links (
  event_id uuid primary key references public.events (id) on delete cascade,
  url text not null,
  constraint event_links_url_length check (length(url) <= 2000),
  /** No name before the host: `https://known.example@evil.example` is read as the known. */
  constraint event_links_url_web check (url ~* '^https?://[^\s/?#@:[\]\\]+(:\d{1,5})?([/?#]\S*)?$' and private.is_plain_name(url))
);
alter table public.event_links enable row level security;
grant select on public.event_links to authenticated;
grant select, insert, update, delete on public.event_links to service_role;

/** The hint by which an event as it is given is refused, null when it may be held: texts trimmed, `url` empty for none. What time may change is not asked here. */
create function private.event_problem(given public.events, url text) returns text
language sql stable
set search_path = ''
return case
  when given.title = '' then 'title_missing'
  when length(given.title) > 100 then 'title_too_long'
  when not private.is_plain_name(given.title) then 'title_invalid'
  when length(given.description) > 4000 then 'description_too_long'
  when not private.is_plain_text(given.description) then 'description_invalid'
  when given.starts_at is null or not isfinite(given.starts_at) then 'start_missing'
  when given.ends_at is null or not isfinite(given.ends_at) then 'end_missing'
  when given.ends_at <= given.starts_at then 'end_before_start'
  when given.ends_at > given.starts_at + interval '31 days' then 'event_too_long'
  when given.starts_at > now() + interval '366 days' then 'start_too_far'
  when given.is_online is null or not given.is_online and given.place = '' then 'place_missing'
  when length(given.place) > 200 then 'place_too_long'
  when given.place <> '' and not private.is_plain_name(given.place) then 'place_invalid'
  when url <> '' and not (length(url) <= 2000 and url ~* '^https?://[^\s/?#@:[\]\\]+(:\d{1,5})?([/?#]\S*)?$' and private.is_plain_name(url)) then 'url_invalid'
  when given.capacity not between 1 and 10000 then 'capacity_invalid'
end;
revoke all on function private.event_problem(public.events, text) from public;

/**
 * Makes the caller's event of this id what is given, and makes it where there is none. Those who take part are told when time or place changed. Refusals: 42501 for nobody; P0001 with a hint of
 * `private.event_problem` or `start_past` (of a start that is new), `end_past`, `event_not_found` (somebody else's), `event_cancelled`, `event_over`, `capacity_below` (fewer
 * than take part), `too_many`: five new ones an hour, `event_changed`. `seen_at`: the `updated_at` of what was changed; when it has been changed since, to something else, that is
 * refused. Null: whatever stands there now.
 */
create function public.save_event(
  event uuid, title text, description text, starts_at timestamptz, ends_at timestamptz, is_online boolean, place text, url text, capacity integer,
  seen_at timestamptz default null
) returns void
language plpgsql
security definer
set search_path = ''
as $$
declare
  me constant uuid := (select auth.uid());
  known public.events;
  given public.events;
  link constant text := case when save_event.is_online then btrim(coalesce(save_event.url, ''), E' \t\r\n\u3000') else '' end;
  is_known boolean;
  problem text;
begin
  if me is null then
    raise exception 'sign in to hold an event' using errcode = 'insufficient_privilege';
  end if;
  -- One after the other, so that what is counted below stays so, and the same id comes once.
  perform pg_advisory_xact_lock(hashtextextended('events of ' || me, 0));
  select * into known from public.events where id = save_event.event for update;
  given := known;
  given.id := save_event.event;
  given.organizer_id := coalesce(known.organizer_id, me);
  given.title := btrim(normalize(coalesce(save_event.title, ''), NFC), E' \t\r\n\u3000');
  given.description := btrim(replace(normalize(coalesce(save_event.description, ''), NFC), E'\r\n', E'\n'), E' \t\r\n\u3000');
  given.starts_at := save_event.starts_at;
  given.ends_at := save_event.ends_at;
  given.is_online := save_event.is_online;
  given.place := case when save_event.is_online then '' else btrim(normalize(coalesce(save_event.place, ''), NFC), E' \t\r\n\u3000') end;
  given.capacity := save_event.capacity;
  is_known := given is not distinct from known
    and link = coalesce((select held.url from public.event_links as held where held.event_id = known.id), '');
  problem := case
    when given.organizer_id <> me then 'event_not_found'
    when known.cancelled_at is not null then 'event_cancelled'
    when known.ends_at <= now() then 'event_over'
    else coalesce(
      private.event_problem(given, link),
      case
        when given.starts_at is distinct from known.starts_at and given.starts_at <= now() then 'start_past'
        when given.ends_at <= now() then 'end_past'
        when given.capacity < known.participant_count then 'capacity_below'
        when not is_known and known.updated_at <> save_event.seen_at then 'event_changed'
        when known.id is null and (
          select count(*) from public.events as made where made.organizer_id = me and made.created_at > now() - interval '1 hour'
        ) >= 5 then 'too_many'
      end
    )
  end;
  if problem is not null then
    raise exception 'this event is not held: %', problem using hint = problem;
  end if;
  -- Nothing new, or the answer to the first time was lost.
  if is_known then
    return;
  end if;
  insert into public.events (id, organizer_id, title, description, starts_at, ends_at, is_online, place, capacity)
  values (given.id, me, given.title, given.description, given.starts_at, given.ends_at, given.is_online, given.place, given.capacity)
  on conflict (id) do update set
    title = excluded.title, description = excluded.description, starts_at = excluded.starts_at, ends_at = excluded.ends_at,
    is_online = excluded.is_online, place = excluded.place, capacity = excluded.capacity, updated_at = now();
  delete from public.event_links where event_id = given.id and event_links.url <> link;
  if link <> '' then
    insert into public.event_links (event_id, url) values (given.id, link) on conflict do nothing;
  end if;
  if (known.starts_at, known.ends_at, known.is_online, known.place) is distinct from (given.starts_at, given.ends_at, given.is_online, given.place) then
    perform private.tell_participants(given.id, '参加予定のイベントの日時か場所が変わりました');
  end if;
end
$$;
revoke all on function public.save_event(uuid, text, text, timestamptz, timestamptz, boolean, text, text, integer, timestamptz) from public;
grant execute on function public.save_event(uuid, text, text, timestamptz, timestamptz, boolean, text, text, integer, timestamptz) to authenticated;

/** Says that the caller's event is not held after all, for good; said again it changes nothing. Refusals: 42501 for nobody; P0001 with the hint `event_not_found` (also somebody else's) or `event_over`. */
create function public.cancel_event(event uuid) returns void
language plpgsql
security definer
set search_path = ''
as $$
declare
  me constant uuid := (select auth.uid());
  known public.events;
begin
  if me is null then
    raise exception 'sign in to cancel an event' using errcode = 'insufficient_privilege';
  end if;
  select * into known from public.events where id = cancel_event.event and organizer_id = me for update;
  if not found then
    raise exception 'no such event of yours' using hint = 'event_not_found';
  end if;
  if known.cancelled_at is not null then
    return;
  end if;
  if known.ends_at <= now() then
    raise exception 'it is over' using hint = 'event_over';
  end if;
  update public.events set cancelled_at = now(), updated_at = now() where id = known.id;
  perform private.tell_participants(known.id, '参加予定のイベントが中止になりました');
end
$$;
revoke all on function public.cancel_event(uuid) from public;
grant execute on function public.cancel_event(uuid) to authenticated;
