-- Connections: asked for by one, answered by the other, exactly once. Only `request_connection` and `settle_connection` change them; the answer itself is a
-- decision of the other (`relations`, `connection_answers`).
create table public.connections (
  id uuid primary key default gen_random_uuid(),
  /** Who is asked. */
  user_id uuid not null references public.profiles (id) on delete cascade,
  /** Who asks. */
  connected_user_id uuid not null references public.profiles (id) on delete cascade,
  status text not null default 'pending',
  created_at timestamptz not null default now(),
  updated_at timestamptz not null default now(),
  row_version bigint not null default 0,
  constraint connections_two_people check (user_id <> connected_user_id),
  constraint connections_status_known check (status in ('none', 'pending', 'connected', 'rejected'))
);
create unique index connections_one_per_pair
  on public.connections (least(user_id, connected_user_id), greatest(user_id, connected_user_id));
create index connections_user_index on public.connections (user_id, row_version, id);
create index connections_connected_user_index on public.connections (connected_user_id, row_version, id);

alter table public.connections enable row level security;
grant select on public.connections to authenticated;
grant select, insert, update, delete on public.connections to service_role;
create policy "both sides read their connection but one hidden by a block" on public.connections
  for select to authenticated
  using (
    (user_id = (select auth.uid()) and connected_user_id <> all ((select private.hidden_people())::uuid[]))
    or (connected_user_id = (select auth.uid()) and user_id <> all ((select private.hidden_people())::uuid[]))
  );

create trigger row_version before insert or update on public.connections
  for each row execute function private.set_row_version_and_updated_at();
create trigger poke_insert after insert on public.connections
  referencing new table as changed for each statement execute function private.poke('connections', 'user_id', 'connected_user_id');
create trigger poke_update after update on public.connections
  referencing new table as changed for each statement execute function private.poke('connections', 'user_id', 'connected_user_id');

create function private.meet_connected() returns trigger
language plpgsql
security definer
set search_path = ''
as $$
begin
  perform private.meet(
    array_agg(user_id) || array_agg(connected_user_id), array_agg(connected_user_id) || array_agg(user_id)
  ) from changed;
  return null;
end
$$;
revoke all on function private.meet_connected() from public;
create trigger meet_connected after insert on public.connections
  referencing new table as changed for each statement execute function private.meet_connected();

create function private.revoke_connections() returns trigger
language plpgsql
security definer
set search_path = ''
as $$
begin
  perform private.revoke_documents(
    'connections', array_agg(user_id) || array_agg(connected_user_id), array_agg(id::text) || array_agg(id::text)
  ) from before;
  return null;
end
$$;
revoke all on function private.revoke_connections() from public;
create trigger revoke_deleted after delete on public.connections
  referencing old table as before for each statement execute function private.revoke_connections();

/** Who may ask for connections: with premium, or a woman whose phone is verified (DESIGN §7). */
create function private.may_request_connections(person uuid) returns boolean
language sql stable
set search_path = ''
as $$
  select private.has_premium(person) or (
    private.is_phone_verified(person)
    and exists (select from public.profile_private where user_id = person and gender = 'female')
  )
$$;
revoke all on function private.may_request_connections(uuid) from public;

/** How many people somebody asks for a connection in 24 hours: CONNECTION_REQUESTS_PER_DAY of src/domain/limits.ts. */
create function private.connection_requests_per_day() returns integer
language sql immutable
set search_path = ''
return 30;
revoke all on function private.connection_requests_per_day() from public;

/**
 * Asks for a connection, or takes the existing one up; the recipient is told. Who was turned down does not ask again; who turned the other down may. Refusals: P0001
 * with the code as its hint.
 */
create function public.request_connection(recipient uuid) returns public.connections
language plpgsql
security definer
set search_path = ''
as $$
declare
  me uuid := (select auth.uid());
  asker public.profiles;
  connection public.connections;
