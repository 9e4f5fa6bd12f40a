-- What a person decided about another, as their devices hold it: whether they block them, whether they like them, how they answer their connection
-- request, and what they report of them, each a register with when they last meant so; and what the server adds: whether they were offered to each
-- other, are liked back, have matched.
--
-- In this file: the table; the name that stays readable behind a block; what goes with an account; and how what a device decided is stored
-- (`store_relations`). What follows from each decision is in the file of its noun: `block_decisions`, `likings`, `connection_answers`, `reports`.
create table public.relations (
  id text collate "C" generated always as (user_id::text || '|' || other_id::text) stored primary key,
  user_id uuid not null references public.profiles (id) on delete cascade,
  other_id uuid not null references public.profiles (id) on delete cascade,
  /** What the other was called when this was decided, while they did not block the person: devices lose the profile of who is blocked. */
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
create trigger compose before insert or update of report_body on public.relations
  for each row when (new.report_body is not nfc normalized) execute function private.compose('report_body');
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
  -- Whoever is blocked learns no new name of who blocks them, whatever they decide
  if exists (select from public.blocks where blocker_id = new.other_id and blocked_id = new.user_id) then
    new.other_username := case tg_op when 'INSERT' then '' else old.other_username end;
  elsif tg_op = 'INSERT' or (
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

/** What was decided about somebody whose account is gone leaves devices; they begin anew, for a revocation would go on naming that person. */
create function private.drop_relations() returns trigger
language plpgsql
security definer
set search_path = ''
as $$
begin
  perform private.restart_collection('relations', array_agg(user_id)) from before;
  return null;
end
$$;
revoke all on function private.drop_relations() from public;
create trigger restart after delete on public.relations
  referencing old table as before for each statement execute function private.drop_relations();

/** Merges what the caller decided with what is known, once the pairs are locked. */
create function private.store_relations(batch jsonb) returns void
language plpgsql
security definer
set search_path = ''
as $$
declare
  me constant uuid := (select auth.uid());
  other uuid;
begin
  if exists (select from jsonb_to_recordset(batch) as pushed (user_id uuid) where pushed.user_id <> me) then
    raise exception 'one decides for oneself' using errcode = 'insufficient_privilege';
  end if;
  for other in
    select distinct other_id from jsonb_to_recordset(batch) as pushed (other_id uuid) where other_id is not null order by other_id
  loop
    perform private.lock_pair(me, other);
  end loop;
  perform private.check_advances(me, batch);

  perform private.merge_relations(me, batch);
end
$$;
revoke all on function private.store_relations(jsonb) from public;
grant execute on function private.store_relations(jsonb) to authenticated;
