-- One request pulls every collection: rows above the caller's checkpoint, in the order of (row_version, id), up to the horizon below
-- which no transaction is still open. Everything runs with the caller's own rights.
--
-- In this file, from the rows outwards: what is revoked (`pull_revocations`); one function per collection that is not merged by registers (those are in
-- `merges`): one's own notifications, two people's (conversations, messages, connections), many people's (profiles, videos); which function is whose
-- (`pull_collection`); and the request itself (`sync_pull`), which reads checkpoints, decides where each collection starts, and says whether something is
-- held back.

-- A document is the table's row without the columns that are null; the nulls inside a JSON column stay.
--
-- Each collection has one function of the same shape: documents after (after_version, after_id) and below the horizon, in order, at
-- most page_limit of them. Each branch walks one index from the checkpoint on and stops after page_limit rows, so that the cost does
-- not grow with the table. `after_id` is '' at the beginning.

/** What a device may no longer see. */
create function private.pull_revocations(me uuid, collection_name text, after_version bigint, after_id text, horizon bigint, page_limit integer)
returns table (version bigint, id text, document jsonb)
language plpgsql stable
set search_path = ''
as $$
#variable_conflict use_column
begin
  return query
  select
    revocations.row_version,
    revocations.document_id,
    jsonb_build_object('id', revocations.document_id, 'row_version', revocations.row_version, '_deleted', true)
  from public.revocations
  where revocations.user_id = me and revocations.collection = collection_name
    and (revocations.row_version, revocations.document_id) > (after_version, after_id collate "C")
    and revocations.row_version < horizon
  order by revocations.row_version, revocations.document_id
  limit page_limit;
end
$$;

/** A checkpoint's id as the UUID it is; the smallest one at the beginning. */
create function private.id_after(after_id text) returns uuid
language sql immutable
set search_path = ''
return coalesce(nullif(after_id, ''), '00000000-0000-0000-0000-000000000000')::uuid;

create function private.pull_notifications(me uuid, after_version bigint, after_id text, horizon bigint, page_limit integer) returns jsonb
language plpgsql stable
set search_path = ''
as $$
begin
  return (
    select coalesce(jsonb_agg(page.document order by page.version, page.id collate "C"), '[]')
    from (
      (
        select notifications.row_version, notifications.id::text collate "C",
          jsonb_strip_nulls(to_jsonb(notifications) - 'metadata') || jsonb_build_object('metadata', notifications.metadata)
        from public.notifications
        where notifications.user_id = me
          and (notifications.row_version, notifications.id) > (after_version, private.id_after(after_id))
          and notifications.row_version < horizon
        order by notifications.row_version, notifications.id
        limit page_limit
      )
      union all
      select * from private.pull_revocations(me, 'notifications', after_version, after_id, horizon, page_limit)
      order by 1, 2
      limit page_limit
    ) as page (version, id, document)
  );
end
$$;

create function private.pull_conversations(me uuid, after_version bigint, after_id text, horizon bigint, page_limit integer) returns jsonb
language plpgsql stable
set search_path = ''
as $$
begin
  return (
    select coalesce(jsonb_agg(page.document order by page.version, page.id collate "C"), '[]')
    from (
      (
        select conversations.row_version, conversations.id::text collate "C", jsonb_strip_nulls(to_jsonb(conversations))
        from public.conversations
        where conversations.user1_id = me
          and (conversations.row_version, conversations.id) > (after_version, private.id_after(after_id))
          and conversations.row_version < horizon
        order by conversations.row_version, conversations.id
        limit page_limit
      )
      union all
      (
        select conversations.row_version, conversations.id::text collate "C", jsonb_strip_nulls(to_jsonb(conversations))
        from public.conversations
        where conversations.user2_id = me
          and (conversations.row_version, conversations.id) > (after_version, private.id_after(after_id))
          and conversations.row_version < horizon
        order by conversations.row_version, conversations.id
        limit page_limit
      )
      union all
      select * from private.pull_revocations(me, 'conversations', after_version, after_id, horizon, page_limit)
      order by 1, 2
      limit page_limit
    ) as page (version, id, document)
  );
end
$$;

/** How many messages of a conversation a device gets that begins: the newest. It asks for older ones itself (`older_messages`). */
create function private.message_window() returns integer
language sql immutable
set search_path = ''
return 1000;

/**
 * What a pull that begins now leaves out: {"until": version, "floors": {conversation: seq, …}}. Of what was written below `until` no message comes
 * that stands below its conversation's floor; whatever changes later comes. A conversation without a floor comes whole.
 */
