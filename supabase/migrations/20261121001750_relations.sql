-- What a person decided about another, as their devices hold it: whether they block them, whether they like them, how they answer their connection
-- request, and what they report of them, each with when they last meant so; and what the server adds: whether they were offered to each other, are liked back, have matched. `blocks` is what
-- hides; each of the two follows the other, so that a block counts the same whichever way it was made.
create table public.relations (
  id text collate "C" generated always as (user_id::text || '|' || other_id::text) stored primary key,
  user_id uuid not null references public.profiles (id) on delete cascade,
  other_id uuid not null references public.profiles (id) on delete cascade,
  /** What the other was called when this was decided: devices lose the profile of who is blocked. */
  other_username text not null default '',
  is_blocked boolean not null,
  /** Ms since the epoch. */
  blocked_edited_at bigint not null,
  liking text not null default 'none',
  /** Ms since the epoch; 0: nothing was decided. */
  liking_edited_at bigint not null default 0,
  /** The answer to the other's connection request. Only the first that arrives is one: the connection says how it was. */
  connection_answer text not null default 'none',
  answered_at bigint not null default 0,
  /** What the person reports of the other; '' for nothing. */
  report_reason text not null default '',
  report_body text not null default '',
  reported_at bigint not null default 0,
  /** When the other began to like this person, ms; null where they do not. */
  likes_me_at bigint,
  /** When both liked each other first, ms. It stays, whatever either decides later. */
  matched_at bigint,
  /** The day (Asia/Tokyo) on which the other was last offered as a candidate, and why: what `private.match_features` says. */
  offered_on date,
  offer jsonb,
  row_version bigint not null default 0,
  constraint relations_not_oneself check (user_id <> other_id),
  constraint relations_blocked_edited_at_positive check (blocked_edited_at >= 0),
  constraint relations_liking_known check (liking in ('none', 'like', 'skip')),
  constraint relations_liking_edited_at_positive check (liking_edited_at >= 0),
  constraint relations_connection_answer_known check (connection_answer in ('none', 'accept', 'reject')),
  constraint relations_answered_at_positive check (answered_at >= 0),
  constraint relations_report_reason_known check (report_reason in ('', 'harassment', 'spam', 'impersonation', 'minor', 'other')),
  constraint relations_report_body_length check (length(report_body) <= 2000),
  constraint relations_reported_at_positive check (reported_at >= 0)
);
create index relations_row_version_index on public.relations (user_id, row_version, id);
create index relations_offered_index on public.relations (user_id, offered_on) where offered_on is not null;
create index relations_other_id_index on public.relations (other_id);

-- Written by `store_relations` alone, which takes the locks first.
alter table public.relations enable row level security;
grant select on public.relations to authenticated;
grant select, insert, update, delete on public.relations to service_role;
create policy "one reads what one decided" on public.relations
  for select to authenticated using (user_id = (select auth.uid()));

create function private.name_other() returns trigger
language plpgsql
security definer
set search_path = ''
as $$
begin
  if tg_op = 'INSERT' or (
    new.is_blocked, new.blocked_edited_at, new.liking, new.liking_edited_at, new.connection_answer, new.answered_at,
    new.report_reason, new.report_body, new.reported_at
  ) is distinct from (
    old.is_blocked, old.blocked_edited_at, old.liking, old.liking_edited_at, old.connection_answer, old.answered_at,
    old.report_reason, old.report_body, old.reported_at
  ) then
    new.other_username := coalesce((select username from public.profiles where id = new.other_id), '');
  end if;
  return new;
end
$$;
revoke all on function private.name_other() from public;
create trigger name_other before insert or update on public.relations
  for each row execute function private.name_other();
create trigger row_version before insert or update on public.relations
  for each row execute function private.set_row_version();
create trigger poke_insert after insert on public.relations
  referencing new table as changed for each statement execute function private.poke('relations', 'user_id');
