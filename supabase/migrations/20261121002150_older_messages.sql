-- Messages below what a first pull brings: a device asks for them page by page, as far back as somebody reads.

/**
 * The messages of a conversation before a place, the newest first, as a pull would bring them.
 * Out: {"epoch", "rows", "has_older"}: in which epoch they are, and whether there are more before them.
 */
create function public.older_messages(conversation uuid, before_seq bigint, page_limit integer default 100) returns jsonb
language plpgsql stable
set search_path = ''
as $$
declare
  me constant uuid := (select auth.uid());
  rows_at_most constant integer := least(greatest(coalesce(page_limit, 100), 1), 500);
  rows_before jsonb;
begin
  -- Nothing is told of a conversation that is hidden: an empty page would say that it begins here
  if me is null or not exists (select from public.conversations where conversations.id = conversation) then
    raise exception 'this conversation cannot be read' using errcode = 'insufficient_privilege';
  end if;
  if before_seq is null then
    raise exception 'before_seq: a place is expected' using errcode = 'invalid_parameter_value';
  end if;
  rows_before := (
    select coalesce(jsonb_agg(page.document order by page.seq desc), '[]')
    from (
      select messages.seq, jsonb_strip_nulls(to_jsonb(messages))
      from public.messages
      where messages.conversation_id = conversation and messages.seq > 0 and messages.seq < before_seq
      order by messages.seq desc
      limit rows_at_most
    ) as page (seq, document)
  );
  return jsonb_build_object(
    'epoch', private.current_epoch(me, 'messages'),
    'rows', rows_before,
    'has_older', jsonb_array_length(rows_before) = rows_at_most and exists (
      select from public.messages
      where messages.conversation_id = conversation and messages.seq > 0
        and messages.seq < (rows_before -> -1 ->> 'seq')::bigint
    )
  );
end
$$;
revoke all on function public.older_messages(uuid, bigint, integer) from public;
grant execute on function public.older_messages(uuid, bigint, integer) to authenticated;
