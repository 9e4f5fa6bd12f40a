-- Who does not want to meet whom. A block hides both people from each other; what it takes off their devices is in `hiding`.
create table public.blocks (
  id text collate "C" generated always as (blocker_id::text || '|' || blocked_id::text) stored primary key,
  blocker_id uuid not null default auth.uid() references auth.users (id) on delete cascade,
  blocked_id uuid not null references auth.users (id) on delete cascade,
  created_at timestamptz not null default now(),
  constraint blocks_not_oneself check (blocker_id <> blocked_id)
);
create index blocks_blocker_id_index on public.blocks (blocker_id);
create index blocks_blocked_id_index on public.blocks (blocked_id);

alter table public.blocks enable row level security;
grant select, delete, insert (blocker_id, blocked_id) on public.blocks to authenticated;
grant select, insert, update, delete on public.blocks to service_role;
create policy "one sees whom one blocked" on public.blocks
  for select to authenticated using (blocker_id = (select auth.uid()));
create policy "one blocks for oneself" on public.blocks
  for insert to authenticated with check (blocker_id = (select auth.uid()));
create policy "one unblocks for oneself" on public.blocks
  for delete to authenticated using (blocker_id = (select auth.uid()));

/** Everyone the caller blocked or is blocked by. Once per statement: `x <> all ((select private.hidden_people())::uuid[])`. */
create function private.hidden_people() returns uuid[]
language sql stable security definer
set search_path = ''
as $$
  select coalesce(array_agg(other), '{}')
  from (
    select blocked_id as other from public.blocks where blocker_id = (select auth.uid())
    union
    select blocker_id from public.blocks where blocked_id = (select auth.uid())
  ) as others
$$;
revoke all on function private.hidden_people() from public;
grant execute on function private.hidden_people() to authenticated, service_role;

/** Does a block stand between two people, in either direction? */
create function private.is_blocked(one uuid, other uuid) returns boolean
language sql stable security definer
set search_path = ''
as $$
  select exists (
    select from public.blocks
    where (blocker_id = one and blocked_id = other) or (blocker_id = other and blocked_id = one)
  )
$$;
revoke all on function private.is_blocked(uuid, uuid) from public;

/**
 * The advisory lock of two people: exclusive while a block of theirs is made or lifted, shared while something comes into being between
 * them. Whoever also locks their conversation does that before.
 */
create function private.pair_key(one uuid, other uuid) returns bigint
language sql immutable
set search_path = ''
return hashtextextended('pair ' || least(one, other) || ' ' || greatest(one, other), 0);
revoke all on function private.pair_key(uuid, uuid) from public;