create trigger poke_update after update on public.relations
  referencing new table as changed for each statement execute function private.poke('relations', 'user_id');

/** The block is made or lifted. Where it is as decided already nothing happens: so the two tables do not follow each other for ever. */
create function private.follow_relation() returns trigger
language plpgsql
security definer
set search_path = ''
as $$
begin
  if new.is_blocked then
    insert into public.blocks (blocker_id, blocked_id) values (new.user_id, new.other_id) on conflict do nothing;
  else
    delete from public.blocks where id = new.id;
  end if;
  return null;
end
$$;
revoke all on function private.follow_relation() from public;
create trigger follow_insert after insert on public.relations
  for each row execute function private.follow_relation();
create trigger follow_update after update on public.relations
  for each row when (old.is_blocked <> new.is_blocked) execute function private.follow_relation();

/** A block that was made or lifted by itself is a decision of now, later than the one it replaces. */
create function private.note_block() returns trigger
language plpgsql
security definer
set search_path = ''
as $$
begin
  if tg_op = 'INSERT' then
    insert into public.relations as known (user_id, other_id, is_blocked, blocked_edited_at)
    values (new.blocker_id, new.blocked_id, true, private.now_ms())
    on conflict (id) do update
      set is_blocked = true, blocked_edited_at = greatest(excluded.blocked_edited_at, known.blocked_edited_at + 1)
      where not known.is_blocked;
  elsif (select count(*) from auth.users where id in (old.blocker_id, old.blocked_id)) = 2 then
    -- With an account goes what was decided about it.
    update public.relations
    set is_blocked = false, blocked_edited_at = greatest(private.now_ms(), blocked_edited_at + 1)
    where id = old.id and is_blocked;
  end if;
  return null;
end
$$;
revoke all on function private.note_block() from public;
create trigger note_insert after insert on public.blocks
  for each row execute function private.note_block();
create trigger note_delete after delete on public.blocks
  for each row execute function private.note_block();

/** Before anything of a block is there: a push takes this lock before it writes, so neither waits for the other in a circle. */
create function private.lock_block() returns trigger
language plpgsql
security definer
set search_path = ''
as $$
begin
  perform private.lock_pair(new.blocker_id, new.blocked_id);
  return new;
end
$$;
revoke all on function private.lock_block() from public;
create trigger lock_pair before insert on public.blocks
  for each row execute function private.lock_block();

/** What was decided about somebody whose account is gone leaves devices. */
create function private.revoke_relation() returns trigger
language plpgsql
security definer
set search_path = ''
as $$
begin
  perform private.revoke_documents('relations', array[old.user_id], array[old.id]);
  return null;
end
$$;
revoke all on function private.revoke_relation() from public;
create trigger revoke after delete on public.relations
  for each row execute function private.revoke_relation();

/** The caller's conversations with these people, also behind a block. */
create function private.conversations_with(people uuid[]) returns uuid[]
language sql stable security definer
set search_path = ''
as $$
  select coalesce(array_agg(conversations.id), '{}')
  from unnest(people) as other
  join public.conversations
    on user1_id = least((select auth.uid()), other) and user2_id = greatest((select auth.uid()), other)
$$;
revoke all on function private.conversations_with(uuid[]) from public;
grant execute on function private.conversations_with(uuid[]) to authenticated;

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

/** The answer reaches the connection, where it still waits for one. */
create function private.follow_answer() returns trigger
language plpgsql
security definer
set search_path = ''
as $$
begin
  perform private.settle_connection(connections.id, new.connection_answer = 'accept')
  from public.connections
  where user_id = new.user_id and connected_user_id = new.other_id and status = 'pending'
    and not private.is_blocked(new.user_id, new.other_id);
  return null;
end
$$;
revoke all on function private.follow_answer() from public;
create trigger answer_insert after insert on public.relations
  for each row when (new.connection_answer <> 'none') execute function private.follow_answer();
