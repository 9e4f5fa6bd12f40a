-- A connection request is answered by a decision about who asked. The first answer that reaches the server is the one.

/** The answer reaches the connection, where it still waits for one; behind a block not before its end. */
create function private.settle_answer(answerer uuid, asker uuid) returns void
language sql volatile
set search_path = ''
as $$
  select private.settle_connection(connections.id, relations.connection_answer = 'accept')
  from public.connections
  join public.relations on relations.id = answerer::text || '|' || asker::text and relations.connection_answer <> 'none'
  where connections.user_id = answerer and connections.connected_user_id = asker and connections.status = 'pending'
    and not private.is_blocked(answerer, asker)
$$;
revoke all on function private.settle_answer(uuid, uuid) from public;

create function private.follow_answer() returns trigger
language plpgsql
security definer
set search_path = ''
as $$
begin
  perform private.settle_answer(new.user_id, new.other_id);
  return null;
end
$$;
revoke all on function private.follow_answer() from public;
create trigger answer_insert after insert on public.relations
  for each row when (new.connection_answer <> 'none') execute function private.follow_answer();
create trigger answer_update after update on public.relations
  for each row when (new.connection_answer <> 'none' and old.answered_at <> new.answered_at) execute function private.follow_answer();

create function private.answer_after_block() returns trigger
language plpgsql
security definer
set search_path = ''
as $$
begin
  if (select count(*) from auth.users where id in (old.blocker_id, old.blocked_id)) = 2 then
    perform private.settle_answer(old.blocker_id, old.blocked_id);
    perform private.settle_answer(old.blocked_id, old.blocker_id);
  end if;
  return null;
end
$$;
revoke all on function private.answer_after_block() from public;
create trigger answer_delete after delete on public.blocks
  for each row execute function private.answer_after_block();
