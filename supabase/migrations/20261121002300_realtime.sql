-- Who hears what on Realtime: a signed-in person their own channel `user:<id>`, where only the database speaks; and the two sides of an
-- active conversation without a block its channel `conversation:<id>`, where they tell each other that they are there and typing.
create policy "one hears one's own pokes" on realtime.messages
  for select to authenticated
  using (
    realtime.messages.extension = 'broadcast'
    and (select realtime.topic()) = 'user:' || (select auth.uid())::text
  );

/** Is the topic that Realtime asks about an active conversation of the caller's, without a block? */
create function private.talks_here() returns boolean
language sql stable
set search_path = ''
as $$
  -- Row level security leaves the caller's own conversations that no block hides.
  select exists (
    select from public.conversations
    where is_active and id = case
      when realtime.topic() ~ '^conversation:[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$'
      then substr(realtime.topic(), length('conversation:') + 1)::uuid
    end
  )
$$;
revoke all on function private.talks_here() from public;
grant execute on function private.talks_here() to authenticated;

-- Realtime asks at the join and at each new token: who is blocked meanwhile hears until then, but nothing, for the other side has left.
create policy "participants hear their conversation" on realtime.messages
  for select to authenticated
  using (realtime.messages.extension in ('broadcast', 'presence') and (select private.talks_here()));
create policy "participants speak in their conversation" on realtime.messages
  for insert to authenticated
  with check (realtime.messages.extension in ('broadcast', 'presence') and (select private.talks_here()));
