-- Messages: written once by their sender; what happens to one after that is that its sender takes it back. `seq` is the server's order;
-- within a conversation it is the order of commit. One that was taken back before it arrived has `seq` 0: nobody else ever learns of it.
create sequence private.message_seq as bigint cache 1;

create table public.messages (
  /** Made by the sending device (UUIDv7), so that a repeated push writes nothing twice. */
  id uuid primary key default gen_random_uuid(),
  conversation_id uuid not null references public.conversations (id) on delete cascade,
  sender_id uuid not null default auth.uid() references public.profiles (id) on delete cascade,
  recipient_id uuid not null references public.profiles (id) on delete cascade,
  body text not null,
  seq bigint not null default 0,
  is_deleted boolean not null default false,
  /** Ms since the epoch, by the sending device. */
  sent_at bigint not null,
  created_at timestamptz not null default now(),
  row_version bigint not null default 0,
  constraint messages_body_present check (is_deleted or private.has_words(body)),
  constraint messages_taken_back_empty check (not is_deleted or body = ''),
  constraint messages_body_length check (length(body) <= 10000),
  -- What is far before that no page could show as a date
  constraint messages_sent_at_positive check (sent_at >= 0)
);
create trigger compose before insert or update of body on public.messages
  for each row when (new.body is not nfc normalized) execute function private.compose('body');
create index messages_conversation_index on public.messages (conversation_id, seq);
create index messages_sender_index on public.messages (sender_id, row_version, id);
create index messages_recipient_index on public.messages (recipient_id, row_version, id);

alter table public.messages enable row level security;
grant select, insert (id, conversation_id, sender_id, body, sent_at, is_deleted), update (is_deleted)
  on public.messages to authenticated;
grant select, insert, update, delete on public.messages to service_role;
create policy "both sides read messages that arrived but those hidden by a block" on public.messages
  for select to authenticated
  using (
    (sender_id = (select auth.uid()) and recipient_id <> all ((select private.hidden_people())::uuid[]))
    or (recipient_id = (select auth.uid()) and seq > 0 and sender_id <> all ((select private.hidden_people())::uuid[]))
  );
create policy "one writes for oneself" on public.messages
  for insert to authenticated with check (sender_id = (select auth.uid()));
create policy "one takes back one's own" on public.messages
  for update to authenticated using (sender_id = (select auth.uid())) with check (sender_id = (select auth.uid()) and is_deleted);

/**
 * May a member write to another? Only an adult to an adult, and a second time only one whose age an admin has checked. Raises where not; of the
 * other's age nothing is told. The conversation is locked by the caller.
 */
create function private.check_sender(sender uuid, recipient uuid, conversation uuid) returns void
language plpgsql
set search_path = ''
as $$
begin
  if not private.is_adult(sender) then
    raise exception 'writing is for adults'
      using errcode = 'check_violation', constraint = 'message_adult', table = 'messages';
  end if;
  if not private.is_adult(recipient) then
    raise exception 'this conversation is closed'
      using errcode = 'check_violation', constraint = 'conversation_blocked', table = 'messages';
  end if;
  if not private.is_id_verified(sender)
    and exists (select from public.messages where conversation_id = conversation and sender_id = sender and seq > 0) then
    raise exception 'the second message needs a checked age'
      using errcode = 'check_violation', constraint = 'message_age_checked', table = 'messages';
  end if;
end
$$;
revoke all on function private.check_sender(uuid, uuid, uuid) from public;

/** Locks the conversation until the end of the transaction: whoever gets the higher `seq` also commits later. */
create function private.receive_message() returns trigger
language plpgsql
security definer
set search_path = ''
as $$
declare
  conversation public.conversations;
begin
  select * into conversation from public.conversations where id = new.conversation_id for no key update;
  if not found then
    raise exception 'no such conversation'
      using errcode = 'foreign_key_violation', constraint = 'messages_conversation_id_fkey', table = 'messages';
  end if;
  if new.sender_id is null or new.sender_id not in (conversation.user1_id, conversation.user2_id) then
    raise exception 'only participants write into a conversation' using errcode = 'insufficient_privilege';
  end if;
  new.recipient_id := case when new.sender_id = conversation.user1_id then conversation.user2_id else conversation.user1_id end;
  if (not conversation.is_active and not new.is_deleted) or private.is_blocked(new.sender_id, new.recipient_id) then
    raise exception 'this conversation is closed'
      using errcode = 'check_violation', constraint = 'conversation_blocked', table = 'messages';
  end if;
  -- What the service writes is not a member's.
  if not new.is_deleted and (select auth.uid()) is not null then
    perform private.check_sender(new.sender_id, new.recipient_id, new.conversation_id);
  end if;
  if new.is_deleted then
    new.seq := 0;
    new.body := '';
  else
    new.seq := nextval('private.message_seq');
  end if;
  new.sent_at := least(new.sent_at, private.now_ms());
  return new;
