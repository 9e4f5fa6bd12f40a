-- Should the API no longer call `private.before_request`, because a setting of one role was lost, then a session without its second factor still reads no table
-- and writes nothing, and a suspended person writes nothing, by whatever function; and admins are told.

/** Before a statement that writes, whoever owns the function that it is in: raises 401 as `require_second_factor`, 42501 with the hint `suspended`. */
create function private.guard_caller() returns trigger
language plpgsql
set search_path = ''
as $$
begin
  if (select auth.uid()) is not null then
    perform private.require_second_factor();
    if not private.may_write() then
      raise exception 'this account is suspended' using errcode = 'insufficient_privilege', hint = 'suspended';
    end if;
  end if;
  return null;
end
$$;

do $$
declare
  relation regclass;
begin
  for relation in select oid from pg_class where relnamespace = 'public'::regnamespace and relkind in ('r', 'p') order by relname loop
    execute format(
      'create policy "nothing without the second factor" on %s as restrictive for all to authenticated using ((select private.second_factor_given()))',
      relation
    );
    -- Whoever is suspended may still end pushes.
    continue when relation = 'public.push_subscriptions'::regclass;
    execute format(
      'create trigger a_guard before insert or update or delete on %s for each statement execute function private.guard_caller()', relation
    );
  end loop;
end
$$;

/** Fails, so that admins are told, while the API does not call `private.before_request`. */
create function private.check_api_setting() returns boolean
language plpgsql
set search_path = ''
as $$
begin
  if not exists (
    select from pg_roles where rolname = 'authenticator' and 'pgrst.db_pre_request=private.before_request' = any (rolconfig)
  ) then
    raise exception 'the API does not call private.before_request: see docs/deploy.md';
  end if;
  return false;
end
$$;
revoke all on function private.check_api_setting() from public;
