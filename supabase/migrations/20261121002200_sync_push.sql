-- One request pushes what a device wrote. Each noun has one join, the same as on the device: commutative, associative, idempotent, so
-- that replaying a batch changes nothing. A batch is applied as a set; when that fails, row by row, each alone. Everything runs with
-- the caller's own rights. A time later than the server's now is taken as now; when it comes again with what is stored, nothing changes.
--
-- In this file, from the answers outwards: how a failure becomes a code (`refusal_code`, `is_passing_failure`); how answers are made and
-- found complete; one function per noun, in the order relations, favorites, history, settings, ratings, notification_reads, conversations,
-- messages (applied in that of `nouns`); which function is whose (`push_noun`); what can be read at all (`is_readable`); a batch, as a whole or in
-- halves (`push_batch`), postponed (`postpone_batch`) or refused (`refuse_batch`); and the request itself (`sync_push`), which checks its shape and
-- takes the locks.

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

-- Each noun: applies a batch or raises, and returns the answers in the batch's order.

create function private.push_relations(me uuid, batch jsonb) returns jsonb
language plpgsql
set search_path = ''
as $$
begin
  perform private.store_relations(batch);
  return private.answers_complete(batch, (
    select jsonb_agg(
      private.answer(
        jsonb_strip_nulls(to_jsonb(stored)),
        (
          stored.is_blocked, stored.blocked_edited_at, stored.liking, stored.liking_edited_at, stored.connection_answer, stored.answered_at,
          stored.report_reason, stored.report_body, stored.reported_at
        ) is not distinct from (
          pushed.is_blocked, pushed.blocked_edited_at, coalesce(pushed.liking, 'none'), coalesce(pushed.liking_edited_at, 0),
          coalesce(pushed.connection_answer, 'none'), coalesce(pushed.answered_at, 0),
          coalesce(pushed.report_reason, ''), coalesce(pushed.report_body, ''), coalesce(pushed.reported_at, 0)
        )
      ) order by pushed.place
    )
    from rows from (
      jsonb_to_recordset(batch) as (
        id text, other_id uuid, is_blocked boolean, blocked_edited_at bigint, liking text, liking_edited_at bigint,
        connection_answer text, answered_at bigint, report_reason text, report_body text, reported_at bigint
      )
    ) with ordinality as pushed (
      id, other_id, is_blocked, blocked_edited_at, liking, liking_edited_at, connection_answer, answered_at, report_reason, report_body,
      reported_at, place
    )
    join public.relations as stored
      on stored.id = pushed.id and stored.user_id = me and stored.other_id = pushed.other_id
  ));
end
$$;

create function private.push_favorites(me uuid, batch jsonb) returns jsonb
language plpgsql
set search_path = ''
as $$
declare
  now_ms constant bigint := private.now_ms();
begin
  insert into public.favorites (user_id, video_id, is_favorite, edited_at, added_at)
  select
    coalesce(pushed.user_id, me), pushed.video_id, pushed.is_favorite, clamped.edited_at,
    case when pushed.added_at < clamped.edited_at then pushed.added_at end
  from
    jsonb_to_recordset(batch) as pushed (
      id text, user_id uuid, video_id uuid, is_favorite boolean, edited_at bigint, added_at bigint
    )
  left join public.favorites as stored on stored.id = pushed.id
  cross join lateral (
    select case
      when pushed.edited_at > now_ms and stored.is_favorite = pushed.is_favorite then stored.edited_at
      else least(pushed.edited_at, now_ms)
    end as edited_at
  ) as clamped
  on conflict (id) do update
    set is_favorite = excluded.is_favorite, edited_at = excluded.edited_at, added_at = excluded.added_at
    where (excluded.edited_at, excluded.is_favorite, coalesce(excluded.added_at, excluded.edited_at))
      > (favorites.edited_at, favorites.is_favorite, coalesce(favorites.added_at, favorites.edited_at));

  return private.answers_complete(batch, (
    select jsonb_agg(
      private.answer(
        jsonb_strip_nulls(to_jsonb(stored)),
        (stored.is_favorite, stored.edited_at, stored.added_at)
          is not distinct from (pushed.is_favorite, pushed.edited_at, pushed.added_at)
      ) order by pushed.place
    )
    from rows from (
      jsonb_to_recordset(batch) as (
        id text, user_id uuid, video_id uuid, is_favorite boolean, edited_at bigint, added_at bigint
      )
    ) with ordinality as pushed (id, user_id, video_id, is_favorite, edited_at, added_at, place)
    join public.favorites as stored
      on stored.id = pushed.id and stored.user_id = coalesce(pushed.user_id, me) and stored.video_id = pushed.video_id
  ));
