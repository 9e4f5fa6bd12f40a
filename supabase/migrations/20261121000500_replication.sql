-- What a device must be told beside the rows themselves: what it may no longer see, where it must begin anew, whose profiles it holds.

-- Nothing that is younger than the oldest open transaction is pulled: one that its client has forgotten ends.
alter role authenticator set idle_in_transaction_session_timeout = '10s';
do $$
begin
  execute format('alter database %I set idle_in_transaction_session_timeout = ''60s''', current_database());
end
$$;

/** A document that a person may no longer see; pulled like a row and removes the document on the device. */
create table public.revocations (
  user_id uuid not null references public.profiles (id) on delete cascade,
  collection text collate "C" not null,
  document_id text collate "C" not null,
  row_version bigint not null default private.current_version(),
  primary key (user_id, collection, document_id)
);
create index revocations_pull_index on public.revocations (user_id, collection, row_version, document_id);
create index revocations_profiles_index on public.revocations (document_id) where collection = 'profiles';

alter table public.revocations enable row level security;
grant select on public.revocations to authenticated;
grant select, insert, update, delete on public.revocations to service_role;
create policy "one reads one's own revocations" on public.revocations
  for select to authenticated using (user_id = (select auth.uid()));

/** How often a person's collection was started again, because what they may see has changed as a whole. */
create table public.sync_epochs (
  user_id uuid not null references public.profiles (id) on delete cascade,
  collection text collate "C" not null,
  epoch integer not null default 1,
  primary key (user_id, collection)
);

alter table public.sync_epochs enable row level security;
grant select on public.sync_epochs to authenticated;
grant select, insert, update, delete on public.sync_epochs to service_role;
create policy "one reads one's own epochs" on public.sync_epochs
  for select to authenticated using (user_id = (select auth.uid()));

/** How often everything was started again, because the database was restored from a copy. One row. */
create table public.sync_realm (
  is_only_row boolean primary key default true check (is_only_row),
  /** Grows; past the first one it is the time of the restoration in ms, so that two restorations of one copy are told apart. */
  epoch bigint not null default 1,
  /** Highest transaction seen; a lower one later means that this database is a copy in a younger cluster. */
  last_version bigint not null default 0,
  /** PostgreSQL's own count of recoveries to a point in time; another one later means that what came after that point is lost. */
  timeline integer,
  /** Which cluster this is, as PostgreSQL calls it; another one later means that this is a copy, made from whatever moment. */
  cluster bigint
);
insert into public.sync_realm default values;

alter table public.sync_realm enable row level security;
grant select on public.sync_realm to authenticated;
grant select, update on public.sync_realm to service_role;
create policy "members read the realm's epoch" on public.sync_realm for select to authenticated using (true);

/** Takes documents off people's devices; the two arrays are parallel. People whose account is gone are left out. */
create function private.revoke_documents(collection_name text, people uuid[], document_ids text[]) returns void
language sql volatile security definer
set search_path = ''
as $$
  insert into public.revocations (user_id, collection, document_id)
  select distinct person, collection_name, document
  from unnest(people, document_ids) as gone (person, document)
  where exists (select from public.profiles where profiles.id = person)
  on conflict (user_id, collection, document_id) do update set row_version = excluded.row_version
$$;
revoke all on function private.revoke_documents(text, uuid[], text[]) from public;

/** Starts a collection of these people again from the beginning. */
create function private.restart_collection(collection_name text, people uuid[]) returns void
language sql volatile security definer
set search_path = ''
as $$
  insert into public.sync_epochs as current (user_id, collection, epoch)
  select distinct person, collection_name, 2 from unnest(people) as restarted (person)
  where exists (select from public.profiles where profiles.id = person)
  on conflict (user_id, collection) do update set epoch = current.epoch + 1
$$;
revoke all on function private.restart_collection(text, uuid[]) from public;

/** `private.poke()` for tables whose rows name their collection. */
create function private.poke_named_collections() returns trigger
language plpgsql
security definer
set search_path = ''
as $$
begin
  perform private.send_pokes(collection, array_agg(distinct user_id)) from changed group by collection;
  return null;
end
$$;
revoke all on function private.poke_named_collections() from public;

create trigger poke_insert after insert on public.revocations
  referencing new table as changed for each statement execute function private.poke_named_collections();
create trigger poke_update after update on public.revocations
  referencing new table as changed for each statement execute function private.poke_named_collections();
create trigger poke_insert after insert on public.sync_epochs
  referencing new table as changed for each statement execute function private.poke_named_collections();
create trigger poke_update after update on public.sync_epochs
  referencing new table as changed for each statement execute function private.poke_named_collections();

/** Whose profiles a person's devices hold: of those they met. `row_version` rises with the meeting and with each change of the profile. */
create table private.met_profiles (
  user_id uuid not null references public.profiles (id) on delete cascade,
  met_id uuid not null references public.profiles (id) on delete cascade,
  row_version bigint not null default private.current_version(),
  primary key (user_id, met_id)
);
create index met_profiles_pull_index on private.met_profiles (user_id, row_version, met_id);
create index met_profiles_met_id_index on private.met_profiles (met_id);

alter table private.met_profiles enable row level security;
grant select on private.met_profiles to authenticated;
create policy "one reads whom one met" on private.met_profiles
  for select to authenticated using (user_id = (select auth.uid()));

/** Lets people meet; the two arrays are parallel, and the first of each pair meets the second. */
create function private.meet(people uuid[], met uuid[]) returns void
language sql volatile security definer
set search_path = ''
as $$
  insert into private.met_profiles (user_id, met_id)
  select distinct person, other
  from unnest(people, met) as meeting (person, other)
  where person <> other and other is not null
  on conflict do nothing
$$;
revoke all on function private.meet(uuid[], uuid[]) from public;

/** Before an account goes: its profile leaves the devices of those who met it. They begin anew, for a revocation would go on naming it. */
create function private.drop_profile() returns trigger
language plpgsql
security definer
set search_path = ''
as $$
begin
  perform private.restart_collection('profiles', array_agg(user_id)) from (
    select user_id from private.met_profiles where met_id = old.id
    union select user_id from public.revocations where collection = 'profiles' and document_id = old.id::text
  ) as holders;
  delete from public.revocations where collection = 'profiles' and document_id = old.id::text;
  return old;
end
$$;
revoke all on function private.drop_profile() from public;
create trigger drop_profile before delete on public.profiles
  for each row execute function private.drop_profile();

/** A changed profile is pulled again by those who met it, and by its owner's other devices. */
create function private.spread_profile() returns trigger
language plpgsql
security definer
set search_path = ''
as $$
begin
  update private.met_profiles as met
  set row_version = private.current_version()
  from before join changed using (id)
  where met.met_id = changed.id and changed.row_version <> before.row_version;
  return null;
end
$$;
revoke all on function private.spread_profile() from public;
create trigger spread_profile after update on public.profiles
  referencing old table as before new table as changed for each statement execute function private.spread_profile();
create trigger poke_update after update on public.profiles
  referencing new table as changed for each statement execute function private.poke('profiles', 'id');
