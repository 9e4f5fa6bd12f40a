-- What admins did, to whom and why. An act of the database is written in the transaction that does it, one of another service before that is asked.
-- Nobody changes or removes one afterwards; how one of another service ended is added once.
create table public.admin_acts (
  id uuid primary key default gen_random_uuid(),
  /** Null once that account is deleted. */
  admin_id uuid references public.profiles (id) on delete set null,
  act text not null,
  subject_type text not null,
  /** Text, so that it outlives what it names. */
  subject_id text not null,
  detail jsonb not null default '{}',
  created_at timestamptz not null default now(),
  /** `begun`: another service was asked and its answer is not known, or was lost. */
  outcome text not null default 'done',
  /** Of another service: the id of what it did, or the code of why nothing was done. */
  answer text,
  constraint admin_acts_act_known check (
    act in (
      'set_role', 'suspend', 'unsuspend', 'decide_verification', 'open_document', 'decide_report', 'hide_comment', 'set_slot_price', 'save_slot', 'refund',
      'answer_contact', 'stop_event'
    )
  ),
  constraint admin_acts_subject_known check (subject_type in ('person', 'report', 'rating', 'slot', 'booking', 'payment', 'contact', 'event')),
  constraint admin_acts_outcome_known check (outcome in ('begun', 'done', 'refused')),
  constraint admin_acts_answer_of_outcome check (
    case outcome when 'begun' then answer is null when 'refused' then answer is not null else true end
  )
);
create index admin_acts_admin_index on public.admin_acts (admin_id);
create index admin_acts_created_index on public.admin_acts (created_at desc, id);
create index admin_acts_subject_index on public.admin_acts (subject_id, created_at desc);

alter table public.admin_acts enable row level security;
grant select on public.admin_acts to authenticated, service_role;
create policy "admins read what admins did" on public.admin_acts
  for select to authenticated using ((select private.is_admin()));

/**
 * Refuses every change, whoever asks, but three: an admin's deleted account takes its id along, what was begun ends once, and `private.forget_in_acts` calls a
 * person whose account is gone (`mirutomo.forgotten`) by a pseudonym.
 */
create function private.keep_act() returns trigger
language plpgsql
security definer
set search_path = ''
as $$
declare
  forgotten constant uuid := nullif(current_setting('mirutomo.forgotten', true), '');
  what_may_go constant text[] := '{subject_id,detail}';
begin
  if tg_op = 'UPDATE' and new.admin_id is null and to_jsonb(new) - 'admin_id' = to_jsonb(old) - 'admin_id'
    and not exists (select from public.profiles where id = old.admin_id) then
    return new;
  end if;
  if tg_op = 'UPDATE' and to_jsonb(new) - what_may_go = to_jsonb(old) - what_may_go
    and strpos(to_jsonb(old)::text, forgotten::text) > 0 and not exists (select from public.profiles where id = forgotten) then
    return new;
  end if;
  if tg_op = 'UPDATE' and old.outcome = 'begun' and new.outcome <> 'begun'
    and to_jsonb(new) - '{outcome,answer}'::text[] = to_jsonb(old) - '{outcome,answer}'::text[] then
    return new;
  end if;
  raise exception 'what was done stays written' using errcode = 'insufficient_privilege';
end
$$;
revoke all on function private.keep_act() from public;
create trigger keep before update or delete on public.admin_acts
  for each row execute function private.keep_act();
create trigger keep_all before truncate on public.admin_acts
  for each statement execute function private.keep_act();

/**
 * Writes down what the caller does, and returns the act's id; of a person also what they are called now. Only for the functions that do it. `outcome`: `begun`
 * where another service is to do it, whose answer `settle_act` adds.
 */
create function private.note_act(act text, subject_type text, subject_id text, detail jsonb default '{}', outcome text default 'done') returns uuid
language plpgsql
security definer
set search_path = ''
as $$
declare
  noted uuid;
begin
  insert into public.admin_acts (admin_id, act, subject_type, subject_id, outcome, detail)
  select auth.uid(), note_act.act, note_act.subject_type, note_act.subject_id, note_act.outcome, jsonb_strip_nulls(
    note_act.detail || jsonb_build_object(
      'name', case when note_act.subject_type = 'person' then (select username from public.profiles where id::text = note_act.subject_id) end
    )
  )
  returning id into noted;
  return noted;
end
$$;
revoke all on function private.note_act(text, text, text, jsonb, text) from public;

/**
 * How an act ended that another service was asked for: for the function that asked it. `answer`: the id of what was done, or the code of why nothing was.
 * An act that has ended stays as it is.
 */
create function public.settle_act(act uuid, is_done boolean, answer text default null) returns void
language sql
security definer
set search_path = ''
as $$
  update public.admin_acts set outcome = case when is_done then 'done' else 'refused' end, answer = settle_act.answer
  where id = settle_act.act and outcome = 'begun'
$$;
revoke all on function public.settle_act(uuid, boolean, text) from public;
grant execute on function public.settle_act(uuid, boolean, text) to service_role;

/**
 * Calls a person whose account is gone by a pseudonym, the same in all acts: instead of their id, and of what they were called, also in reasons. What they wrote
 * themselves goes.
 */
create function private.forget_in_acts(person uuid, username text) returns void
language plpgsql
set search_path = ''
as $$
#variable_conflict use_variable
declare
  pseudonym constant text := 'deleted-' || left(gen_random_uuid()::text, 8);
begin
  perform set_config('mirutomo.forgotten', person::text, true);
  update public.admin_acts
  set
    subject_id = replace(subject_id, person::text, pseudonym),
    detail = coalesce((
      select jsonb_object_agg(key, case
        when value #>> '{}' = person::text or is_about and key in ('name', 'reported_name', 'author_name') then to_jsonb(pseudonym)
        when key = 'reason' then to_jsonb(replace(
          -- A name of one letter stands in every other word
          replace(value #>> '{}', case when length(username) > 1 then username else person::text end, pseudonym),
          case when is_about and length(called) > 1 then called else person::text end, pseudonym
        ))
        else value
      end)
      from jsonb_each(detail), lateral (
        select
          person::text in (subject_id, detail ->> 'reported', detail ->> 'author') as is_about,
          coalesce(detail ->> 'name', detail ->> 'reported_name', detail ->> 'author_name') as called
      ) as act
      where not (is_about and key in ('comment', 'title'))
    ), '{}')
  where strpos(subject_id, person::text) > 0 or person::text in (detail ->> 'reported', detail ->> 'author');
end
$$;
revoke all on function private.forget_in_acts(uuid, text) from public;

/** Why an admin does something: trimmed. Refusal: P0001 with the hint `reason_missing` or `reason_too_long`. */
create function private.stated_reason(reason text) returns text
language plpgsql immutable
set search_path = ''
as $$
declare
  said constant text := btrim(coalesce(reason, ''), E' \t\r\n\u3000');
begin
  if said = '' then
    raise exception 'say why' using hint = 'reason_missing';
  end if;
  if length(said) > 500 then
    raise exception 'say it in 500 characters' using hint = 'reason_too_long';
  end if;
  return said;
end
$$;
revoke all on function private.stated_reason(text) from public;

/** How many of a list an admin is shown at once, and how many are left out before a page (the first is 1). */
create function private.admin_page_size() returns integer
language sql immutable
set search_path = ''
return 20;
revoke all on function private.admin_page_size() from public;

create function private.admin_offset(page integer) returns bigint
language sql immutable
set search_path = ''
return (greatest(coalesce(page, 1), 1) - 1)::bigint * private.admin_page_size();
revoke all on function private.admin_offset(integer) from public;