end
$$;

create function private.push_history(me uuid, batch jsonb) returns jsonb
language plpgsql
set search_path = ''
as $$
declare
  now_ms constant bigint := private.now_ms();
begin
  insert into public.history (user_id, video_id, viewed_at, is_deleted, edited_at)
  select
    coalesce(pushed.user_id, me), pushed.video_id, pushed.viewed_at, coalesce(pushed.is_deleted, false),
    case
      when pushed.edited_at > now_ms
        and (stored.is_deleted, stored.viewed_at) = (coalesce(pushed.is_deleted, false), pushed.viewed_at) then stored.edited_at
      else least(pushed.edited_at, now_ms)
    end
  from jsonb_to_recordset(batch)
    as pushed (id text, user_id uuid, video_id uuid, viewed_at timestamptz, is_deleted boolean, edited_at bigint)
  left join public.history as stored on stored.id = pushed.id
  on conflict (id) do update
    set viewed_at = excluded.viewed_at, is_deleted = excluded.is_deleted, edited_at = excluded.edited_at
    where (excluded.edited_at, excluded.is_deleted, excluded.viewed_at) > (history.edited_at, history.is_deleted, history.viewed_at);

  return private.answers_complete(batch, (
    select jsonb_agg(
      private.answer(
        jsonb_strip_nulls(to_jsonb(stored)),
        (stored.viewed_at, stored.is_deleted, stored.edited_at)
          is not distinct from (pushed.viewed_at, coalesce(pushed.is_deleted, false), pushed.edited_at)
      ) order by pushed.place
    )
    from rows from (
      jsonb_to_recordset(batch)
        as (id text, user_id uuid, video_id uuid, viewed_at timestamptz, is_deleted boolean, edited_at bigint)
    ) with ordinality as pushed (id, user_id, video_id, viewed_at, is_deleted, edited_at, place)
    join public.history as stored
      on stored.id = pushed.id and stored.user_id = coalesce(pushed.user_id, me) and stored.video_id = pushed.video_id
  ));
end
$$;

create function private.push_settings(me uuid, batch jsonb) returns jsonb
language plpgsql
set search_path = ''
as $$
declare
  now_ms constant bigint := private.now_ms();
begin
  insert into public.settings (user_id, name, value, edited_at)
  select
    coalesce(pushed.user_id, me), pushed.name, pushed.value,
    case
      when pushed.edited_at > now_ms and stored.value = pushed.value then stored.edited_at
      else least(pushed.edited_at, now_ms)
    end
  from jsonb_to_recordset(batch) as pushed (id text, user_id uuid, name text, value jsonb, edited_at bigint)
  left join public.settings as stored on stored.id = pushed.id
  on conflict (id) do update set value = excluded.value, edited_at = excluded.edited_at
    where (excluded.edited_at, excluded.value::text collate "C") > (settings.edited_at, settings.value::text collate "C");

  return private.answers_complete(batch, (
    select jsonb_agg(
      private.answer(
        to_jsonb(stored),
        (stored.value, stored.edited_at) is not distinct from (pushed.value, pushed.edited_at)
      ) order by pushed.place
    )
    from rows from (
      jsonb_to_recordset(batch) as (id text, user_id uuid, name text, value jsonb, edited_at bigint)
    ) with ordinality as pushed (id, user_id, name, value, edited_at, place)
    join public.settings as stored
      on stored.id = pushed.id and stored.user_id = coalesce(pushed.user_id, me) and stored.name = pushed.name
  ));
end
$$;

/** Ratings join field by field: the later edit of a field stands, of two at the same moment the larger value. */
create function private.push_ratings(me uuid, batch jsonb) returns jsonb
language plpgsql
set search_path = ''
as $$
declare
  now_ms constant bigint := private.now_ms();
  never constant jsonb := '{"overall": 0, "clarity": 0, "entertainment": 0, "originality": 0, "quality": 0, "reliability": 0, "usefulness": 0,
    "comment": 0, "is_deleted": 0}';
