-- What every table stands on. Schema `private` is never served by the API; people reach it only through policies and functions.
create schema private;
revoke all on schema private from public;
grant usage on schema private to anon, authenticated, service_role;

-- Nothing is given by default, and to the service no `truncate`: each migration grants by column what its noun needs.
alter default privileges in schema public revoke all on tables from anon, authenticated, service_role;
alter default privileges in schema public revoke all on sequences from anon, authenticated, service_role;
alter default privileges in schema public revoke all on functions from anon, authenticated, service_role;

/** How many rows scheduled work deals with in one transaction. A function of it is called again until it returns false. */
create function private.batch_size() returns integer
language sql immutable
set search_path = ''
return 100;

/** The server's clock in ms since the epoch, the unit of every `edited_at`. */
create function private.now_ms() returns bigint
language sql volatile
set search_path = ''
return (extract(epoch from clock_timestamp()) * 1000)::bigint;

/**
 * The version that rows written by this transaction carry. Versions of one transaction are equal and a later commit may carry a
 * lower one, so a pull never goes past `private.version_horizon()`.
 */
create function private.current_version() returns bigint
language sql volatile
set search_path = ''
return pg_current_xact_id()::text::bigint;

/** Every transaction below this version has ended: rows below it are all visible now or never will be. */
create function private.version_horizon() returns bigint
language sql stable
set search_path = ''
return pg_snapshot_xmin(pg_current_snapshot())::text::bigint;

/**
 * Before each insert and update of a replicated table: the writing transaction's version, kept as it is when nothing changes.
 * Setting `row_version = 0` counts as a change: it sends an unchanged row to devices again.
 */
create function private.set_row_version() returns trigger
language plpgsql
set search_path = ''
as $$
begin
  if tg_op = 'UPDATE' then
    new.id := old.id;
    if new is not distinct from old then
      return new;
    end if;
  end if;
  new.row_version := private.current_version();
  return new;
end
$$;

/** `set_row_version` for tables that also tell when they were last changed. */
create function private.set_row_version_and_updated_at() returns trigger
language plpgsql
set search_path = ''
as $$
begin
  if tg_op = 'UPDATE' then
    new.id := old.id;
    new.created_at := old.created_at;
    new.updated_at := old.updated_at;
    if new is not distinct from old then
      return new;
    end if;
  end if;
  new.updated_at := now();
  new.row_version := private.current_version();
  return new;
end
$$;

/** Is there something to see in it? Spaces of all scripts, breaks and what has no width are nothing. */
create function private.has_words(given text) returns boolean
language sql immutable
set search_path = ''
return given ~ '[^\u0001-\u0020\u007f-\u00a0\u00ad\u034f\u061c\u115f\u1160\u1680\u2000-\u200f\u2028-\u202f\u205f-\u2069\u2800\u3000\u3164\ufe0e\ufe0f\ufeff\uffa0]';

/**
 * Composes the columns that are its arguments (NFC), for a text that has parts: か with a sound mark behind it is が, and counts once. Lengths are checked after
 * it. It comes before triggers that read the text, by its name.
 */
create function private.compose() returns trigger
language plpgsql
set search_path = ''
as $$
declare
  given constant jsonb := to_jsonb(new);
begin
  new := jsonb_populate_record(
    new, (select jsonb_object_agg(name, normalize(given ->> name, NFC)) from unnest(tg_argv) as name)
  );
  return new;
end
$$;

/** Before each write of a table with one `edited_at`: a device's future is the server's now. */
create function private.clamp_edited_at() returns trigger
language plpgsql
set search_path = ''
as $$
begin
  new.edited_at := least(new.edited_at, private.now_ms());
  return new;
end
$$;

/**
 * Tells every device of these people that a collection is worth pulling. Once per person and collection in a transaction: nothing of it
 * can be pulled before the commit.
 */
create function private.send_pokes(collection_name text, people uuid[]) returns void
language plpgsql
security definer
set search_path = ''
as $$
declare
  person uuid;
  poke text;
  sent text := coalesce(current_setting('mirutomo.pokes', true), '');
begin
  for person in select distinct unnest(people) loop
    poke := collection_name || ' ' || person || ';';
    continue when person is null or strpos(sent, poke) > 0;
    perform realtime.send(
      jsonb_build_object('collections', jsonb_build_array(collection_name)), 'poke', 'user:' || person, true
    );
    -- Past this length remembering costs more than a poke too many.
    sent := case when length(sent) < 4000 then sent || poke else sent end;
  end loop;
  perform set_config('mirutomo.pokes', sent, true);
end
$$;
revoke all on function private.send_pokes(text, uuid[]) from public;

/**
 * After each statement that wrote rows (transition table `changed`): pokes the people concerned. Arguments: the collection, then the
 * columns that hold those people.
 */
create function private.poke() returns trigger
language plpgsql
security definer
set search_path = ''
as $$
declare
  holder text;
  people uuid[];
begin
  foreach holder in array tg_argv[1:] loop
    execute format('select array_agg(distinct %I) from changed', holder) into people;
    perform private.send_pokes(tg_argv[0], people);
  end loop;
  return null;
end
$$;
revoke all on function private.poke() from public;

/** Today where money, ages and days' numbers are concerned. */
create function private.day_in_japan() returns date
language sql stable
set search_path = ''
return (now() at time zone 'Asia/Tokyo')::date;
revoke all on function private.day_in_japan() from public;

/**
 * What others are told in the words of somebody else, without control characters (but line breaks and tabs) and without those that embed, override or isolate a direction: put into any
 * sentence it leaves the rest of it as it was. The marks that Arabic and Hebrew are written with stay.
 */
create function private.unturned(given text) returns text
language sql immutable
set search_path = ''
return regexp_replace(given, '[\u0001-\u0008\u000b\u000c\u000e-\u001f\u007f-\u009f\u202a-\u202e\u2066-\u2069]', '', 'g');
