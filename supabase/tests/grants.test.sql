begin;
\ir helpers.psql
select plan(6);

/**
 * What the caller may do with a table, found by trying every verb on every column of no row: `select, insert (a, b), update (b), delete`. A verb
 * without columns is one of all of them; columns stand in the order of the alphabet.
 */
create function tests.reach(relation regclass) returns text language plpgsql
as $$
declare
  verb text;
  known name;
  type text;
  is_made boolean;
  given name[];
  parts text[] := '{}';
  is_whole boolean;
begin
  foreach verb in array array['select', 'insert', 'update'] loop
    given := '{}';
    is_whole := true;
    for known, type, is_made in
      select attname, format_type(atttypid, atttypmod), attgenerated <> '' or attidentity = 'a' from pg_attribute
      where attrelid = relation and attnum > 0 and not attisdropped order by attname
    loop
      continue when is_made and verb <> 'select';
      begin
        execute case verb
          when 'select' then format('select %I from %s where false', known, relation)
          when 'insert' then format('insert into %s (%I) select null::%s where false', relation, known, type)
          else format('update %s set %I = null where false', relation, known)
        end;
        given := given || known;
      exception
        when insufficient_privilege then
          is_whole := false;
        when object_not_in_prerequisite_state then
          -- A view that joins takes nothing, granted or not
          continue when not has_column_privilege(relation, known, verb);
          given := given || known;
      end;
    end loop;
    continue when given = '{}';
    parts := parts || case when is_whole then verb else format('%s (%s)', verb, array_to_string(given, ', ')) end;
  end loop;
  begin
    execute format('delete from %s where false', relation);
    parts := parts || array['delete'];
  exception
    when insufficient_privilege then
      null;
    when object_not_in_prerequisite_state then
      parts := case when has_table_privilege(relation, 'delete') then parts || array['delete'] else parts end;
  end;
  return array_to_string(parts, ', ');
end
$$;

/** Which functions of a schema the caller may call, found by calling each for no row. */
create function tests.callable(schema regnamespace) returns setof name language plpgsql
as $$
declare
  known name;
  call text;
begin
  for known, call in
    select
      proname,
      format(
        'select %s(%s) where false', pg_proc.oid::regproc,
        (select string_agg('null::' || format_type(type, null), ', ' order by place) from unnest(proargtypes) with ordinality as arguments (type, place))
      )
    from pg_proc where pronamespace = schema and prokind = 'f' and prorettype <> 'trigger'::regtype
  loop
    begin
      execute call;
      return next known;
    exception
      when insufficient_privilege then
        null;
      when others then
        return next known;
    end;
  end loop;
end
$$;

/** Every table and view, and what visitors and members reach of it. Which rows, the policies say, and each noun's story tells that. */
create table tests.reaches (relation text primary key, visitors text not null, members text not null);
insert into tests.reaches values
  ('admin_acts', '', 'select'),
  ('blocks', '', 'select, insert (blocked_id, blocker_id), delete'),
  ('connections', '', 'select'),
  ('conversations', '', 'select'),
  ('event_links', '', 'select'),
  ('event_participants', '', 'select'),
  ('events', 'select', 'select'),
  ('favorites', '', 'select, insert (added_at, edited_at, is_favorite, user_id, video_id), update (added_at, edited_at, is_favorite)'),
  ('genres', 'select', 'select'),
  ('history', '', 'select, insert (edited_at, is_deleted, user_id, video_id, viewed_at), update (edited_at, is_deleted, viewed_at)'),
  ('messages', '', 'select, insert (body, conversation_id, id, is_deleted, sender_id, sent_at), update (is_deleted)'),
  (
    'notification_preferences',
    '',
    'select, '
    'insert (achievements, batch_interval_minutes, batch_notifications, connection_notifications, email_notifications, favorites, '
    'follows, in_app_notifications, likes, matching_notifications, max_notifications_per_day, mentions, message_notifications, '
    'milestones, new_videos, premium_features, push_notifications, quiet_hours_enabled, ratings, recommendations, review_replies, '
    'subscriptions, system_notifications, user_id, video_comments), '
    'update (achievements, batch_interval_minutes, batch_notifications, connection_notifications, email_notifications, favorites, '
    'follows, in_app_notifications, likes, matching_notifications, max_notifications_per_day, mentions, message_notifications, '
    'milestones, new_videos, premium_features, push_notifications, quiet_hours_enabled, ratings, recommendations, review_replies, '
    'subscriptions, system_notifications, user_id, video_comments)'
  ),
  (
    'notification_reads',
    '',
    'select, '
    'insert (deleted_edited_at, id, is_deleted, is_read, read_edited_at, user_id), '
    'update (deleted_edited_at, is_deleted, is_read, read_edited_at)'
  ),
  ('notifications', '', 'select'),
  ('point_transactions', '', 'select'),
  ('premium_subscriptions', '', 'select'),
  ('profile_private', '', 'select, update (area, birth_date, gender)'),
  (
    'profiles',
    'select (avatar_url, id, username)',
    'select (avatar_url, id, username), '
    'update (avatar_url, bio, channel_url, description, display_name, interests, username)'
  ),
  ('promotion_days', '', ''),
  ('promotion_events', '', ''),
  ('promotion_slots', 'select', 'select'),
  ('push_subscriptions', '', 'select (created_at, endpoint, id, user_id)'),
  ('rating_likes', 'select', 'select, insert (rating_id, user_id), delete'),
  ('rating_replies', 'select', 'select, insert (body, id, rating_id, user_id), update (body, is_deleted)'),
  ('relations', '', 'select'),
  ('reports', '', 'select (body, created_at, id, reason, reported_id, reporter_id, updated_at)'),
  ('reviews', 'select', 'select'),
  ('revocations', '', 'select'),
  ('settings', '', 'select, insert (edited_at, name, user_id, value), update (edited_at, value)'),
  ('slot_bookings', '', 'select'),
  ('slot_prices', 'select', 'select'),
  ('subscription_plans', 'select', 'select'),
  ('suspensions', '', 'select (created_at, ends_at, reason, user_id)'),
  ('sync_epochs', '', 'select'),
  ('sync_realm', '', 'select'),
  ('user_points', '', 'select'),
  ('user_verification', '', 'select'),
  ('verification_requests', '', 'select (birth_date, created_at, decided_at, document_path, id, status, user_id)'),
  (
    'video_ratings',
    'select',
    'select, '
    'insert (clarity, comment, edited_at, entertainment, is_deleted, originality, overall, quality, reliability, usefulness, user_id, '
    'video_id), '
    'update (clarity, comment, edited_at, entertainment, is_deleted, originality, overall, quality, reliability, usefulness, user_id, '
    'video_id)'
  ),
  ('videos', 'select', 'select'),
  ('youtuber_profiles', 'select', 'select'),
  ('private.admins_by_password', '', ''),
  ('private.booking_payments', '', ''),
  ('private.budgets', '', ''),
  ('private.channel_checks', '', ''),
  ('private.contacts', '', ''),
  ('private.departed_videos', '', 'select'),
  ('private.held_notifications', '', ''),
  ('private.match_pool', '', ''),
  ('private.met_profiles', '', 'select'),
  ('private.new_videos', '', ''),
  ('private.payment_calls', '', ''),
  ('private.viewer_salt', '', ''),
  ('private.push_queue', '', ''),
  ('private.rewarded_phones', '', ''),
  ('private.spent_phone_proofs', '', ''),
  ('private.scheduled_work', '', ''),
  ('private.seal_keys', '', ''),
  ('private.seal_secret', '', ''),
  ('private.spending', '', ''),
  ('private.stripe_events', '', ''),
  ('private.stripe_subscriptions', '', ''),
  ('private.told_once', '', ''),
  ('private.touched_videos', '', 'select'),
  ('private.video_imports', '', ''),
  ('private.video_search', 'select', 'select'),
  ('private.video_totals', '', '');