begin
  insert into public.video_ratings as current (
    user_id, video_id, overall, clarity, entertainment, originality, quality, reliability, usefulness, comment, is_deleted, edited_at
  )
  select
    coalesce(pushed.user_id, me),
    pushed.video_id,
    case sign(theirs.overall - mine.overall)
      when 1 then pushed.overall when -1 then stored.overall else greatest(stored.overall, pushed.overall)
    end,
    case sign(theirs.clarity - mine.clarity)
      when 1 then pushed.clarity when -1 then stored.clarity else greatest(stored.clarity, pushed.clarity)
    end,
    case sign(theirs.entertainment - mine.entertainment)
      when 1 then pushed.entertainment when -1 then stored.entertainment else greatest(stored.entertainment, pushed.entertainment)
    end,
    case sign(theirs.originality - mine.originality)
      when 1 then pushed.originality when -1 then stored.originality else greatest(stored.originality, pushed.originality)
    end,
    case sign(theirs.quality - mine.quality)
      when 1 then pushed.quality when -1 then stored.quality else greatest(stored.quality, pushed.quality)
    end,
    case sign(theirs.reliability - mine.reliability)
      when 1 then pushed.reliability when -1 then stored.reliability else greatest(stored.reliability, pushed.reliability)
    end,
    case sign(theirs.usefulness - mine.usefulness)
      when 1 then pushed.usefulness when -1 then stored.usefulness else greatest(stored.usefulness, pushed.usefulness)
    end,
    case sign(theirs.comment - mine.comment)
      when 1 then pushed.comment when -1 then stored.comment
      else greatest(stored.comment collate "C", pushed.comment collate "C", '')
    end,
    case sign(theirs.is_deleted - mine.is_deleted)
      when 1 then pushed.is_deleted when -1 then stored.is_deleted else greatest(stored.is_deleted, pushed.is_deleted, false)
    end,
    case when pushed.edited_at is not null then jsonb_strip_nulls(jsonb_build_object(
      'overall', nullif(greatest(mine.overall, theirs.overall), 0),
      'clarity', nullif(greatest(mine.clarity, theirs.clarity), 0),
      'entertainment', nullif(greatest(mine.entertainment, theirs.entertainment), 0),
      'originality', nullif(greatest(mine.originality, theirs.originality), 0),
      'quality', nullif(greatest(mine.quality, theirs.quality), 0),
      'reliability', nullif(greatest(mine.reliability, theirs.reliability), 0),
      'usefulness', nullif(greatest(mine.usefulness, theirs.usefulness), 0),
      'comment', nullif(greatest(mine.comment, theirs.comment), 0),
      'is_deleted', nullif(greatest(mine.is_deleted, theirs.is_deleted), 0)
    )) end
  from jsonb_to_recordset(batch) as pushed (
    id text, user_id uuid, video_id text, overall numeric, clarity numeric, entertainment numeric, originality numeric,
    quality numeric, reliability numeric, usefulness numeric, comment text, is_deleted boolean, edited_at jsonb
  )
  -- Whose rows these are is said again: by it few are looked through, whatever the planner thinks of a batch's length.
  left join public.video_ratings as stored on stored.id = pushed.id and stored.user_id = me,
  lateral jsonb_to_record(never || coalesce(stored.edited_at, '{}')) as mine (
    overall bigint, clarity bigint, entertainment bigint, originality bigint, quality bigint, reliability bigint,
    usefulness bigint, comment bigint, is_deleted bigint
  ),
  lateral jsonb_to_record(never || coalesce(jsonb_strip_nulls(pushed.edited_at), '{}')) as told (
    overall bigint, clarity bigint, entertainment bigint, originality bigint, quality bigint, reliability bigint,
    usefulness bigint, comment bigint, is_deleted bigint
  ),
  -- A time in the future is now; or, where it brings what is stored, the time that is stored.
  lateral (
    select
      case
        when told.overall <= now_ms then told.overall
        when stored.id = pushed.id and pushed.overall is not distinct from stored.overall then mine.overall
        else now_ms
      end as overall,
      case
        when told.clarity <= now_ms then told.clarity
        when stored.id = pushed.id and pushed.clarity is not distinct from stored.clarity then mine.clarity
        else now_ms
      end as clarity,
      case
        when told.entertainment <= now_ms then told.entertainment
        when stored.id = pushed.id and pushed.entertainment is not distinct from stored.entertainment then mine.entertainment
        else now_ms
      end as entertainment,
      case
        when told.originality <= now_ms then told.originality
        when stored.id = pushed.id and pushed.originality is not distinct from stored.originality then mine.originality
        else now_ms
      end as originality,
      case
        when told.quality <= now_ms then told.quality
        when stored.id = pushed.id and pushed.quality is not distinct from stored.quality then mine.quality
        else now_ms
      end as quality,
      case
        when told.reliability <= now_ms then told.reliability
        when stored.id = pushed.id and pushed.reliability is not distinct from stored.reliability then mine.reliability
        else now_ms
      end as reliability,
      case
        when told.usefulness <= now_ms then told.usefulness
        when stored.id = pushed.id and pushed.usefulness is not distinct from stored.usefulness then mine.usefulness
        else now_ms
      end as usefulness,
      case
        when told.comment <= now_ms then told.comment
        when stored.id = pushed.id and pushed.comment is not distinct from stored.comment then mine.comment
        else now_ms
      end as comment,
      case
        when told.is_deleted <= now_ms then told.is_deleted
        when stored.id = pushed.id and pushed.is_deleted is not distinct from stored.is_deleted then mine.is_deleted
        else now_ms
      end as is_deleted
  ) as theirs
  on conflict (id) do update set
    overall = excluded.overall,
    clarity = excluded.clarity,
    entertainment = excluded.entertainment,
    originality = excluded.originality,
    quality = excluded.quality,
    reliability = excluded.reliability,
    usefulness = excluded.usefulness,
    comment = excluded.comment,
    is_deleted = excluded.is_deleted,
    edited_at = excluded.edited_at
    where
      (
        excluded.overall, excluded.clarity, excluded.entertainment, excluded.originality, excluded.quality,
        excluded.reliability, excluded.usefulness, excluded.comment, excluded.is_deleted, excluded.edited_at
      ) is distinct from (
        current.overall, current.clarity, current.entertainment, current.originality, current.quality, current.reliability,
        current.usefulness, current.comment, current.is_deleted, current.edited_at
      );

  return private.answers_complete(batch, (
    select jsonb_agg(
      private.answer(
        jsonb_strip_nulls(to_jsonb(stored)),
        (
          stored.overall, stored.clarity, stored.entertainment, stored.originality, stored.quality, stored.reliability,
          stored.usefulness, stored.comment, stored.is_deleted, stored.edited_at
        ) is not distinct from (
          pushed.overall, pushed.clarity, pushed.entertainment, pushed.originality, pushed.quality, pushed.reliability,
          pushed.usefulness, coalesce(pushed.comment, ''), coalesce(pushed.is_deleted, false), pushed.edited_at
        )
      ) order by pushed.place
    )
    from rows from (
      jsonb_to_recordset(batch) as (
        id text, user_id uuid, video_id text, overall numeric, clarity numeric, entertainment numeric, originality numeric,
        quality numeric, reliability numeric, usefulness numeric, comment text, is_deleted boolean, edited_at jsonb
      )
    ) with ordinality as pushed (
      id, user_id, video_id, overall, clarity, entertainment, originality, quality, reliability, usefulness, comment,
      is_deleted, edited_at, place
    )
    join public.video_ratings as stored
      on stored.id = pushed.id and stored.user_id = me and stored.video_id = pushed.video_id
    where coalesce(pushed.user_id, me) = me
  ));
