-- Two people and what they wrote to each other. Conversations come from accepted connections; unread counts and times from messages.
create table public.conversations (
  id uuid primary key default gen_random_uuid(),
  user1_id uuid not null references public.profiles (id) on delete cascade,
  user2_id uuid not null references public.profiles (id) on delete cascade,
  last_message_time timestamptz,
  is_active boolean not null default true,
  user1_unread_count integer not null default 0,
  user2_unread_count integer not null default 0,
  /** Highest `seq` that each side has read. */
  user1_read_seq bigint not null default 0,
  user2_read_seq bigint not null default 0,
  created_at timestamptz not null default now(),
  row_version bigint not null default 0,
  constraint conversations_pair_in_order check (user1_id < user2_id),
  constraint conversations_one_per_pair unique (user1_id, user2_id)
);
create index conversations_user1_index on public.conversations (user1_id, row_version, id);
create index conversations_user2_index on public.conversations (user2_id, row_version, id);

alter table public.conversations enable row level security;
grant select on public.conversations to authenticated;
grant select, insert, update, delete on public.conversations to service_role;
create policy "participants read conversations that no block hides" on public.conversations
  for select to authenticated
  using (
    (user1_id = (select auth.uid()) and user2_id <> all ((select private.hidden_people())::uuid[]))
    or (user2_id = (select auth.uid()) and user1_id <> all ((select private.hidden_people())::uuid[]))
  );

create trigger row_version before insert or update on public.conversations
  for each row execute function private.set_row_version();
create trigger poke_insert after insert on public.conversations
  referencing new table as changed for each statement execute function private.poke('conversations', 'user1_id', 'user2_id');
create trigger poke_update after update on public.conversations
  referencing new table as changed for each statement execute function private.poke('conversations', 'user1_id', 'user2_id');

create function private.meet_partners() returns trigger
language plpgsql
security definer
set search_path = ''
as $$
begin
  perform private.meet(array_agg(user1_id) || array_agg(user2_id), array_agg(user2_id) || array_agg(user1_id)) from changed;
  return null;
end
$$;
revoke all on function private.meet_partners() from public;
create trigger meet_partners after insert on public.conversations
  referencing new table as changed for each statement execute function private.meet_partners();

/** A deleted account takes its conversations with it, from the other side's devices too. */
create function private.revoke_conversations() returns trigger
language plpgsql
security definer
set search_path = ''
as $$
begin
  perform private.revoke_documents(
    'conversations', array_agg(user1_id) || array_agg(user2_id), array_agg(id::text) || array_agg(id::text)
  ) from before;
  return null;
end
$$;
revoke all on function private.revoke_conversations() from public;
create trigger revoke_deleted after delete on public.conversations
  referencing old table as before for each statement execute function private.revoke_conversations();

/** The conversation of two people, made or taken up again. */
create function private.open_conversation(one uuid, other uuid) returns uuid
language sql volatile
set search_path = ''
as $$
  insert into public.conversations (user1_id, user2_id)
  values (least(one, other), greatest(one, other))
  on conflict (user1_id, user2_id) do update set is_active = true
  returning id
$$;
revoke all on function private.open_conversation(uuid, uuid) from public;
