-- What a like does: whom it is allowed to (`check_advances`), who learns of it and when it becomes a match (`settle_like`), and what a block and its end do
-- to it.

/**
 * May the caller begin to like these people, or accept their requests? Only adults may, and like only whom they were offered or who like them. Raises where not.
 */
create function private.check_advances(me uuid, batch jsonb) returns void
language plpgsql
set search_path = ''
as $$
begin
  if not private.is_adult(me) and exists (
    select from jsonb_to_recordset(batch) as pushed (id text, liking text, connection_answer text)
    left join public.relations as stored on stored.id = pushed.id and stored.user_id = me
    where (pushed.liking = 'like' and stored.liking is distinct from 'like')
      or (pushed.connection_answer = 'accept' and stored.connection_answer is distinct from 'accept')
  ) then
    raise exception 'this is for adults' using errcode = 'check_violation', constraint = 'relation_adult';
  end if;
  if exists (
    select from jsonb_to_recordset(batch) as pushed (id text, liking text)
    left join public.relations as stored on stored.id = pushed.id and stored.user_id = me
    where pushed.liking = 'like' and stored.liking is distinct from 'like'
      and stored.offered_on is null and stored.likes_me_at is null
  ) then
    raise exception 'nobody offered them' using errcode = 'insufficient_privilege';
  end if;
end
$$;
revoke all on function private.check_advances(uuid, jsonb) from public;

/** Who of the two is told that they matched, and by what. */
create function private.tell_match(person uuid, other uuid, conversation_id uuid) returns void
language sql volatile
set search_path = ''
as $$
  select private.create_notification(
    recipient => person,
    type => 'match',
    title => 'マッチしました',
    message => profiles.username || 'さんとマッチしました。メッセージを送ってみましょう。',
    priority => 'high',
    link => '/messages/' || conversation_id,
    metadata => jsonb_build_object(
      'matching_data', jsonb_strip_nulls(jsonb_build_object(
        'matched_user_id', profiles.id,
        'matched_username', profiles.username,
        'match_score', (relations.offer ->> 'score')::integer,
        'match_type', 'mutual'
      )),
      'message_data', jsonb_build_object('conversation_id', conversation_id)
    ),
    sender => profiles.id,
    notification_group => 'match:' || profiles.id
  )
  from public.profiles
  left join public.relations on relations.id = person::text || '|' || other::text
  where profiles.id = other
$$;
revoke all on function private.tell_match(uuid, uuid, uuid) from public;

/** A like is told once, however often it is taken back and given again. */
create function private.tell_like(liker uuid, liked uuid) returns void
language sql volatile
set search_path = ''
as $$
  select private.create_notification(
    recipient => liked,
    type => 'matching',
    title => 'いいねが届きました',
    message => profiles.username || 'さんからいいねが届きました。',
    link => '/profile/incoming-likes',
    metadata => jsonb_build_object('matching_data', jsonb_build_object(
      'matched_user_id', profiles.id, 'matched_username', profiles.username, 'match_type', 'like'
    )),
    sender => profiles.id,
    notification_group => 'like:' || profiles.id
  )
  from public.profiles
  where profiles.id = liker
    and not exists (
      select from public.notifications where user_id = liked and notification_group = 'like:' || liker
    )
$$;
revoke all on function private.tell_like(uuid, uuid) from public;

/**
 * What one person's liking means to the other: they know it unless a block stands between the two, and the first time that both like each other they
 * match. Whoever calls holds the lock of the two.
 */
create function private.settle_like(liker uuid, liked uuid) returns void
language plpgsql
security definer
set search_path = ''
as $$
declare
  own constant text := liker::text || '|' || liked::text;
  theirs constant text := liked::text || '|' || liker::text;
  given_at bigint;
  is_returned boolean;
  conversation_id uuid;
begin
  select liking_edited_at, likes_me_at is not null and matched_at is null into given_at, is_returned
  from public.relations where id = own and liking = 'like';
  if given_at is null or private.is_blocked(liker, liked) then
    update public.relations set likes_me_at = null where id = theirs and likes_me_at is not null;
    return;
  end if;
  insert into public.relations as known (user_id, other_id, is_blocked, blocked_edited_at, likes_me_at)
  values (liked, liker, false, 0, given_at)
  on conflict (id) do update set likes_me_at = excluded.likes_me_at
    where known.likes_me_at is distinct from excluded.likes_me_at;
  perform private.meet(array[liked], array[liker]);
  if not is_returned then
    perform private.tell_like(liker, liked);
    return;
  end if;
  update public.relations set matched_at = private.now_ms() where id in (own, theirs);
  conversation_id := private.open_conversation(liker, liked);
  perform private.tell_match(least(liker, liked), greatest(liker, liked), conversation_id);
  perform private.tell_match(greatest(liker, liked), least(liker, liked), conversation_id);
end
$$;
revoke all on function private.settle_like(uuid, uuid) from public;

create function private.follow_liking() returns trigger
language plpgsql
security definer
set search_path = ''
as $$
begin
  perform private.settle_like(new.user_id, new.other_id);
  return null;
end
$$;
revoke all on function private.follow_liking() from public;
create trigger like_insert after insert on public.relations
  for each row when (new.liking = 'like') execute function private.follow_liking();
create trigger like_update after update on public.relations
  for each row when ((old.liking = 'like' or new.liking = 'like') and (old.liking, old.liking_edited_at) <> (new.liking, new.liking_edited_at))
  execute function private.follow_liking();

/** A block ends what either knows of the other's liking; its end brings it back. */
create function private.settle_blocked() returns trigger
language plpgsql
security definer
set search_path = ''
as $$
declare
  pair public.blocks := coalesce(new, old);
begin
  if (select count(*) from auth.users where id in (pair.blocker_id, pair.blocked_id)) = 2 then
    perform private.settle_like(least(pair.blocker_id, pair.blocked_id), greatest(pair.blocker_id, pair.blocked_id));
    perform private.settle_like(greatest(pair.blocker_id, pair.blocked_id), least(pair.blocker_id, pair.blocked_id));
  end if;
  return null;
end
$$;
revoke all on function private.settle_blocked() from public;
create trigger settle_insert after insert on public.blocks
  for each row execute function private.settle_blocked();
create trigger settle_delete after delete on public.blocks
  for each row execute function private.settle_blocked();
