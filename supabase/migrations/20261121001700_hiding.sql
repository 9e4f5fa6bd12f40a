-- What a block does to devices: everything the two people have of each other leaves both, and comes back when the block is lifted.

/** Documents that both of two people hold and a block hides. */
create function private.shared_documents(one uuid, other uuid)
returns table (collection text, document_id text)
language sql stable
set search_path = ''
as $$
  select 'conversations', id::text from public.conversations
  where user1_id = least(one, other) and user2_id = greatest(one, other)
  union all
  select 'messages', messages.id::text
  from public.messages join public.conversations on conversations.id = messages.conversation_id
  where user1_id = least(one, other) and user2_id = greatest(one, other)
  union all
  select 'connections', id::text from public.connections
  where least(user_id, connected_user_id) = least(one, other)
    and greatest(user_id, connected_user_id) = greatest(one, other)
$$;
revoke all on function private.shared_documents(uuid, uuid) from public;

/** The same with what only one of them holds: the other's profile, and notifications the other sent. */
create function private.documents_between(one uuid, other uuid)
returns table (user_id uuid, collection text, document_id text)
language sql stable
set search_path = ''
as $$
  select person, shared.collection, shared.document_id
  from private.shared_documents(one, other) as shared, unnest(array[one, other]) as person
  union all
  select met.user_id, 'profiles', met.met_id::text from private.met_profiles as met
  where (met.user_id = one and met.met_id = other) or (met.user_id = other and met.met_id = one)
  union all
  select notifications.user_id, 'notifications', notifications.id::text from public.notifications
  where (notifications.user_id = one and notifications.sender_id = other)
    or (notifications.user_id = other and notifications.sender_id = one)
$$;
revoke all on function private.documents_between(uuid, uuid) from public;

/**
 * Until the end of the transaction nobody else writes anything between two people: what is under way is waited for, what comes later
 * sees a block that is made now. Without it a message that commits meanwhile would stay on devices.
 */
create function private.lock_pair(one uuid, other uuid) returns void
language plpgsql
set search_path = ''
as $$
begin
  perform from public.conversations
  where user1_id = least(one, other) and user2_id = greatest(one, other)
  for no key update;
  perform pg_advisory_xact_lock(private.pair_key(one, other));
end
$$;
revoke all on function private.lock_pair(uuid, uuid) from public;

create function private.hide_blocked() returns trigger
language plpgsql
security definer
set search_path = ''
as $$
declare
  collection_name text;
  people uuid[];
  documents text[];
begin
  -- What is hidden is looked for by later statements, which see what was waited for.
  perform private.lock_pair(new.blocker_id, new.blocked_id);
  for collection_name, people, documents in
    select hidden.collection, array_agg(hidden.user_id), array_agg(hidden.document_id)
    from private.documents_between(new.blocker_id, new.blocked_id) as hidden
    group by hidden.collection
  loop
    perform private.revoke_documents(collection_name, people, documents);
  end loop;
  return null;
end
$$;
revoke all on function private.hide_blocked() from public;
create trigger hide after insert on public.blocks
  for each row execute function private.hide_blocked();

/** Sends what two people share to their devices again. */
create function private.renew_versions(one uuid, other uuid) returns void
language sql volatile
set search_path = ''
as $$
  update public.conversations set row_version = 0
  where user1_id = least(one, other) and user2_id = greatest(one, other);
  update public.messages set row_version = 0
  from public.conversations
  where messages.conversation_id = conversations.id
    and user1_id = least(one, other) and user2_id = greatest(one, other);
  update public.connections set row_version = 0
  where least(user_id, connected_user_id) = least(one, other)
    and greatest(user_id, connected_user_id) = greatest(one, other);
  update public.notifications set row_version = 0
  where (user_id = one and sender_id = other) or (user_id = other and sender_id = one);
  update private.met_profiles set row_version = private.current_version()
  where (user_id = one and met_id = other) or (user_id = other and met_id = one);
$$;
revoke all on function private.renew_versions(uuid, uuid) from public;

/** Rows come back to devices with a new version, and only when no block is left in either direction. */
create function private.show_unblocked() returns trigger
language plpgsql
security definer
set search_path = ''
as $$
begin
  perform private.lock_pair(old.blocker_id, old.blocked_id);
  if private.is_blocked(old.blocker_id, old.blocked_id)
    or (select count(*) from public.profiles where id in (old.blocker_id, old.blocked_id)) < 2 then
    return null;
  end if;
  delete from public.revocations
  using private.documents_between(old.blocker_id, old.blocked_id) as shown
  where revocations.user_id = shown.user_id and revocations.collection = shown.collection
    and revocations.document_id = shown.document_id
    -- Said again: by it few are looked through, whatever the planner thinks of how much two people share.
    and revocations.user_id in (old.blocker_id, old.blocked_id);
  perform private.renew_versions(old.blocker_id, old.blocked_id);
  return null;
end
$$;
revoke all on function private.show_unblocked() from public;
create trigger show after delete on public.blocks
  for each row execute function private.show_unblocked();
