-- Whoever has set up a second factor is themselves only in a session that has given its code: a password alone, or a link out of a mail, opens nothing.
-- The rule is asked before every request to the API, and by policies where Realtime and Storage ask. Before every request it is also asked whether the caller
-- is suspended, and whether they have too many under way. The second line, where nobody asks before a request: 20261123001200_second_line.sql.

/** Has the caller's session given the second factor, or has the caller none? */
create function private.second_factor_given() returns boolean
language sql stable security definer
set search_path = ''
as $$
  select coalesce(auth.jwt() ->> 'aal' = 'aal2', false)
    or not exists (select from auth.mfa_factors where user_id = auth.uid() and status = 'verified')
$$;
revoke all on function private.second_factor_given() from public;
grant execute on function private.second_factor_given() to authenticated;

/** Raises 401 with the hint `second_factor_needed`, so that a device renews its session, or loses it. */
create function private.require_second_factor() returns void
language plpgsql stable
set search_path = ''
as $$
begin
  if not private.second_factor_given() then
    raise sqlstate 'PT401' using message = 'The session has not given the second factor', hint = 'second_factor_needed';
  end if;
end
$$;

/**
 * Called by the API before each request, as the request's role. Raises 429 with the hint `too_many_at_once`; 401 as
 * `require_second_factor`; and 403 with the hint `suspended` for what could write. The API begins a transaction read only where the request is a GET or calls a function that only reads.
 */
create function private.before_request() returns void
language plpgsql stable security definer
set search_path = ''
as $$
begin
  if current_setting('role', true) is distinct from 'service_role' and not private.take_place() then
    raise sqlstate 'PGRST' using
      message = '{"code": "PT429", "message": "too many requests of this caller are under way", "hint": "too_many_at_once"}',
      detail = '{"status": 429, "headers": {"Retry-After": "1"}}';
  end if;
  perform private.require_second_factor();
  if current_setting('transaction_read_only') = 'off' and not private.may_write()
    and coalesce(current_setting('request.path', true), '') <> all (private.paths_of_suspended()) then
    raise exception 'this account is suspended' using errcode = 'insufficient_privilege', hint = 'suspended';
  end if;
end
$$;
revoke all on function private.before_request() from public;
grant execute on function private.before_request() to anon, authenticated, service_role;
alter role authenticator set pgrst.db_pre_request = 'private.before_request';
notify pgrst, 'reload config';

create policy "nothing without the second factor" on storage.objects
  as restrictive for all to authenticated
  using ((select private.second_factor_given()))
  with check ((select private.second_factor_given()));
create policy "nothing without the second factor" on realtime.messages
  as restrictive for all to authenticated
  using ((select private.second_factor_given()))
  with check ((select private.second_factor_given()));