create function private.message_floors(me uuid, horizon bigint) returns jsonb
language plpgsql stable
set search_path = ''
as $$
begin
  return (
    select jsonb_build_object('until', horizon, 'floors', coalesce(jsonb_object_agg(talk.id, talk.seqs[1]), '{}'))
    from (
      select own.id, array(
        select messages.seq from public.messages
        where messages.conversation_id = own.id and messages.seq > 0
        order by messages.seq desc
        -- The oldest of the window, and whether there is one before it
        offset private.message_window() - 1 limit 2
      ) as seqs
      from (
        select conversations.id from public.conversations where conversations.user1_id = me
        union all
        select conversations.id from public.conversations where conversations.user2_id = me
      ) as own
    ) as talk
    where cardinality(talk.seqs) = 2
  );
end
$$;

/** `left_out`: as `message_floors` answered where this pull began; null for nothing. */
create function private.pull_messages(
  me uuid, after_version bigint, after_id text, horizon bigint, page_limit integer, left_out jsonb
) returns jsonb
language plpgsql stable
set search_path = ''
as $$
declare
  until constant bigint := coalesce((left_out ->> 'until')::bigint, -1);
  floors constant jsonb := coalesce(left_out -> 'floors', '{}');
begin
  return (
    select coalesce(jsonb_agg(page.document order by page.version, page.id collate "C"), '[]')
    from (
      (
        select messages.row_version, messages.id::text collate "C", jsonb_strip_nulls(to_jsonb(messages))
        from public.messages
        where messages.sender_id = me
          and (messages.row_version, messages.id) > (after_version, private.id_after(after_id))
          and messages.row_version < horizon
          and not (
            messages.row_version < until and messages.seq > 0
            and messages.seq < coalesce((floors ->> messages.conversation_id::text)::bigint, 0)
          )
        order by messages.row_version, messages.id
        limit page_limit
      )
      union all
      (
        select messages.row_version, messages.id::text collate "C", jsonb_strip_nulls(to_jsonb(messages))
        from public.messages
        where messages.recipient_id = me
          and (messages.row_version, messages.id) > (after_version, private.id_after(after_id))
          and messages.row_version < horizon
          and not (
            messages.row_version < until and messages.seq > 0
            and messages.seq < coalesce((floors ->> messages.conversation_id::text)::bigint, 0)
          )
        order by messages.row_version, messages.id
        limit page_limit
      )
      union all
      select * from private.pull_revocations(me, 'messages', after_version, after_id, horizon, page_limit)
      order by 1, 2
      limit page_limit
    ) as page (version, id, document)
  );
end
$$;

create function private.pull_connections(me uuid, after_version bigint, after_id text, horizon bigint, page_limit integer) returns jsonb
language plpgsql stable
set search_path = ''
as $$
begin
  return (
    select coalesce(jsonb_agg(page.document order by page.version, page.id collate "C"), '[]')
    from (
      (
        select connections.row_version, connections.id::text collate "C", jsonb_strip_nulls(to_jsonb(connections))
        from public.connections
        where connections.user_id = me
          and (connections.row_version, connections.id) > (after_version, private.id_after(after_id))
          and connections.row_version < horizon
        order by connections.row_version, connections.id
        limit page_limit
      )
      union all
      (
        select connections.row_version, connections.id::text collate "C", jsonb_strip_nulls(to_jsonb(connections))
        from public.connections
        where connections.connected_user_id = me
          and (connections.row_version, connections.id) > (after_version, private.id_after(after_id))
          and connections.row_version < horizon
        order by connections.row_version, connections.id
        limit page_limit
      )
      union all
      select * from private.pull_revocations(me, 'connections', after_version, after_id, horizon, page_limit)
      order by 1, 2
      limit page_limit
    ) as page (version, id, document)
  );
end
$$;

/** What others may know of a person. Whoever calls has asked whether the caller sees them. */
create function private.profile_document(person uuid, version bigint) returns jsonb
language sql stable security definer
set search_path = ''
as $$
  select jsonb_strip_nulls(jsonb_build_object(
    'id', id, 'username', username, 'display_name', display_name, 'bio', bio, 'description', description,
    'avatar_url', avatar_url, 'channel_url', channel_url, 'interests', interests, 'is_premium', is_premium,
    'youtuber_profile_id', youtuber_profile_id, 'created_at', created_at, 'updated_at', updated_at, 'row_version', version
  ))
  from public.profiles where id = person
$$;
revoke all on function private.profile_document(uuid, bigint) from public;
grant execute on function private.profile_document(uuid, bigint) to authenticated;