grant select on tests.reaches to anon, authenticated;

select set_eq(
  $$ select oid::regclass::text from pg_class where relnamespace in ('public'::regnamespace, 'private'::regnamespace) and relkind in ('r', 'p', 'v', 'm') $$,
  $$ select relation from tests.reaches $$,
  'it is said of every table who reaches what of it'
);
select tests.visit();
select bag_eq(
  $$ select relation, tests.reach(relation::regclass) from tests.reaches $$, $$ select relation, visitors from tests.reaches $$,
  'visitors reach this of the tables'
);
select tests.sign_in('mio');
select bag_eq(
  $$ select relation, tests.reach(relation::regclass) from tests.reaches $$, $$ select relation, members from tests.reaches $$,
  'members reach this of the tables'
);

-- Functions that are not served.
select tests.govern();
create function tests.words(text) returns setof text language sql
as $$ select regexp_split_to_table(btrim($1, E' \n'), '\s+') $$;
create table tests.plain as select tests.words($$
    answer answer_conversations answer_favorites answer_history answer_messages answer_notification_reads answer_ratings answer_relations
    answer_settings answers_complete batch_size before_request check_search_criteria current_epoch current_version end_of_quiet few_hits fold
    free_favorite_limit grams has_words id_after is_passing_failure is_plain_name is_plain_text is_rating_written_directly is_readable
    merge_conversations merge_favorites merge_history merge_messages merge_notification_reads merge_ratings merge_relations merge_settings
    message_floors message_window
    needs_premium newest_hits now_ms plain_name postpone_batch
    pull_collection pull_connections pull_conversations pull_favorites pull_history pull_messages pull_notifications
    pull_profiles pull_ratings pull_relations pull_revocations pull_settings pull_videos push_batch push_columns push_noun push_readable quote_of
    refusal_code refuse_batch register_columns require_second_factor step_of unturned version_horizon wanted_grams wanted_text
$$) as name;
grant select on tests.plain to anon, authenticated;
select tests.visit();
select set_eq(
  $$ select tests.callable('private')::text $$, $$ select name from tests.plain $$,
  'of the functions that are not served visitors could call those alone that act with the caller''s rights'
);
select tests.sign_in('mio');
select set_eq(
  $$ select tests.callable('private')::text except select name from tests.plain $$,
  $$ select tests.words('
    conversations_with documents_under_review full_buckets has_premium hidden_people is_admin is_adult is_id_verified is_phone_verified lock_conversations lock_rated_videos
    mark_conversations_read may_write own_folder profile_document second_factor_given store_relations talks_here
  ') $$,
  'and members those that policies and served functions ask in their name'
);

-- What no migration grants
select tests.govern();
create table public.forgotten (id bigint generated by default as identity primary key);
create sequence public.forgotten_numbers;
create function public.forgotten_function() returns void language sql as '';
select is_empty(
  $$
    select oid::regclass::text, grantee::regrole, privilege_type from pg_class, aclexplode(relacl)
    where oid in ('public.forgotten'::regclass, 'public.forgotten_numbers'::regclass) and grantee <> relowner
    union all
    select proname::text, grantee::regrole, privilege_type from pg_proc, aclexplode(proacl)
    where oid = 'public.forgotten_function'::regproc and grantee not in (0, proowner)
  $$,
  'a table, sequence or function without a grant of its own is open to no API role'
);

select * from finish();
rollback;
