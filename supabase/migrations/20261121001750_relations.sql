-- What a person decided about another, as their devices hold it: whether they block them, and when they last meant so. `blocks` is what
-- hides; each of the two follows the other, so that a block counts the same whichever way it was made.
create table public.relations (
  id text collate "C" generated always as (user_id::text || '|' || other_id::text) stored primary key,
  user_id uuid not null references public.profiles (id) on delete cascade,
  other_id uuid not null references public.profiles (id) on delete cascade,
  /** What the other was called when this was decided: devices lose the profile of who is blocked. */
  other_username text not null default '',
  is_blocked boolean not null,
  /** Ms since the epoch. */
  blocked_edited_at bigint not null,
  row_version bigint not null default 0,
  constraint relations_not_oneself check (user_id <> other_id),
  constraint relations_blocked_edited_at_positive check (blocked_edited_at >= 0)
);
create index relations_row_version_index on public.relations (user_id, row_version, id);
create index relations_other_id_index on public.relations (other_id);

-- Written by `store_relations` alone, which takes the locks first.
alter table public.relations enable row level security;
grant select on public.relations to authenticated;
grant select, insert, update, delete on public.relations to service_role;
create policy "one reads what one decided" on public.relations
  for select to authenticated using (user_id = (select auth.uid()));

create function private.name_other() returns trigger
language plpgsql
security definer
set search_path = ''
as $$
begin
  if tg_op = 'INSERT' or (new.is_blocked, new.blocked_edited_at) is distinct from (old.is_blocked, old.blocked_edited_at) then
    new.other_username := coalesce((select username from public.profiles where id = new.other_id), '');
  end if;
  return new;
end
$$;
revoke all on function private.name_other() from public;
create trigger name_other before insert or update on public.relations
  for each row execute function private.name_other();
create trigger row_version before insert or update on public.relations
  for each row execute function private.set_row_version();
create trigger poke_insert after insert on public.relations
  referencing new table as changed for each statement execute function private.poke('relations', 'user_id');
create trigger poke_update after update on public.relations
  referencing new table as changed for each statement execute function private.poke('relations', 'user_id');

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

/** What was decided about somebody whose account is gone leaves devices. */
create function private.revoke_relation() returns trigger
language plpgsql
security definer
set search_path = ''
as $$
begin
  perform private.revoke_documents('relations', array[old.user_id], array[old.id]);
  return null;
end
$$;
revoke all on function private.revoke_relation() from public;
create trigger revoke after delete on public.relations
  for each row execute function private.revoke_relation();

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

/** Joins what the caller decided with what is known: the later intent stands, of two at the same moment the block. */
create function private.store_relations(batch jsonb) returns void
language plpgsql
security definer
set search_path = ''
as $$
declare
  me constant uuid := (select auth.uid());
  now_ms constant bigint := private.now_ms();
  other uuid;
begin
  if exists (
    select from jsonb_to_recordset(batch)
      as pushed (id text, user_id uuid, other_id uuid, is_blocked boolean, blocked_edited_at bigint)
    where pushed.user_id <> me
  ) then
    raise exception 'one decides for oneself' using errcode = 'insufficient_privilege';
  end if;
  for other in
    select distinct other_id from jsonb_to_recordset(batch) as pushed (other_id uuid) where other_id is not null order by other_id
  loop
    perform private.lock_pair(me, other);
  end loop;

  insert into public.relations as known (user_id, other_id, is_blocked, blocked_edited_at)
  select
    me, pushed.other_id, pushed.is_blocked,
    case
      when pushed.blocked_edited_at > now_ms and stored.is_blocked = pushed.is_blocked then stored.blocked_edited_at
      else least(pushed.blocked_edited_at, now_ms)
    end
  from jsonb_to_recordset(batch) as pushed (id text, other_id uuid, is_blocked boolean, blocked_edited_at bigint)
  left join public.relations as stored on stored.id = pushed.id and stored.user_id = me
  on conflict (id) do update set is_blocked = excluded.is_blocked, blocked_edited_at = excluded.blocked_edited_at
    where (excluded.blocked_edited_at, excluded.is_blocked) > (known.blocked_edited_at, known.is_blocked);
end
$$;
revoke all on function private.store_relations(jsonb) from public;
grant execute on function private.store_relations(jsonb) to authenticated;
