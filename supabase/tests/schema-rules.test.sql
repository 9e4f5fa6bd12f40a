begin;
\ir helpers.psql
select plan(26);

/** What must hold for every object of the schemas that are ours, whichever migration made it; each row breaks a rule. */
create function tests.violations() returns table (rule text, object text) language sql
as $violations$
  select 'every table has row level security', concat_ws(' ', oid::regclass::text) from pg_class
  where relnamespace in ('public'::regnamespace, 'private'::regnamespace) and relkind in ('r', 'p') and not relrowsecurity

  union all
  select 'every function has a fixed, empty search path', concat_ws(' ', oid::regprocedure::text) from pg_proc
  -- A procedure that has one may not commit.
  where pronamespace in ('public'::regnamespace, 'private'::regnamespace) and prokind = 'f'
    and not exists (select from unnest(proconfig) as setting where setting in ('search_path=""', 'search_path='))

  union all
  select 'every view asks with its reader''s rights', concat_ws(' ', oid::regclass::text) from pg_class
  where relnamespace in ('public'::regnamespace, 'private'::regnamespace) and relkind in ('v', 'm')
    and not coalesce(reloptions, '{}') @> '{security_invoker=true}'

  union all
  select 'every foreign key has an index that begins with its columns', concat_ws(' ', conrelid::regclass::text, conname) from pg_constraint
  where contype = 'f' and connamespace in ('public'::regnamespace, 'private'::regnamespace)
    and not exists (
      select from pg_index
      where indrelid = conrelid and indpred is null and (indkey::int2[])[0:cardinality(conkey) - 1] @> conkey
    )

  union all
  select 'no policy calls a function per row', concat_ws(' ', polrelid::regclass::text, polname) from pg_policy
  where regexp_replace(
    coalesce(pg_get_expr(polqual, polrelid), '') || coalesce(pg_get_expr(polwithcheck, polrelid), ''),
    '\( SELECT [a-z_.]+\((auth\.uid\(\))?\) AS [a-z_]+\)', '', 'g'
  ) ~ '(auth|private|realtime)\.\w+\('

  union all
  select 'every policy names its roles', concat_ws(' ', polrelid::regclass::text, polname) from pg_policy join pg_class on pg_class.oid = polrelid
  where relnamespace in ('public'::regnamespace, 'private'::regnamespace)
    and (polroles = '{0}' or cardinality(polroles) = 0)

  union all
  select 'visitors write nothing', concat_ws(' ', oid::regclass::text) from pg_class
  where relnamespace in ('public'::regnamespace, 'private'::regnamespace) and relkind in ('r', 'v')
    and (
      has_any_column_privilege('anon', oid, 'insert, update, references')
      or has_table_privilege('anon', oid, 'delete, truncate, trigger')
    )

  union all
  select 'members write by column, never whole tables', concat_ws(' ', oid::regclass::text) from pg_class
  where relnamespace in ('public'::regnamespace, 'private'::regnamespace) and relkind in ('r', 'v')
    and has_table_privilege('authenticated', oid, 'insert, update, truncate, trigger, references')

  union all
  select 'members set no version, counter, status, role or premium', concat_ws(' ', attrelid::regclass::text, attname) from pg_attribute join pg_class on pg_class.oid = attrelid
  where relnamespace = 'public'::regnamespace and relkind = 'r' and attnum > 0 and not attisdropped
    and attname in (
      'row_version', 'seq', 'recipient_id', 'created_at', 'updated_at', 'role', 'is_premium', 'premium_plan', 'premium_expiry',
      'youtuber_profile_id', 'stripe_customer_id', 'stripe_subscription_id', 'status', 'review_count', 'rating_count', 'avg_rating',
      'on_shelf', 'is_active', 'user1_unread_count', 'user2_unread_count', 'user1_read_seq', 'user2_read_seq', 'last_message_time'
    )
    and has_column_privilege('authenticated', attrelid, attnum, 'insert, update')

  union all
  select 'no function that acts with its owner''s rights is open to everyone', concat_ws(' ', oid::regprocedure::text) from pg_proc
  where pronamespace in ('public'::regnamespace, 'private'::regnamespace) and prosecdef
    and has_function_privilege('public', oid, 'execute')

  union all
  select 'every replicated table gives versions by trigger and finds them by index', concat_ws(' ', attrelid::regclass::text) from pg_attribute join pg_class on pg_class.oid = attrelid
  where relnamespace = 'public'::regnamespace and relkind = 'r' and attname = 'row_version'
    and attrelid not in ('public.revocations'::regclass)
    and not (
      exists (
        select from pg_trigger
        where tgrelid = attrelid and tgname = 'row_version' and tgtype & 2 = 2 and tgtype & 1 = 1 and tgtype & 4 = 4 and tgtype & 16 = 16
      )
      and exists (
        select from pg_index
        where indrelid = attrelid and pg_get_indexdef(indexrelid) ~ '\((\w+, )?row_version(, id)?\)|\(id, row_version\)'
      )
    )

  union all
  select 'every text of a limited length is composed before it is counted', concat_ws(' ', conrelid::regclass::text, attname)
  from pg_constraint
  join pg_attribute on attrelid = conrelid and attnum = any (conkey)
  where connamespace in ('public'::regnamespace, 'private'::regnamespace) and contype = 'c' and atttypid = 'text'::regtype
    and pg_get_constraintdef(pg_constraint.oid) ~ ('\mlength\(' || attname || '\)')
    and not exists (
      select from pg_trigger
      where tgrelid = conrelid and tgfoid = 'private.compose'::regproc
        and attname = any (string_to_array(encode(tgargs, 'escape'), '\000'))
    )
    -- Addresses, and what the server or an admin says.
    and attname !~ '(url|email|thumbnail|endpoint)$'
    and conrelid::regclass::text || '.' || attname not in (
      'genres.id', 'genres.name', 'notifications.title', 'notifications.message', 'point_transactions.description', 'suspensions.reason'
    )
