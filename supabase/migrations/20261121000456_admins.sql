-- Who is an admin. A password alone makes none: it can be stolen.

/** Admins without a second factor. Only data to try the product with puts somebody here. */
create table private.admins_by_password (
  user_id uuid primary key references public.profiles (id) on delete cascade
);
alter table private.admins_by_password enable row level security;

/** Is this person an admin who has set up a second factor? Whether a session has given it: `second_factor_given`. */
create function private.may_administer(person uuid) returns boolean
language sql stable security definer
set search_path = ''
as $$
  select exists (select from public.profiles where id = person and role = 'admin')
    and (
      exists (select from auth.mfa_factors where user_id = person and status = 'verified')
      or exists (select from private.admins_by_password where user_id = person)
    )
$$;
revoke all on function private.may_administer(uuid) from public;

/** Is the caller an admin, in a session that has given the second factor? */
create function private.is_admin() returns boolean
language sql stable security definer
set search_path = ''
as $$
  select private.may_administer(auth.uid()) and private.second_factor_given()
$$;
revoke all on function private.is_admin() from public;
grant execute on function private.is_admin() to authenticated, service_role;

/** First in each function that is for admins. Raises 42501, with the hint `second_factor_missing` where an admin has set up none. */
create function private.require_admin() returns void
language plpgsql stable security definer
set search_path = ''
as $$
begin
  if private.is_admin() then
    return;
  end if;
  if exists (select from public.profiles where id = auth.uid() and role = 'admin') and not private.may_administer(auth.uid()) then
    raise exception 'admins need a second factor' using errcode = 'insufficient_privilege', hint = 'second_factor_missing';
  end if;
  raise exception 'only for admins' using errcode = 'insufficient_privilege';
end
$$;
revoke all on function private.require_admin() from public;
