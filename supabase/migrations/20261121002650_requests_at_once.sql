-- Nobody has more than a few requests under way at the same time: with what one caller asks for, however much and whatever it costs, the API's connections never all stand still.

/**
 * Whose network a request comes from, as the gateway in front of the API says it and callers cannot; of an IPv6 address its first 64 bits, which one customer
 * has whole. Null where that is not known.
 */
create function private.caller_network() returns text
language plpgsql stable
set search_path = ''
as $$
declare
  headers constant jsonb := nullif(current_setting('request.headers', true), '')::jsonb;
  address constant text := coalesce(headers ->> 'cf-connecting-ip', btrim(regexp_replace(headers ->> 'x-forwarded-for', '^.*,', '')));
begin
  if not pg_input_is_valid(address, 'inet') then
    return null;
  end if;
  return case family(address::inet) when 4 then host(address::inet) else network(set_masklen(address::inet, 64))::text end;
end
$$;
revoke all on function private.caller_network() from public;

/**
 * Takes one of the caller's places until the request's transaction ends: a member has 6, the visitors of a network have 8 between them. False where none is
 * free. The machine itself is no network: development, tests and health checks come from there.
 */
create function private.take_place() returns boolean
language plpgsql volatile
set search_path = ''
as $$
declare
  me constant uuid := auth.uid();
  network constant text := private.caller_network();
  caller constant text := coalesce('requests of person ' || me, 'requests of network ' || nullif(nullif(network, '127.0.0.1'), '::/64'));
begin
  if caller is null then
    return true;
  end if;
  for place in 1..case when me is null then 8 else 6 end loop
    if pg_try_advisory_xact_lock(hashtextextended(caller, place)) then
      return true;
    end if;
  end loop;
  return false;
end
$$;
revoke all on function private.take_place() from public;