end
$$;

/** Each mark joins by its own time: the later one stands, of two at the same moment the set one. */
create function private.push_notification_reads(me uuid, batch jsonb) returns jsonb
language plpgsql
set search_path = ''
as $$
declare
  now_ms constant bigint := private.now_ms();
begin
  insert into public.notification_reads as current (id, user_id, is_read, read_edited_at, is_deleted, deleted_edited_at)
  select
    pushed.id, coalesce(pushed.user_id, me),
    coalesce(pushed.is_read, false),
    case
      when pushed.read_edited_at > now_ms and stored.is_read = pushed.is_read then stored.read_edited_at
      else least(coalesce(pushed.read_edited_at, 0), now_ms)
    end,
    coalesce(pushed.is_deleted, false),
    case
      when pushed.deleted_edited_at > now_ms and stored.is_deleted = pushed.is_deleted then stored.deleted_edited_at
      else least(coalesce(pushed.deleted_edited_at, 0), now_ms)
    end
  from jsonb_to_recordset(batch) as pushed (
    id uuid, user_id uuid, is_read boolean, read_edited_at bigint, is_deleted boolean, deleted_edited_at bigint
  )
  left join public.notification_reads as stored on stored.id = pushed.id
  -- The table's own trigger joins: what is excluded here only must not be written again.
  on conflict (id) do update set
    is_read = excluded.is_read,
    read_edited_at = excluded.read_edited_at,
    is_deleted = excluded.is_deleted,
    deleted_edited_at = excluded.deleted_edited_at
    where
      (excluded.read_edited_at, excluded.is_read) > (current.read_edited_at, current.is_read)
      or (excluded.deleted_edited_at, excluded.is_deleted) > (current.deleted_edited_at, current.is_deleted);

  return private.answers_complete(batch, (
    select jsonb_agg(
      private.answer(
        jsonb_strip_nulls(to_jsonb(stored)),
        (stored.is_read, stored.read_edited_at, stored.is_deleted, stored.deleted_edited_at) = (
          coalesce(pushed.is_read, false), coalesce(pushed.read_edited_at, 0), coalesce(pushed.is_deleted, false),
          coalesce(pushed.deleted_edited_at, 0)
        )
      ) order by pushed.place
    )
    from rows from (
      jsonb_to_recordset(batch) as (
        id uuid, is_read boolean, read_edited_at bigint, is_deleted boolean, deleted_edited_at bigint
      )
    ) with ordinality as pushed (id, is_read, read_edited_at, is_deleted, deleted_edited_at, place)
    join public.notification_reads as stored on stored.id = pushed.id
  ));