/** One's own, with what nobody else may read, and those of people one met. */
create function private.pull_profiles(me uuid, after_version bigint, after_id text, horizon bigint, page_limit integer) returns jsonb
language plpgsql stable
set search_path = ''
as $$
begin
  return (
    select coalesce(jsonb_agg(page.document order by page.version, page.id collate "C"), '[]')
    from (
      (
        select own.row_version, own.id::text collate "C", private.profile_document(own.id, own.row_version)
          || jsonb_strip_nulls(jsonb_build_object(
            'role', own.role, 'premium_plan', own.premium_plan, 'premium_expiry', own.premium_expiry,
            'birth_date', told.birth_date, 'gender', told.gender, 'area', told.area,
            'is_age_checked', nullif(private.is_id_verified(me), false),
            'suspension', (
              select jsonb_build_object('reason', reason, 'ends_at', ends_at) from public.suspensions
              where user_id = me and (ends_at is null or ends_at > now())
            )
          ))
        from public.own_profile() as own left join public.profile_private as told on told.user_id = own.id
        where own.id = me
          and (own.row_version, own.id) > (after_version, private.id_after(after_id))
          and own.row_version < horizon
      )
      union all
      (
        select met.row_version, met.met_id::text collate "C", private.profile_document(met.met_id, met.row_version)
        from private.met_profiles as met
        where met.user_id = me and met.met_id <> all ((select private.hidden_people())::uuid[])
          and (met.row_version, met.met_id) > (after_version, private.id_after(after_id))
          and met.row_version < horizon
        order by met.row_version, met.met_id
        limit page_limit
      )
      union all
      select * from private.pull_revocations(me, 'profiles', after_version, after_id, horizon, page_limit)
      order by 1, 2
      limit page_limit
    ) as page (version, id, document)
  );
end
$$;

/** The shelf, what one touched beside it, and what left the shelf since. */
create function private.pull_videos(me uuid, after_version bigint, after_id text, horizon bigint, page_limit integer) returns jsonb
language plpgsql stable
set search_path = ''
as $$
begin
  return (
    select coalesce(jsonb_agg(page.document order by page.version, page.id collate "C"), '[]')
    from (
      (
        select videos.row_version, videos.id::text collate "C", jsonb_strip_nulls(to_jsonb(videos))
        from public.videos
        where videos.on_shelf and not videos.is_hidden
          and (videos.row_version, videos.id) > (after_version, private.id_after(after_id))
          and videos.row_version < horizon
        order by videos.row_version, videos.id
        limit page_limit
      )
      union all
      (
        select
          touched.row_version, videos.id::text collate "C",
          jsonb_strip_nulls(to_jsonb(videos)) || jsonb_build_object('row_version', touched.row_version)
        from private.touched_videos as touched join public.videos on videos.id = touched.video_id
        where touched.user_id = me and not videos.on_shelf
          and (touched.row_version, touched.video_id) > (after_version, private.id_after(after_id))
          and touched.row_version < horizon
        order by touched.row_version, touched.video_id
        limit page_limit
      )
      union all
      (
        select
          departed.row_version, departed.video_id::text collate "C",
          jsonb_build_object('id', departed.video_id, 'row_version', departed.row_version, '_deleted', true)
        from private.departed_videos as departed
        where after_version > 0
          and (departed.row_version, departed.video_id) > (after_version, private.id_after(after_id))
          and departed.row_version < horizon
          and not exists (
            select from private.touched_videos as touched join public.videos on videos.id = touched.video_id
            where touched.user_id = me and touched.video_id = departed.video_id
          )
        order by departed.row_version, departed.video_id
        limit page_limit
      )
      order by 1, 2
      limit page_limit
    ) as page (version, id, document)
  );
end
$$;

/** Null for a collection that is not known. */
create function private.pull_collection(
  collection_name text, me uuid, after_version bigint, after_id text, horizon bigint, page_limit integer, left_out jsonb
) returns jsonb
language plpgsql stable
set search_path = ''
as $$
begin
  return case collection_name
    when 'videos' then private.pull_videos(me, after_version, after_id, horizon, page_limit)
    when 'profiles' then private.pull_profiles(me, after_version, after_id, horizon, page_limit)
    when 'favorites' then private.pull_favorites(me, after_version, after_id, horizon, page_limit)
    when 'ratings' then private.pull_ratings(me, after_version, after_id, horizon, page_limit)
    when 'notifications' then private.pull_notifications(me, after_version, after_id, horizon, page_limit)
    when 'conversations' then private.pull_conversations(me, after_version, after_id, horizon, page_limit)
    when 'messages' then private.pull_messages(me, after_version, after_id, horizon, page_limit, left_out)
    when 'connections' then private.pull_connections(me, after_version, after_id, horizon, page_limit)
    when 'history' then private.pull_history(me, after_version, after_id, horizon, page_limit)
    when 'settings' then private.pull_settings(me, after_version, after_id, horizon, page_limit)
    when 'relations' then private.pull_relations(me, after_version, after_id, horizon, page_limit)
  end;
end
$$;

/** In which epoch of the database (R) and of this collection of a person (U) rows are: "R.U". */
create function private.current_epoch(me uuid, collection_name text) returns text
language sql stable
set search_path = ''
return (select epoch from public.sync_realm) || '.' || coalesce(
  (select epoch from public.sync_epochs where user_id = me and collection = collection_name), 1
);