end
$$;
revoke all on function private.receive_message() from public;
create trigger receive before insert on public.messages
  for each row execute function private.receive_message();

/** What was taken back stays so, and nothing of its text is kept. */
create function private.empty_message() returns trigger
language plpgsql
set search_path = ''
as $$
begin
  new.is_deleted := new.is_deleted or old.is_deleted;
  new.body := case when new.is_deleted then '' else new.body end;
  return new;
end
$$;
create trigger empty before update on public.messages
  for each row execute function private.empty_message();
create trigger row_version before insert or update on public.messages
  for each row execute function private.set_row_version();

/** What a notification says about the message that it quotes. */
create function private.quote_of(conversation_id uuid, message_id uuid) returns jsonb
language sql immutable
set search_path = ''
return jsonb_build_object('message_data', jsonb_build_object('conversation_id', conversation_id, 'message_id', message_id));

/** What a message changes beside itself: the conversation, and one unread notification per conversation for the recipient. */
create function private.deliver_messages() returns trigger
language plpgsql
security definer
set search_path = ''
as $$
begin
  update public.conversations
  set
    last_message_time = greatest(last_message_time, arrived.latest),
    user1_unread_count = user1_unread_count + arrived.for_user1,
    user2_unread_count = user2_unread_count + arrived.for_user2
  from (
    select
      changed.conversation_id,
      max(changed.created_at) as latest,
      count(*) filter (where changed.recipient_id = conversations.user1_id) as for_user1,
      count(*) filter (where changed.recipient_id = conversations.user2_id) as for_user2
    from changed join public.conversations on conversations.id = changed.conversation_id
    where not changed.is_deleted
    group by changed.conversation_id
  ) as arrived
  where conversations.id = arrived.conversation_id;

  perform private.create_notification(
    recipient => latest.recipient_id,
    type => 'message',
    title => senders.username || 'さんからメッセージ',
    message => left(latest.body, 100),
    link => '/messages/' || latest.conversation_id,
    metadata => private.quote_of(latest.conversation_id, latest.id),
    sender => latest.sender_id,
    notification_group => 'conversation:' || latest.conversation_id
  )
  from (
    select distinct on (conversation_id, recipient_id) * from changed
    where not is_deleted
    order by conversation_id, recipient_id, seq desc
  ) as latest
  join public.profiles as senders on senders.id = latest.sender_id;
  return null;
end
$$;
revoke all on function private.deliver_messages() from public;
create trigger deliver after insert on public.messages
  referencing new table as changed for each statement execute function private.deliver_messages();

/**
 * A message that had arrived was taken back: it counts no longer, and a notification that quotes it quotes the latest that still waits,
 * or goes.
 */
create function private.withdraw_messages() returns trigger
language plpgsql
security definer
set search_path = ''
as $$
declare
  withdrawn uuid[] := array(
    select changed.id from before join changed using (id) where changed.is_deleted and not before.is_deleted
  );
