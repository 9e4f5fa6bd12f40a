-- A block as a decision. `blocks` is what hides; it and the register in `relations` follow each other, so that a block counts the same whichever way it
-- was made. The locks come before: of the two people where a block is made, of their conversations where a push brings one (`conversations_with`).

/** The block is made or lifted. Where it is as decided already nothing happens: so the two tables do not follow each other for ever. */
create function private.follow_relation() returns trigger
language plpgsql
security definer
set search_path = ''
as $$
begin
  if new.is_blocked then
    insert into public.blocks (blocker_id, blocked_id) values (new.user_id, new.other_id) on conflict do nothing;
  else
    delete from public.blocks where id = new.id;
  end if;
  return null;
end
$$;
revoke all on function private.follow_relation() from public;
create trigger follow_insert after insert on public.relations
  for each row execute function private.follow_relation();
create trigger follow_update after update on public.relations
  for each row when (old.is_blocked <> new.is_blocked) execute function private.follow_relation();

/** A block that was made or lifted by itself is a decision of now, later than the one it replaces. */
create function private.note_block() returns trigger
language plpgsql
security definer
set search_path = ''
as $$
begin
  if tg_op = 'INSERT' then
    insert into public.relations as known (user_id, other_id, is_blocked, blocked_edited_at)
    values (new.blocker_id, new.blocked_id, true, private.now_ms())
    on conflict (id) do update
      set is_blocked = true, blocked_edited_at = greatest(excluded.blocked_edited_at, known.blocked_edited_at + 1)
      where not known.is_blocked;
  elsif (select count(*) from auth.users where id in (old.blocker_id, old.blocked_id)) = 2 then
    -- With an account goes what was decided about it.
    update public.relations
    set is_blocked = false, blocked_edited_at = greatest(private.now_ms(), blocked_edited_at + 1)
    where id = old.id and is_blocked;
  end if;
  return null;
end
$$;
revoke all on function private.note_block() from public;
create trigger note_insert after insert on public.blocks
  for each row execute function private.note_block();
create trigger note_delete after delete on public.blocks
  for each row execute function private.note_block();

/** Before anything of a block is there: a push takes this lock before it writes, so neither waits for the other in a circle. */
create function private.lock_block() returns trigger
language plpgsql
security definer
set search_path = ''
as $$
begin
  perform private.lock_pair(new.blocker_id, new.blocked_id);
  return new;
end
$$;
revoke all on function private.lock_block() from public;
create trigger lock_pair before insert on public.blocks
  for each row execute function private.lock_block();

/** The caller's conversations with these people, also behind a block. */
create function private.conversations_with(people uuid[]) returns uuid[]
language sql stable security definer
set search_path = ''
as $$
  select coalesce(array_agg(conversations.id), '{}')
  from unnest(people) as other
  join public.conversations
    on user1_id = least((select auth.uid()), other) and user2_id = greatest((select auth.uid()), other)
$$;
revoke all on function private.conversations_with(uuid[]) from public;
grant execute on function private.conversations_with(uuid[]) to authenticated;
