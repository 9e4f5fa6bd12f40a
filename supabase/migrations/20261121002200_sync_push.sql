-- One request pushes what a device wrote. Each noun has one merge, the same as on the device: commutative, associative, idempotent, so
-- that replaying a batch changes nothing. A batch is applied as a set; when that fails, row by row, each alone. Everything runs with
-- the caller's own rights.
--
-- In this file, from the answers outwards: how a failure becomes a code (`refusal_code`, `is_passing_failure`); how answers are made and
-- found complete; the two nouns that are not merged by registers, conversations and messages; which functions are whose (`push_noun`); what can be
-- read at all (`is_readable`); a batch, as a whole or in halves (`push_batch`), postponed (`postpone_batch`) or refused (`refuse_batch`); and the
-- request itself (`sync_push`), which checks its shape and takes the locks.

/** Why a row was refused, from how the database refused it. The codes are those of src/domain/errors.ts; here is their one home. */
create function private.refusal_code(failure text, violated text) returns text
language sql immutable
set search_path = ''
return case
  when violated = 'favorite_limit' then 'favorite_limit'
  when violated = 'conversation_blocked' then 'blocked'
  when violated in ('relation_adult', 'message_adult') then 'adult_required'
  when violated = 'message_age_checked' then 'age_check_required'
  when violated like '%\_length' or failure in ('22001', '54000') then 'too_long'
  when failure = '42501' then 'forbidden'
  when failure in ('23503', 'P0002') then 'not_found'
  when failure like '22%' or failure like '23%' then 'invalid'
  else 'server_error'
end;

/** Failures that pass: the whole push is to be repeated, so they are never one row's refusal. */
create function private.is_passing_failure(failure text) returns boolean
language sql immutable
set search_path = ''
return left(failure, 2) in ('08', '40', '53', '57', '58', 'XX') or failure = '55P03';

/** The answers of a batch, or a failure when one is missing: such a row's id is not what its columns say, or another's. */
create function private.answers_complete(batch jsonb, answers jsonb) returns jsonb
language plpgsql immutable
set search_path = ''
as $$
begin
  if coalesce(jsonb_array_length(answers), 0) <> jsonb_array_length(batch) then
    raise exception 'a pushed row has an id that is not its own' using errcode = 'invalid_parameter_value';
  end if;
  return answers;
end
$$;

create function private.answer(document jsonb, is_as_pushed boolean) returns jsonb
language sql immutable
set search_path = ''
return jsonb_build_object(
  'id', document -> 'id', 'result', case when is_as_pushed then 'applied' else 'conflict' end, 'row', document
);

-- How a batch is stored (`merge_…`) and answered in its order (`answer_…`): of the nouns that are merged by registers in `merges`, of the two others
-- here.

/** Of a conversation a person pushes one thing: up to which message they have read. */
create function private.merge_conversations(batch jsonb) returns void
language plpgsql
set search_path = ''
as $$
begin
  if exists (
    select from jsonb_to_recordset(batch) as pushed (id uuid, read_seq bigint)
    where not exists (select from public.conversations where conversations.id = pushed.id)
  ) then
    raise exception 'no such conversation' using errcode = 'no_data_found';
  end if;
  if exists (select from jsonb_to_recordset(batch) as pushed (read_seq bigint) where pushed.read_seq is null) then
    raise exception 'up to which message was it read?' using errcode = 'null_value_not_allowed';
  end if;
  perform private.mark_conversations_read(array_agg(pushed.id), array_agg(pushed.read_seq))
  from jsonb_to_recordset(batch) as pushed (id uuid, read_seq bigint);
end
$$;

create function private.answer_conversations(me uuid, batch jsonb) returns jsonb
language plpgsql
set search_path = ''
as $$
begin
  return (
    select jsonb_agg(
      private.answer(
        jsonb_strip_nulls(to_jsonb(stored)),
        pushed.read_seq = case when stored.user1_id = me then stored.user1_read_seq else stored.user2_read_seq end
      ) order by pushed.place
    )
    from rows from (
      jsonb_to_recordset(batch) as (id uuid, read_seq bigint)
    ) with ordinality as pushed (id, read_seq, place)
    join public.conversations as stored on stored.id = pushed.id
  );
end
$$;

/**
 * Messages are written once, in the batch's order; the text of one that is stored already stays as it is. One that its sender takes
 * back is emptied; one that never arrived leaves its empty row, so that a late copy of it finds its place taken.
 */
