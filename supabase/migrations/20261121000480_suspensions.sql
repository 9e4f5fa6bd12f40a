-- A suspended person reads on and writes nothing: not by the API, not into storage, not to others who are there. Who may suspend is in `admin_people`.
create table public.suspensions (
  user_id uuid primary key references public.profiles (id) on delete cascade,
  /** Told to the person. */
  reason text not null,
  /** Null: until an admin lifts it. */
  ends_at timestamptz,
  suspended_by uuid references public.profiles (id) on delete set null,
  created_at timestamptz not null default now(),
  constraint suspensions_reason_length check (btrim(reason) <> '' and length(reason) <= 500)
);
create index suspensions_suspended_by_index on public.suspensions (suspended_by);

alter table public.suspensions enable row level security;
-- Who suspended is not told to the person.
grant select (user_id, reason, ends_at, created_at) on public.suspensions to authenticated;
grant select, insert, update, delete on public.suspensions to service_role;
create policy "one reads one's own suspension" on public.suspensions
  for select to authenticated using (user_id = (select auth.uid()));

/** One's devices say so, also without a connection: it comes down with the own profile. */
create function private.renew_suspended_profile() returns trigger
language plpgsql
security definer
set search_path = ''
as $$
begin
  update public.profiles set row_version = 0 where id = coalesce(new.user_id, old.user_id);
  return null;
end
$$;
revoke all on function private.renew_suspended_profile() from public;
create trigger renew_suspended_profile after insert or update or delete on public.suspensions
  for each row execute function private.renew_suspended_profile();

create function private.is_suspended(person uuid) returns boolean
language sql stable security definer
set search_path = ''
as $$
  select exists (select from public.suspensions where user_id = person and (ends_at is null or ends_at > now()))
$$;
revoke all on function private.is_suspended(uuid) from public;

/** Is the caller anybody but a suspended person? Asked before each request to the API that could write, for each pushed batch, and where Realtime and Storage ask. */
create function private.may_write() returns boolean
language sql stable security definer
set search_path = ''
as $$
  select not private.is_suspended(auth.uid())
$$;
revoke all on function private.may_write() from public;
grant execute on function private.may_write() to authenticated;

/**
 * The only functions that could write and that a suspended person may call: `sync_push` answers each row with the refusal `suspended`, so that it is parked;
 * the others read, keep what is unsent safe at a sign-out, end pushes, and ask us.
 */
create function private.paths_of_suspended() returns text[]
language sql immutable
set search_path = ''
return array['/rpc/sync_push', '/rpc/sync_pull', '/rpc/older_messages', '/rpc/seal_key', '/rpc/unseal_key', '/rpc/unsubscribe_push', '/rpc/send_contact'];
revoke all on function private.paths_of_suspended() from public;

create policy "the suspended put no files" on storage.objects
  as restrictive for insert to authenticated with check ((select private.may_write()));
create policy "the suspended replace no files" on storage.objects
  as restrictive for update to authenticated
  using ((select private.may_write())) with check ((select private.may_write()));
create policy "the suspended remove no files" on storage.objects
  as restrictive for delete to authenticated using ((select private.may_write()));
create policy "the suspended are heard by nobody" on realtime.messages
  as restrictive for insert to authenticated with check ((select private.may_write()));
