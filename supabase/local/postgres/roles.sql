-- The roles, schemas and default privileges of a hosted Supabase project. Runs as the superuser supabase_admin, more than once.
do $$
declare
  missing record;
begin
  for missing in
    select name, options
    from (values
      ('anon', 'nologin noinherit'),
      ('authenticated', 'nologin noinherit'),
      ('service_role', 'nologin noinherit bypassrls'),
      ('authenticator', 'login noinherit'),
      ('postgres', 'login createrole createdb replication bypassrls'),
      ('supabase_auth_admin', 'login noinherit createrole'),
      ('supabase_storage_admin', 'login noinherit createrole'),
      ('supabase_realtime_admin', 'nologin noinherit'),
      ('supabase_read_only_user', 'login bypassrls'),
      ('dashboard_user', 'nologin createrole createdb replication')
    ) as role (name, options)
    where not exists (select from pg_roles where rolname = name)
  loop
    execute format('create role %I %s', missing.name, missing.options);
  end loop;
end
$$;

grant anon, authenticated, service_role to authenticator;
grant anon, authenticated, service_role, authenticator to postgres with admin option;
grant supabase_realtime_admin, supabase_storage_admin to postgres;
grant pg_monitor, pg_read_all_data, pg_signal_backend to postgres with admin option;
grant pg_read_all_data to supabase_read_only_user;

alter role anon set statement_timeout = '3s';
alter role authenticated set statement_timeout = '8s';
alter role authenticator set statement_timeout = '8s';
alter role authenticator set lock_timeout = '8s';
-- As hosted Supabase lets its role `postgres` configure the API.
grant set on parameter "pgrst.db_pre_request" to postgres;
alter role supabase_auth_admin set search_path = auth;
alter role supabase_storage_admin set search_path = storage;

alter database postgres owner to postgres;
alter database postgres set search_path = "$user", public, extensions;

create schema if not exists extensions;
grant usage on schema extensions to anon, authenticated, service_role;
grant all on schema extensions to postgres, dashboard_user;
create extension if not exists "uuid-ossp" with schema extensions;
create extension if not exists pgcrypto with schema extensions;

grant usage on schema public to postgres, anon, authenticated, service_role;
-- Default privileges of a hosted project: what supabase_admin makes is open to the API roles; of what postgres makes they
-- read, write and call nothing that no migration grants. Set once: a later start must not undo what a migration revoked.
do $$
declare
  creator text;
  kind text;
begin
  foreach creator in array array['supabase_admin', 'postgres'] loop
    continue when exists (
      select from pg_default_acl
      where defaclrole = creator::regrole and defaclnamespace = 'public'::regnamespace
    );
    foreach kind in array array['tables', 'functions', 'sequences'] loop
      execute format(
        'alter default privileges for role %I in schema public grant all on %s to postgres, anon, authenticated, service_role',
        creator, kind
      );
    end loop;
    continue when creator <> 'postgres';
    alter default privileges for role postgres in schema public
      revoke select, insert, update, delete on tables from anon, authenticated, service_role;
    alter default privileges for role postgres in schema public
      revoke usage, select on sequences from anon, authenticated, service_role;
    alter default privileges for role postgres in schema public
      revoke execute on functions from anon, authenticated, service_role;
  end loop;
end
$$;

create schema if not exists auth authorization supabase_admin;
grant usage on schema auth to anon, authenticated, service_role;
grant all on schema auth to postgres, supabase_auth_admin, dashboard_user;

create schema if not exists realtime authorization supabase_admin;
grant usage on schema realtime to postgres, anon, authenticated, service_role;
grant all on schema realtime to supabase_realtime_admin with grant option;

create schema if not exists supabase_migrations authorization postgres;

do $$
begin
  if not exists (select from pg_publication where pubname = 'supabase_realtime') then
    create publication supabase_realtime;
  end if;
end
$$;
alter publication supabase_realtime owner to postgres;