create function private.merge_messages(me uuid, batch jsonb) returns void
language plpgsql
set search_path = ''
as $$
begin
  if exists (
    select from jsonb_to_recordset(batch) as pushed (id uuid, is_deleted boolean) join public.messages on messages.id = pushed.id
    where pushed.is_deleted and messages.sender_id <> me
  ) then
    raise exception 'one takes back only one''s own messages' using errcode = 'insufficient_privilege';
  end if;

  insert into public.messages (id, conversation_id, sender_id, body, sent_at, is_deleted)
  select
    pushed.id, pushed.conversation_id, coalesce(pushed.sender_id, me), pushed.body, pushed.sent_at,
    coalesce(pushed.is_deleted, false)
  from rows from (
    jsonb_to_recordset(batch)
      as (id uuid, conversation_id uuid, sender_id uuid, body text, sent_at bigint, is_deleted boolean)
  ) with ordinality as pushed (id, conversation_id, sender_id, body, sent_at, is_deleted, place)
  where not exists (select from public.messages where messages.id = pushed.id)
  order by pushed.place
  on conflict (id) do nothing;

  update public.messages
  set is_deleted = true
  from jsonb_to_recordset(batch) as pushed (id uuid, is_deleted boolean)
  where messages.id = pushed.id and pushed.is_deleted and not messages.is_deleted;
end
$$;

create function private.answer_messages(me uuid, batch jsonb) returns jsonb
language plpgsql
set search_path = ''
as $$
begin
  return (
    select jsonb_agg(
      private.answer(
        jsonb_strip_nulls(to_jsonb(stored)),
        (stored.conversation_id, stored.sender_id, stored.body, stored.sent_at, stored.is_deleted)
          is not distinct from (
            pushed.conversation_id, coalesce(pushed.sender_id, me), pushed.body, pushed.sent_at, coalesce(pushed.is_deleted, false)
          )
      ) order by pushed.place
    )
    from rows from (
      jsonb_to_recordset(batch)
        as (id uuid, conversation_id uuid, sender_id uuid, body text, sent_at bigint, is_deleted boolean)
    ) with ordinality as pushed (id, conversation_id, sender_id, body, sent_at, is_deleted, place)
    join public.messages as stored on stored.id = pushed.id
  );
end
$$;

/** Applies a batch of a noun or raises, and returns the answers in the batch's order. */
create function private.push_noun(noun text, me uuid, batch jsonb) returns jsonb
language plpgsql
set search_path = ''
as $$
begin
  case noun
    when 'relations' then perform private.store_relations(batch);
    when 'settings' then perform private.merge_settings(me, batch);
    when 'history' then perform private.merge_history(me, batch);
    when 'favorites' then perform private.merge_favorites(me, batch);
    when 'ratings' then perform private.merge_ratings(me, batch);
    when 'notification_reads' then perform private.merge_notification_reads(me, batch);
    when 'messages' then perform private.merge_messages(me, batch);
    when 'conversations' then perform private.merge_conversations(batch);
  end case;
  return private.answers_complete(batch, case noun
    when 'relations' then private.answer_relations(me, batch)
    when 'settings' then private.answer_settings(me, batch)
    when 'history' then private.answer_history(me, batch)
    when 'favorites' then private.answer_favorites(me, batch)
    when 'ratings' then private.answer_ratings(me, batch)
    when 'notification_reads' then private.answer_notification_reads(me, batch)
    when 'messages' then private.answer_messages(me, batch)
    when 'conversations' then private.answer_conversations(me, batch)
  end);
end
$$;

/** The columns that a pushed row is read by, as `register_columns` has them. */
create function private.push_columns(noun text) returns jsonb
language sql immutable
set search_path = ''
return coalesce(private.register_columns(noun), case noun
  when 'messages' then jsonb '{
    "id": "uuid", "conversation_id": "uuid", "sender_id": "uuid", "sent_at": "bigint", "is_deleted": "boolean"
  }'
  when 'conversations' then jsonb '{"id": "uuid", "read_seq": "bigint"}'
end);

/** False for a row that no table could take: not an object, a value that is not of its column's type, or no key. */
create function private.is_readable(noun text, me uuid, pushed jsonb) returns boolean
language sql stable
set search_path = ''
return jsonb_typeof(pushed) = 'object' and not exists (
  select from jsonb_each_text(private.push_columns(noun)) as expected (name, type)
  where not coalesce(
    pg_input_is_valid(pushed ->> name, rtrim(type, '!')),
    type not like '%!' or coalesce(pushed ->> 'user_id', me::text) <> me::text
  )
);

