/**
 * How many rows of each table go when this person's account does, by the table's name; those of tables that have none are left out. A column that is emptied instead
 * (who sent a notification, whose video it is) does not count.
 */
create function public.account_rows(person uuid) returns jsonb
language plpgsql stable security definer
set search_path = ''
as $$
declare
  found record;
  number bigint;
  rows jsonb := '{}';
begin
  for found in
    select pg_class.relname as name, attrelid::regclass as relation, string_agg(format('%I = $1', attname), ' or ') as condition
    from pg_catalog.pg_attribute join pg_catalog.pg_class on pg_class.oid = attrelid
    where relnamespace in ('public'::regnamespace, 'private'::regnamespace) and relkind = 'r'
      and atttypid = 'uuid'::regtype and attnum > 0 and not attisdropped
      and not exists (
        select from pg_catalog.pg_constraint
        where conrelid = attrelid and contype = 'f' and confdeltype = 'n' and attnum = any (conkey)
      )
    group by 1, 2
  loop
    execute format('select count(*) from %s where %s', found.relation, found.condition) into number using person;
    if number > 0 then
      rows := rows || jsonb_build_object(found.name, number);
    end if;
  end loop;
  return rows;
end
$$;
revoke all on function public.account_rows(uuid) from public;
grant execute on function public.account_rows(uuid) to service_role;

/** The person's other devices hear of it at once: they ask, and are told that the account is gone. */
create trigger poke_delete after delete on public.profiles
  referencing old table as changed for each statement execute function private.poke('profiles', 'id');