$violations$;

select is_empty($$ select object from tests.violations() where rule = 'every table has row level security' $$, 'every table has row level security');
select is_empty($$ select object from tests.violations() where rule = 'every function has a fixed, empty search path' $$, 'every function has a fixed, empty search path');
select is_empty($$ select object from tests.violations() where rule = 'every view asks with its reader''s rights' $$, 'every view asks with its reader''s rights');
select is_empty($$ select object from tests.violations() where rule = 'every foreign key has an index that begins with its columns' $$, 'every foreign key has an index that begins with its columns');
select is_empty($$ select object from tests.violations() where rule = 'no policy calls a function per row' $$, 'no policy calls a function per row');
select is_empty($$ select object from tests.violations() where rule = 'every policy names its roles' $$, 'every policy names its roles');
select is_empty($$ select object from tests.violations() where rule = 'visitors write nothing' $$, 'visitors write nothing');
select is_empty($$ select object from tests.violations() where rule = 'members write by column, never whole tables' $$, 'members write by column, never whole tables');
select is_empty($$ select object from tests.violations() where rule = 'members set no version, counter, status, role or premium' $$, 'members set no version, counter, status, role or premium');
select is_empty($$ select object from tests.violations() where rule = 'no function that acts with its owner''s rights is open to everyone' $$, 'no function that acts with its owner''s rights is open to everyone');
select is_empty($$ select object from tests.violations() where rule = 'every replicated table gives versions by trigger and finds them by index' $$, 'every replicated table gives versions by trigger and finds them by index');

select is_empty($$ select object from tests.violations() where rule = 'every text of a limited length is composed before it is counted' $$, 'every text of a limited length is composed before it is counted');

select set_eq(
  $$ select p.oid::regprocedure::text from pg_proc as p
     where pronamespace = 'public'::regnamespace and has_function_privilege('anon', oid, 'execute') $$,
  array['search_videos(text,integer,integer,text)', 'taken_dates(uuid,date,date)', 'record_promotion_events(jsonb,uuid)', 'send_contact(uuid,text,text,text,text)'],
  'visitors search, ask for taken days, tell which advertisements they saw, ask us, and call nothing else'
);