/**
 * Changes of the named collections since their checkpoints (null: from the beginning).
 * In:  {"favorites": null | {"epoch", "row_version", "id"}, …}
 * Out: {"server_time": ms, "held_back": boolean, "collections": {"favorites": {"epoch", "reset", "rows", "checkpoint"}, …}}
 * page_limit: 500 at most; a page shorter than it is the last. `reset`: the checkpoint is of another epoch, rows start from the beginning. `held_back`:
 * something is committed already but waits for an older transaction to end; nobody is poked when that happens, so pull again soon.
 * Of messages, where they start from the beginning, `left_out` tells what does not come; until the last page the checkpoint carries it.
 */
create function public.sync_pull(checkpoints jsonb, page_limit integer default 500) returns jsonb
language plpgsql stable
set search_path = ''
as $$
declare
  me constant uuid := (select auth.uid());
  horizon constant bigint := private.version_horizon();
  rows_at_most constant integer := least(greatest(coalesce(page_limit, 500), 1), 500);
  collection_name text;
  checkpoint jsonb;
  current_epoch text;
  is_reset boolean;
  after_version bigint;
  after_id text;
  left_out jsonb;
  pulled jsonb;
  collections jsonb := '{}';
  has_open_transactions constant boolean :=
    pg_snapshot_xmin(pg_current_snapshot()) < pg_snapshot_xmax(pg_current_snapshot());
  held_back boolean := false;
begin
  if me is null then
    raise exception 'sign in to pull' using errcode = 'insufficient_privilege';
  end if;
  perform private.require_second_factor();
  -- A token outlives its account: 401 makes the device ask for another one, and hear from the auth server that there is none
  if not exists (select from public.profiles where id = me) then
    raise exception 'this account is no longer there' using errcode = 'PT401';
  end if;
  if pg_column_size(checkpoints) > 1000000 then
    raise exception 'checkpoints of a megabyte at most' using errcode = 'PT413';
  end if;
  if jsonb_typeof(checkpoints) is distinct from 'object' then
    raise exception 'checkpoints: an object of collection names is expected' using errcode = 'invalid_parameter_value';
  end if;

  for collection_name, checkpoint in select * from jsonb_each(checkpoints) loop
    current_epoch := private.current_epoch(me, collection_name);
    if jsonb_typeof(checkpoint) = 'null' then
      is_reset := false;
      after_version := -1;
      after_id := '';
    elsif jsonb_typeof(checkpoint) = 'object' and jsonb_typeof(checkpoint -> 'epoch') = 'string'
      and jsonb_typeof(checkpoint -> 'row_version') = 'number' and jsonb_typeof(checkpoint -> 'id') = 'string' then
      is_reset := checkpoint ->> 'epoch' <> current_epoch;
      after_version := case when is_reset then -1 else (checkpoint ->> 'row_version')::bigint end;
      after_id := case when is_reset then '' else checkpoint ->> 'id' end;
    else
      raise exception '%: a checkpoint is null or has epoch, row_version and id', collection_name
        using errcode = 'invalid_parameter_value';
    end if;

    left_out := case
      when collection_name <> 'messages' then null
      when after_version = -1 then private.message_floors(me, horizon)
      else nullif(checkpoint -> 'left_out', 'null')
    end;
    pulled := private.pull_collection(collection_name, me, after_version, after_id, horizon, rows_at_most, left_out);
    if pulled is null then
      raise exception 'there is no collection %', collection_name using errcode = 'invalid_parameter_value';
    end if;

    held_back := held_back or (
      has_open_transactions
      and private.pull_collection(collection_name, me, horizon - 1, 'ffffffff-ffff-ffff-ffff-ffffffffffff', 9223372036854775807, 1, null) <> '[]'
    );
    collections := collections || jsonb_build_object(collection_name, jsonb_build_object(
      'epoch', current_epoch,
      'reset', is_reset,
      'rows', pulled,
      'checkpoint', jsonb_build_object(
        'epoch', current_epoch,
        'row_version', coalesce((pulled -> -1 ->> 'row_version')::bigint, greatest(after_version, 0)),
        'id', coalesce(pulled -> -1 ->> 'id', after_id)
      ) || case
        when collection_name <> 'messages' then '{}'
        else jsonb_build_object('left_out', case when jsonb_array_length(pulled) = rows_at_most then left_out end)
      end
    ) || case
      when collection_name = 'messages' and after_version = -1 then jsonb_build_object('left_out', left_out) else '{}'
    end);
  end loop;
  return jsonb_build_object('server_time', private.now_ms(), 'held_back', held_back, 'collections', collections);
end
$$;
revoke all on function public.sync_pull(jsonb, integer) from public;
grant execute on function public.sync_pull(jsonb, integer) to authenticated;