create trigger answer_update after update on public.relations
  for each row when (new.connection_answer <> 'none' and old.answered_at <> new.answered_at) execute function private.follow_answer();

/** What is reported, for admins to look at: one report of a person by another, as it was last said. */
create table public.reports (
  id text collate "C" generated always as (reporter_id::text || '|' || reported_id::text) stored primary key,
  reporter_id uuid not null references public.profiles (id) on delete cascade,
  reported_id uuid not null references public.profiles (id) on delete cascade,
  reason text not null,
  body text not null,
  status text not null default 'open',
  created_at timestamptz not null default now(),
  updated_at timestamptz not null default now(),
  constraint reports_status_known check (status in ('open', 'resolved', 'dismissed'))
);
create index reports_reporter_index on public.reports (reporter_id);
create index reports_reported_index on public.reports (reported_id, created_at desc);
create index reports_open_index on public.reports (created_at) where status = 'open';
alter table public.reports enable row level security;
grant select (id, reporter_id, reported_id, reason, body, created_at, updated_at) on public.reports to authenticated;
grant select, insert, update, delete on public.reports to service_role;
create policy "one reads one's own reports" on public.reports
  for select to authenticated using (reporter_id = (select auth.uid()));
create trigger updated_at before update on public.reports
  for each row execute function private.set_updated_at();

create function private.follow_report() returns trigger
language plpgsql
security definer
set search_path = ''
as $$
begin
  insert into public.reports (reporter_id, reported_id, reason, body)
  values (new.user_id, new.other_id, new.report_reason, new.report_body)
  on conflict (id) do update set reason = excluded.reason, body = excluded.body, status = 'open';
  return null;
end
$$;
revoke all on function private.follow_report() from public;
create trigger report_insert after insert on public.relations
  for each row when (new.report_reason <> '') execute function private.follow_report();
create trigger report_update after update on public.relations
  for each row when (new.report_reason <> '' and old.reported_at <> new.reported_at) execute function private.follow_report();

/** May the caller begin to like these people? Only adults, and only whom they were offered or who like them. Raises where not. */
create function private.check_likes(me uuid, batch jsonb) returns void
language plpgsql
set search_path = ''
as $$
declare
  is_fresh constant boolean := exists (
    select from jsonb_to_recordset(batch) as pushed (id text, liking text)
    left join public.relations as stored on stored.id = pushed.id and stored.user_id = me
    where pushed.liking = 'like' and stored.liking is distinct from 'like'
  );
begin
  if not is_fresh then
    return;
  end if;
  if not private.is_adult(me) then
    raise exception 'liking is for adults' using errcode = 'check_violation', constraint = 'relation_adult';
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
revoke all on function private.check_likes(uuid, jsonb) from public;

/** Joins what the caller decided with what is known, each decision by its own time: the later intent stands, of two at the same moment the block. */
create function private.store_relations(batch jsonb) returns void
language plpgsql
security definer
set search_path = ''
as $$
declare
  me constant uuid := (select auth.uid());
  now_ms constant bigint := private.now_ms();
  other uuid;