end
$$;

/** Of a conversation a person pushes one thing: up to which message they have read. */
create function private.push_conversations(me uuid, batch jsonb) returns jsonb
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

  return private.answers_complete(batch, (
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
  ));
end
$$;

/**
 * Messages are written once, in the batch's order; the text of one that is stored already stays as it is. One that its sender takes
 * back is emptied; one that never arrived leaves its empty row, so that a late copy of it finds its place taken.
 */
create function private.push_messages(me uuid, batch jsonb) returns jsonb
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

  return private.answers_complete(batch, (
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
  ));
end
$$;

create function private.push_noun(noun text, me uuid, batch jsonb) returns jsonb
language plpgsql
set search_path = ''
as $$
begin
  return case noun
    when 'relations' then private.push_relations(me, batch)
    when 'settings' then private.push_settings(me, batch)
    when 'history' then private.push_history(me, batch)
    when 'favorites' then private.push_favorites(me, batch)
    when 'ratings' then private.push_ratings(me, batch)
    when 'notification_reads' then private.push_notification_reads(me, batch)
    when 'conversations' then private.push_conversations(me, batch)
    when 'messages' then private.push_messages(me, batch)
  end;
end
$$;

/** The columns that a pushed row is read by, with their types; `!`: required of a person's own row. jsonb columns take any value. */
create function private.push_columns(noun text) returns jsonb
language sql immutable
set search_path = ''
return case noun
  when 'relations' then jsonb '{
    "id": "text", "user_id": "uuid", "other_id": "uuid", "is_blocked": "boolean", "blocked_edited_at": "bigint", "liking_edited_at": "bigint",
    "answered_at": "bigint", "reported_at": "bigint"
  }'
  when 'settings' then jsonb '{"user_id": "uuid", "name": "text!", "edited_at": "bigint"}'
  when 'history' then jsonb '{
    "user_id": "uuid", "video_id": "uuid!", "viewed_at": "timestamptz", "is_deleted": "boolean", "edited_at": "bigint"
  }'
  when 'favorites' then jsonb '{
    "user_id": "uuid", "video_id": "uuid!", "is_favorite": "boolean", "edited_at": "bigint", "added_at": "bigint"
  }'
  when 'ratings' then jsonb '{
    "user_id": "uuid", "video_id": "text!", "overall": "numeric", "clarity": "numeric", "entertainment": "numeric", "originality": "numeric",
    "quality": "numeric", "reliability": "numeric", "usefulness": "numeric", "is_deleted": "boolean"
  }'
  when 'notification_reads' then jsonb '{
    "id": "uuid!", "user_id": "uuid", "is_read": "boolean", "read_edited_at": "bigint", "is_deleted": "boolean", "deleted_edited_at": "bigint"
  }'
  when 'messages' then jsonb '{
    "id": "uuid", "conversation_id": "uuid", "sender_id": "uuid", "sent_at": "bigint", "is_deleted": "boolean"
  }'
  when 'conversations' then jsonb '{"id": "uuid", "read_seq": "bigint"}'
end;

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
