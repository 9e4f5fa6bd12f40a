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

/** Before an account goes: its bookings leave the slots by themselves. Order matters: whoever touches a slot's bookings holds the slot first. */
create function private.hold_booked_slots() returns trigger
language plpgsql
security definer
set search_path = ''
as $$
begin
  perform from public.promotion_slots
  where id in (select slot_id from public.slot_bookings where user_id = old.id and status = 'active')
  order by id for no key update;
  return old;
end
$$;
revoke all on function private.hold_booked_slots() from public;
create trigger hold_booked_slots before delete on public.profiles
  for each row execute function private.hold_booked_slots();

/**
 * After an account and what hangs on it by foreign keys went: what else names the person goes too. `supabase/tests/accounts-forgotten.test.sql` looks into every
 * column of every table.
 */
create function private.forget_person() returns trigger
language plpgsql
security definer
set search_path = ''
as $$
begin
  delete from public.notifications where metadata ? 'about' and metadata -> 'about' ? old.id::text;
  delete from private.held_notifications where metadata -> 'about' ? old.id::text;
  delete from private.told_once where private.mentioned_by(what) = old.id;
  perform private.forget_in_acts(old.id, old.username);
  -- Nothing is shown that cannot be labelled with who pays for it
  perform private.publish_slots(slots.id)
  from public.promotion_slots as slots join public.slot_bookings as shown on shown.id = slots.booking_id
  where shown.user_id is null;
  return null;
end
$$;
revoke all on function private.forget_person() from public;
create trigger forget after delete on public.profiles
  for each row execute function private.forget_person();

/** What has no foreign key to the account: what was asked as a visitor from its address, and sign-ins that were begun by a link. */
create function private.forget_user() returns trigger
language plpgsql
security definer
set search_path = ''
as $$
begin
  delete from private.contacts where user_id is null and lower(email) = lower(old.email);
  delete from auth.flow_state where user_id = old.id;
  return null;
end
$$;
revoke all on function private.forget_user() from public;
create trigger forget after delete on auth.users
  for each row execute function private.forget_user();