begin
  if exists (
    select from jsonb_to_recordset(batch)
      as pushed (
        id text, user_id uuid, other_id uuid, is_blocked boolean, blocked_edited_at bigint, liking text, liking_edited_at bigint,
        connection_answer text, answered_at bigint, report_reason text, report_body text, reported_at bigint
      )
    where pushed.user_id <> me
  ) then
    raise exception 'one decides for oneself' using errcode = 'insufficient_privilege';
  end if;
  for other in
    select distinct other_id from jsonb_to_recordset(batch) as pushed (other_id uuid) where other_id is not null order by other_id
  loop
    perform private.lock_pair(me, other);
  end loop;
  perform private.check_likes(me, batch);

  insert into public.relations as known (
    user_id, other_id, is_blocked, blocked_edited_at, liking, liking_edited_at, connection_answer, answered_at, report_reason, report_body, reported_at
  )
  select
    me, pushed.other_id, pushed.is_blocked,
    case
      when pushed.blocked_edited_at > now_ms and stored.is_blocked = pushed.is_blocked then stored.blocked_edited_at
      else least(pushed.blocked_edited_at, now_ms)
    end,
    said.liking,
    case
      when said.liking_edited_at > now_ms and stored.liking = said.liking then stored.liking_edited_at
      else least(said.liking_edited_at, now_ms)
    end,
    said.connection_answer,
    case
      when said.answered_at > now_ms and stored.connection_answer = said.connection_answer then stored.answered_at
      else least(said.answered_at, now_ms)
    end,
    said.report_reason,
    said.report_body,
    case
      when said.reported_at > now_ms and (stored.report_reason, stored.report_body) = (said.report_reason, said.report_body) then stored.reported_at
      else least(said.reported_at, now_ms)
    end
  from jsonb_to_recordset(batch) as pushed (
    id text, other_id uuid, is_blocked boolean, blocked_edited_at bigint, liking text, liking_edited_at bigint,
    connection_answer text, answered_at bigint, report_reason text, report_body text, reported_at bigint
  )
  left join public.relations as stored on stored.id = pushed.id and stored.user_id = me
  cross join lateral (
    select
      coalesce(pushed.liking, 'none') as liking, coalesce(pushed.liking_edited_at, 0) as liking_edited_at,
      coalesce(pushed.connection_answer, 'none') as connection_answer, coalesce(pushed.answered_at, 0) as answered_at,
      coalesce(pushed.report_reason, '') as report_reason, coalesce(pushed.report_body, '') as report_body,
      coalesce(pushed.reported_at, 0) as reported_at
  ) as said
  on conflict (id) do update set
    (is_blocked, blocked_edited_at) = (
      select later.is_blocked, later.blocked_edited_at
      from (values (excluded.is_blocked, excluded.blocked_edited_at), (known.is_blocked, known.blocked_edited_at))
        as later (is_blocked, blocked_edited_at)
      order by later.blocked_edited_at desc, later.is_blocked desc
      limit 1
    ),
    (liking, liking_edited_at) = (
      select later.liking, later.liking_edited_at
      from (values (excluded.liking, excluded.liking_edited_at), (known.liking, known.liking_edited_at))
        as later (liking, liking_edited_at)
      order by later.liking_edited_at desc, later.liking collate "C" desc
      limit 1
    ),
    (connection_answer, answered_at) = (
      select later.connection_answer, later.answered_at
      from (values (excluded.connection_answer, excluded.answered_at), (known.connection_answer, known.answered_at))
        as later (connection_answer, answered_at)
      order by later.answered_at desc, later.connection_answer collate "C" desc
      limit 1
    ),
    (report_reason, report_body, reported_at) = (
      select later.report_reason, later.report_body, later.reported_at
      from (values (excluded.report_reason, excluded.report_body, excluded.reported_at), (known.report_reason, known.report_body, known.reported_at))
        as later (report_reason, report_body, reported_at)
      order by later.reported_at desc, later.report_reason collate "C" desc, later.report_body collate "C" desc
      limit 1
    )
    where (excluded.blocked_edited_at, excluded.is_blocked) > (known.blocked_edited_at, known.is_blocked)
      or (excluded.liking_edited_at, excluded.liking collate "C") > (known.liking_edited_at, known.liking collate "C")
      or (excluded.answered_at, excluded.connection_answer collate "C") > (known.answered_at, known.connection_answer collate "C")
      or (excluded.reported_at, excluded.report_reason collate "C", excluded.report_body collate "C")
        > (known.reported_at, known.report_reason collate "C", known.report_body collate "C");
end
$$;
revoke all on function private.store_relations(jsonb) from public;
grant execute on function private.store_relations(jsonb) to authenticated;