begin
  if me is null then
    raise exception 'sign in to ask for a connection' using errcode = 'insufficient_privilege';
  end if;
  if recipient is null or recipient = me then
    raise exception 'nobody to connect with' using hint = 'connection_invalid';
  end if;
  perform private.lock_pair(me, recipient);
  if not private.is_adult(me) then
    raise exception 'connections are for adults' using hint = 'adult_required';
  end if;
  if not private.may_request_connections(me) then
    raise exception 'asking for connections needs premium' using hint = 'premium_required';
  end if;
  -- Whoever is no adult cannot be asked, and nobody learns who that is
  if not private.is_adult(recipient) or private.is_blocked(me, recipient) then
    raise exception 'no such person' using hint = 'connection_not_found';
  end if;

  insert into public.connections (user_id, connected_user_id, status) values (recipient, me, 'pending')
  on conflict (least(user_id, connected_user_id), greatest(user_id, connected_user_id)) do nothing
  returning * into connection;
  if found then
    if private.connection_requests_per_day() < (
      select count(*) from public.connections where connected_user_id = me and created_at > now() - interval '1 day'
    ) then
      raise exception 'enough for a day' using hint = 'too_many_requests';
    end if;
  else
    select * into connection from public.connections
    where least(user_id, connected_user_id) = least(recipient, me)
      and greatest(user_id, connected_user_id) = greatest(recipient, me)
    for update;
    if connection.status <> 'none' and not (connection.status = 'rejected' and connection.user_id = me) then
      return connection;
    end if;
    update public.connections set user_id = recipient, connected_user_id = me, status = 'pending'
    where id = connection.id
    returning * into connection;
  end if;
  -- What was answered before is no answer to this one.
  update public.relations
  set connection_answer = 'none', answered_at = greatest(private.now_ms(), answered_at + 1)
  where id = recipient::text || '|' || me::text and connection_answer <> 'none';

  select * into asker from public.profiles where id = me;
  perform private.create_notification(
    recipient => request_connection.recipient,
    type => 'connection_request',
    title => '接続リクエストが届きました',
    message => asker.username || 'さんから接続リクエストが届いています。',
    priority => 'high',
    link => '/matching',
    metadata => jsonb_build_object('connection_data', jsonb_strip_nulls(jsonb_build_object(
      'connection_id', connection.id,
      'sender_id', me,
      'sender_username', asker.username,
      'sender_avatar_url', asker.avatar_url,
      'matching_score', (
        select (offer ->> 'score')::integer from public.relations where relations.id = recipient::text || '|' || me::text
      ),
      'status', 'pending',
      'action_required', true,
      'request_date', connection.updated_at
    ))),
    sender => me,
    notification_group => 'connection:' || connection.id
  );
  return connection;
end
$$;
revoke all on function public.request_connection(uuid) from public;
grant execute on function public.request_connection(uuid) to authenticated;

/** What an answer does: the connection, the conversation of an accepted one, the request's notification, and the requester who is told. */
create function private.settle_connection(connection_id uuid, accept boolean) returns public.connections
language plpgsql
security definer
set search_path = ''
as $$
declare
  answerer public.profiles;
  connection public.connections;
  conversation_id uuid;
begin
  update public.connections set status = case when accept then 'connected' else 'rejected' end
  where id = connection_id
  returning * into connection;
  if accept then
    conversation_id := private.open_conversation(connection.user_id, connection.connected_user_id);
  end if;

  update public.notifications
  set
    is_read = true,
    metadata = jsonb_set(
      jsonb_set(metadata, '{connection_data,status}', to_jsonb(connection.status)), '{connection_data,action_required}', 'false'
    )
  where user_id = connection.user_id and type = 'connection_request' and notification_group = 'connection:' || connection.id
    and metadata -> 'connection_data' ->> 'status' = 'pending';

  select * into answerer from public.profiles where id = connection.user_id;
  perform private.create_notification(
    recipient => connection.connected_user_id,
    type => case when accept then 'connection_accepted' else 'connection_rejected' end,
    title => case when accept then '接続リクエストが承認されました' else '接続リクエストの結果' end,
    message => case
      when accept then answerer.username || 'さんがあなたの接続リクエストを承認しました。'
      else answerer.username || 'さんは今回の接続リクエストを見送りました。'
    end,
    priority => 'high',
    link => case when accept then '/messages/' || conversation_id else '/matching' end,
    metadata => jsonb_build_object('connection_data', jsonb_strip_nulls(jsonb_build_object(
      'connection_id', connection.id,
      'sender_id', answerer.id,
      'sender_username', answerer.username,
      'sender_avatar_url', answerer.avatar_url,
      'status', connection.status,
      'action_required', false,
      'request_date', connection.created_at
    ))) || case
      when accept then jsonb_build_object('message_data', jsonb_build_object('conversation_id', conversation_id))
      else '{}'
    end,
    sender => answerer.id
  );
  return connection;
end
$$;
revoke all on function private.settle_connection(uuid, boolean) from public;