begin
  if withdrawn = '{}' then
    return null;
  end if;
  update public.conversations
  set
    last_message_time = (
      select messages.created_at from public.messages
      where messages.conversation_id = conversations.id and not messages.is_deleted
      order by messages.seq desc
      limit 1
    ),
    user1_unread_count = (
      select count(*) from public.messages
      where messages.conversation_id = conversations.id and messages.recipient_id = conversations.user1_id
        and messages.seq > conversations.user1_read_seq and not messages.is_deleted
    ),
    user2_unread_count = (
      select count(*) from public.messages
      where messages.conversation_id = conversations.id and messages.recipient_id = conversations.user2_id
        and messages.seq > conversations.user2_read_seq and not messages.is_deleted
    )
  where conversations.id in (select changed.conversation_id from changed where changed.id = any (withdrawn));

  with quoting as (
    select notifications.id, notifications.is_read, changed.conversation_id, changed.recipient_id
    from changed
    join public.notifications
      on notifications.user_id = changed.recipient_id and notifications.created_at >= changed.created_at
      and notifications.type = 'message'
      and notifications.metadata #>> '{message_data,message_id}' = changed.id::text
    where changed.id = any (withdrawn)
  ), waiting as (
    select distinct on (quoting.id) quoting.id, messages.id as message_id, messages.body, messages.conversation_id
    from quoting
    join public.conversations on conversations.id = quoting.conversation_id
    join public.messages
      on messages.conversation_id = quoting.conversation_id and messages.recipient_id = quoting.recipient_id
      and not messages.is_deleted
      and messages.seq > case
        when quoting.recipient_id = conversations.user1_id then conversations.user1_read_seq else conversations.user2_read_seq
      end
    where not quoting.is_read
    order by quoting.id, messages.seq desc
  ), requoted as (
    update public.notifications
    set message = left(waiting.body, 100), metadata = private.quote_of(waiting.conversation_id, waiting.message_id)
    from waiting
    where notifications.id = waiting.id
    returning notifications.id
  )
  delete from public.notifications
  where id in (select quoting.id from quoting) and id not in (select waiting.id from waiting);
  return null;
end
$$;
revoke all on function private.withdraw_messages() from public;
create trigger withdraw after update on public.messages
  referencing old table as before new table as changed for each statement execute function private.withdraw_messages();
create trigger poke_insert after insert on public.messages
  referencing new table as changed for each statement execute function private.poke('messages', 'sender_id', 'recipient_id');
create trigger poke_update after update on public.messages
  referencing new table as changed for each statement execute function private.poke('messages', 'sender_id', 'recipient_id');

create function private.revoke_messages() returns trigger
language plpgsql
security definer
set search_path = ''
as $$
begin
  perform private.revoke_documents(
    'messages', array_agg(sender_id) || array_agg(recipient_id), array_agg(id::text) || array_agg(id::text)
  ) from before;
  return null;
end
$$;
revoke all on function private.revoke_messages() from public;
create trigger revoke_deleted after delete on public.messages
  referencing old table as before for each statement execute function private.revoke_messages();

/** Locks conversations in the order of their ids, so that two pushes into several conversations cannot deadlock. */
create function private.lock_conversations(ids uuid[]) returns void
language plpgsql
security definer
set search_path = ''
as $$
begin
  perform id from public.conversations
  where id = any (ids) and (select auth.uid()) in (user1_id, user2_id)
  order by id for no key update;
end
$$;
revoke all on function private.lock_conversations(uuid[]) from public;
grant execute on function private.lock_conversations(uuid[]) to authenticated;

/** The caller has read their conversations up to these messages (parallel arrays); a mark never goes back, nor past the last message. */
create function private.mark_conversations_read(ids uuid[], read_seqs bigint[]) returns void
language plpgsql
security definer
set search_path = ''
as $$
declare
  me uuid := (select auth.uid());
begin
  perform private.lock_conversations(ids);
  -- A statement of its own: it must see the messages that came before the locks were given.
  with marks as (
    select
      conversations.id,
      conversations.user1_id = me as is_user1,
      least(
        max(mark.read_seq),
        (select coalesce(max(messages.seq), 0) from public.messages where messages.conversation_id = conversations.id)
      ) as read_seq
    from unnest(ids, read_seqs) as mark (id, read_seq)
    join public.conversations on conversations.id = mark.id
    where me in (conversations.user1_id, conversations.user2_id)
    group by conversations.id
  ), raised as (
    select
      marks.*,
      (
        select count(*) from public.messages
        where messages.conversation_id = marks.id and messages.recipient_id = me and messages.seq > marks.read_seq
          and not messages.is_deleted
      ) as unread
    from marks join public.conversations using (id)
    where marks.read_seq > case when is_user1 then conversations.user1_read_seq else conversations.user2_read_seq end
  )
  update public.conversations
  set
    user1_read_seq = case when raised.is_user1 then raised.read_seq else user1_read_seq end,
    user1_unread_count = case when raised.is_user1 then raised.unread else user1_unread_count end,
    user2_read_seq = case when raised.is_user1 then user2_read_seq else raised.read_seq end,
    user2_unread_count = case when raised.is_user1 then user2_unread_count else raised.unread end
  from raised
  where conversations.id = raised.id;
end
$$;
revoke all on function private.mark_conversations_read(uuid[], bigint[]) from public;
grant execute on function private.mark_conversations_read(uuid[], bigint[]) to authenticated;
