-- What the role `postgres` may do with the services' schemas, after these have made their tables.
grant all on all tables in schema auth to postgres, supabase_auth_admin, dashboard_user;
grant all on all sequences in schema auth to postgres, supabase_auth_admin, dashboard_user;
grant all on all routines in schema auth to postgres, dashboard_user;
grant usage on schema auth to postgres;
grant all on all tables in schema realtime to postgres;
grant all on all routines in schema realtime to postgres;