select set_eq(
  $$ select p.oid::regprocedure::text from pg_proc as p
     where pronamespace = 'public'::regnamespace and has_function_privilege('authenticated', oid, 'execute') $$,
  array[
    'search_videos(text,integer,integer,text)', 'search_videos_advanced(jsonb,integer,integer)', 'own_profile()', 'profile_of(uuid)', 'offer_candidates()', 'tell_incoming_likes()', 'request_connection(uuid)',
    'sync_pull(jsonb,integer)', 'sync_push(jsonb)', 'older_messages(uuid,bigint,integer)', 'seal_key(text,text)', 'unseal_key()',
    'own_video_ratings(integer,uuid)', 'own_video_averages()',
    'notification_budget()', 'subscribe_push(text,text,text)', 'unsubscribe_push(text)', 'request_id_verification(text,date)', 'decide_verification(uuid,boolean)',
    'taken_dates(uuid,date,date)', 'book_slot(uuid,uuid,date,integer)', 'cancel_booking(uuid)',
    'record_promotion_events(jsonb,uuid)', 'promotion_report(integer)', 'send_contact(uuid,text,text,text,text)',
    'save_event(uuid,text,text,timestamp with time zone,timestamp with time zone,boolean,text,text,integer,timestamp with time zone)', 'cancel_event(uuid)', 'join_event(uuid)', 'leave_event(uuid)',
    -- Each refuses who is no admin.
    'admin_overview()', 'admin_people(text,integer)', 'set_role(uuid,text,text)', 'suspend(uuid,timestamp with time zone,text)', 'unsuspend(uuid)',
    'open_verification_document(uuid)', 'admin_verifications(integer)', 'admin_reports(text,integer)', 'decide_report(text,text,text)',
    'hide_rating_comment(text,text)', 'stop_event(uuid,text)', 'save_slot(uuid,text,text,integer)', 'set_slot_price(uuid,integer)', 'admin_bookings(text,integer)',
    'note_refund(text,integer,text)', 'admin_contacts(text,integer)', 'answer_contact(uuid)'
  ],
  'members call these and nothing else'
);

-- The rules can be broken: each of these is seen.
create table public.planted (
  id uuid primary key, owner_id uuid, genre_id text references public.genres (id), status text, row_version bigint,
  said text check (length(said) <= 3)
);
grant insert (status) on public.planted to authenticated;
grant insert on public.planted to anon;
create table public.planted_wide (id uuid primary key, owner_id uuid);
grant update on public.planted_wide to authenticated;
create policy "asks per row" on public.planted_wide for select to authenticated using (owner_id = auth.uid());
create policy "names nobody" on public.planted_wide for select using (true);
create view public.planted_view as select id from public.planted;
create function public.planted() returns integer language sql as 'select 1';
create function public.planted_definer() returns integer language sql security definer set search_path = '' as 'select 1';

select isnt_empty($$ select object from tests.violations() where rule = 'every table has row level security' and object like '%planted%' $$, 'seen when broken: every table has row level security');
select isnt_empty($$ select object from tests.violations() where rule = 'every function has a fixed, empty search path' and object like '%planted%' $$, 'seen when broken: every function has a fixed, empty search path');
select isnt_empty($$ select object from tests.violations() where rule = 'every view asks with its reader''s rights' and object like '%planted%' $$, 'seen when broken: every view asks with its reader''s rights');
select isnt_empty($$ select object from tests.violations() where rule = 'every foreign key has an index that begins with its columns' and object like '%planted%' $$, 'seen when broken: every foreign key has an index that begins with its columns');
select isnt_empty($$ select object from tests.violations() where rule = 'no policy calls a function per row' and object like '%planted%' $$, 'seen when broken: no policy calls a function per row');
select isnt_empty($$ select object from tests.violations() where rule = 'every policy names its roles' and object like '%planted%' $$, 'seen when broken: every policy names its roles');
select isnt_empty($$ select object from tests.violations() where rule = 'visitors write nothing' and object like '%planted%' $$, 'seen when broken: visitors write nothing');
select isnt_empty($$ select object from tests.violations() where rule = 'members write by column, never whole tables' and object like '%planted%' $$, 'seen when broken: members write by column, never whole tables');
select isnt_empty($$ select object from tests.violations() where rule = 'members set no version, counter, status, role or premium' and object like '%planted%' $$, 'seen when broken: members set no version, counter, status, role or premium');
select isnt_empty($$ select object from tests.violations() where rule = 'no function that acts with its owner''s rights is open to everyone' and object like '%planted%' $$, 'seen when broken: no function that acts with its owner''s rights is open to everyone');
select isnt_empty($$ select object from tests.violations() where rule = 'every replicated table gives versions by trigger and finds them by index' and object like '%planted%' $$, 'seen when broken: every replicated table gives versions by trigger and finds them by index');
select isnt_empty($$ select object from tests.violations() where rule = 'every text of a limited length is composed before it is counted' and object like '%planted%' $$, 'seen when broken: every text of a limited length is composed before it is counted');

select * from finish();
rollback;