/** Every row of a batch, to be pushed again later. It is no failure of the rows. */
create function private.postpone_batch(batch jsonb) returns jsonb
language sql immutable
set search_path = ''
as $$
  select coalesce(jsonb_agg(jsonb_build_object('id', row -> 'id', 'result', 'later') order by place), '[]')
  from jsonb_array_elements(batch) with ordinality as pushed (row, place)
$$;

/**
 * Applies a batch as one set; when that fails, its halves, down to the rows that fail alone. Refused rows hold
 * nothing else up. Each try costs one of `tries_left`; without one, rows are postponed.
 */
create function private.push_batch(noun text, me uuid, batch jsonb, inout tries_left integer, out answers jsonb)
language plpgsql
set search_path = ''
as $$
declare
  size constant integer := jsonb_array_length(batch);
  failure text;
  violated text;
  second_half jsonb;
begin
  if tries_left < 1 then
    answers := private.postpone_batch(batch);
    return;
  end if;
  tries_left := tries_left - 1;
  begin
    answers := private.push_noun(noun, me, batch);
    return;
  exception when others then
    get stacked diagnostics failure = returned_sqlstate, violated = constraint_name;
    if failure not in ('40001', '40P01') and private.is_passing_failure(failure) then
      raise;
    end if;
  end;
  if failure in ('40001', '40P01') or (size = 1 and failure = 'PT429') then
    -- Somebody else was at the same rows, or the budget is used up: what else there is of this noun would only be tried in vain.
    tries_left := 0;
    answers := private.postpone_batch(batch);
    return;
  elsif size = 1 then
    answers := private.refuse_batch(batch, private.refusal_code(failure, violated));
    return;
  end if;
  select half.tries_left, half.answers into tries_left, answers
  from private.push_batch(
    noun, me, jsonb_path_query_array(batch, '$[0 to $last]', jsonb_build_object('last', size / 2 - 1)), tries_left
  ) as half;
  select half.tries_left, half.answers into tries_left, second_half
  from private.push_batch(
    noun, me, jsonb_path_query_array(batch, '$[$first to last]', jsonb_build_object('first', size / 2)), tries_left
  ) as half;
  answers := answers || second_half;
end
$$;

/** Refuses the unreadable rows of a batch and applies the others. Answers in the batch's order. */
create function private.push_readable(noun text, me uuid, batch jsonb, inout tries_left integer, out answers jsonb)
language plpgsql
set search_path = ''
as $$
declare
  readable jsonb;
  -- Of each place in the batch, the place among the readable rows; null for an unreadable row.
  places integer[];
begin
  select
    coalesce(jsonb_agg(checked.row order by checked.place) filter (where checked.is_readable), '[]'),
    array_agg(case when checked.is_readable then checked.rank end order by checked.place)
  into readable, places
  from (
    select
      row, place, is_readable,
      (count(*) filter (where is_readable) over (order by place))::integer as rank
    from jsonb_array_elements(batch) with ordinality as pushed (row, place)
    cross join lateral (select private.is_readable(noun, me, row)) as told (is_readable)
  ) as checked;
  if readable = '[]' then
    answers := private.refuse_batch(batch, 'invalid');
    return;
  end if;
  -- A noun whose batch is right is applied whatever the nouns before it have used up.
  select pushed.tries_left, pushed.answers into tries_left, answers
  from private.push_batch(noun, me, readable, greatest(tries_left, 1)) as pushed;
  if readable <> batch then
    answers := (
      select jsonb_agg(
        case
          when places[pushed.place] is null then private.refuse_batch(jsonb_build_array(pushed.row), 'invalid') -> 0
          else answers -> (places[pushed.place] - 1)
        end order by pushed.place
      )
      from jsonb_array_elements(batch) with ordinality as pushed (row, place)
    );
  end if;
end
$$;

/** Every row of a batch, refused for the same reason. */
create function private.refuse_batch(batch jsonb, code text) returns jsonb
language sql immutable
set search_path = ''
as $$
  select coalesce(jsonb_agg(jsonb_build_object('id', row -> 'id', 'result', 'refused', 'code', code) order by place), '[]')
  from jsonb_array_elements(batch) with ordinality as pushed (row, place)
$$;

/**
 * Applies what a device wrote, at most 500 rows in all. Of a suspended person every row is refused. While another push of the person
 * runs, every row is postponed: one person holds one connection, and the merges see what the push before has stored.
 * In:  {"relations": [row, …], "favorites": […], "ratings": […], "messages": […], "conversations": [{id, read_seq}], "history": […],
 *      "settings": […], "notification_reads": […]}
 * Out: {"server_time": ms, "answers": {"favorites": [{"id", "result": "applied" | "conflict", "row"} | {"id", "result": "refused",
 *      "code"} | {"id", "result": "later"}, …]}}, in the order given. applied: stored as pushed; conflict: stored otherwise, as `row` says;
 *      later: not tried, push it again.
 */
create function public.sync_push(batches jsonb) returns jsonb
language plpgsql
set search_path = ''
as $$
declare
  me constant uuid := (select auth.uid());
  -- Also the order in which rows are locked. A block counts before what is written beside it. A message changes its conversation: that is
  -- answered as it is after all messages, or a device would hold what it was before under the version that it got.
  nouns constant text[] := array[
    'relations', 'settings', 'history', 'favorites', 'ratings', 'notification_reads', 'messages', 'conversations'
  ];
  noun text;
  answers jsonb := '{}';
  noun_answers jsonb;
  row_count integer := 0;
  -- Each is a subtransaction: enough to find two refused rows among 500. Beyond 64 they slow down every connection.
  tries_left integer := 50;
  may_write constant boolean := private.may_write();
begin
  if me is null then
    raise exception 'sign in to push' using errcode = 'insufficient_privilege';
  end if;
  perform private.require_second_factor();
  -- A token outlives its account: 401 makes the device ask for another one, and hear from the auth server that there is none
  if not exists (select from public.profiles where id = me) then
    raise exception 'this account is no longer there' using errcode = 'PT401';
  end if;
  if jsonb_typeof(batches) is distinct from 'object' then
    raise exception 'batches: an object of nouns is expected' using errcode = 'invalid_parameter_value';
  end if;
  for noun in select jsonb_object_keys(batches) loop
    if noun <> all (nouns) then
      raise exception '% cannot be pushed', noun using errcode = 'invalid_parameter_value';
    elsif jsonb_typeof(batches -> noun) <> 'array' then
      raise exception '%: an array of rows is expected', noun using errcode = 'invalid_parameter_value';
    end if;
    row_count := row_count + jsonb_array_length(batches -> noun);
  end loop;
  if row_count > 500 then
    -- A device of an earlier build, which sends more, divides what was too large; a 500 it would repeat for ever.
    raise exception 'at most 500 rows at once' using errcode = 'PT413';
  end if;

  if not pg_try_advisory_xact_lock(hashtextextended('push of ' || me, 0)) then
    return jsonb_build_object('server_time', private.now_ms(), 'answers', (
      select coalesce(jsonb_object_agg(key, private.postpone_batch(value)), '{}') from jsonb_each(batches)
    ));
  end if;
  if may_write and batches ? 'ratings' then
    perform private.lock_rated_videos(array(select row ->> 'video_id' from jsonb_array_elements(batches -> 'ratings') as row));
  end if;
  perform private.lock_conversations(array(
    select (row ->> key)::uuid
    from (
      select 'conversation_id' as key, jsonb_array_elements(coalesce(batches -> 'messages', '[]')) as row
      union all
      select 'id', jsonb_array_elements(coalesce(batches -> 'conversations', '[]'))
    ) as pushed
    where row ->> key ~* '^[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12}$'
  ) || private.conversations_with(array(
    select (row ->> 'other_id')::uuid
    from jsonb_array_elements(coalesce(batches -> 'relations', '[]')) as row
    where row ->> 'other_id' ~* '^[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12}$'
  )));
  foreach noun in array nouns loop
    continue when not batches ? noun;
    if not may_write then
      noun_answers := private.refuse_batch(batches -> noun, 'suspended');
    elsif batches -> noun = '[]' then
      noun_answers := '[]';
    else
      select pushed.tries_left, pushed.answers into tries_left, noun_answers
      from private.push_readable(noun, me, batches -> noun, tries_left) as pushed;
    end if;
    answers := answers || jsonb_build_object(noun, noun_answers);
  end loop;
  return jsonb_build_object('server_time', private.now_ms(), 'answers', answers);
end
$$;
revoke all on function public.sync_push(jsonb) from public;
grant execute on function public.sync_push(jsonb) to authenticated;
