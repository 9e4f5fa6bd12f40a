-- Level 3: a person hands in a document, an admin compares it with the birth date and decides, and the document is deleted.
create table public.verification_requests (
  id uuid primary key default gen_random_uuid(),
  user_id uuid not null references public.profiles (id) on delete cascade,
  /** In bucket `verification`; null once the document is deleted, which follows the decision. No two requests share one. */
  document_path text unique,
  /** As the person says that it stands in the document. An approval makes it theirs. */
  birth_date date not null,
  status text not null default 'pending',
  decided_by uuid references public.profiles (id) on delete set null,
  decided_at timestamptz,
  created_at timestamptz not null default now(),
  constraint verification_requests_status_known check (status in ('pending', 'approved', 'rejected')),
  constraint verification_requests_birth_date_past check (birth_date between '1900-01-01' and (created_at at time zone 'Asia/Tokyo')::date),
  constraint verification_requests_decided check ((status = 'pending') = (decided_at is null)),
  constraint verification_requests_document_until_decided check (status <> 'pending' or document_path is not null)
);
create index verification_requests_user_index on public.verification_requests (user_id, created_at desc);
create index verification_requests_decided_by_index on public.verification_requests (decided_by);
create unique index verification_requests_one_pending on public.verification_requests (user_id) where status = 'pending';

alter table public.verification_requests enable row level security;
-- Who decided is nobody else's business.
grant select (id, user_id, document_path, birth_date, status, decided_at, created_at) on public.verification_requests to authenticated;
grant select, insert, update, delete on public.verification_requests to service_role;
create policy "one reads one's own verification requests" on public.verification_requests
  for select to authenticated using (user_id = (select auth.uid()));

/**
 * The caller's documents that wait for a decision. Order matters: it waits for a request of theirs that is being made, so volatile, for only then
 * does its query see what that request wrote.
 */
create function private.documents_under_review() returns text[]
language plpgsql volatile security definer
set search_path = ''
as $$
begin
  perform pg_advisory_xact_lock(hashtextextended('documents of ' || auth.uid(), 0));
  return array(select document_path from public.verification_requests where user_id = auth.uid() and status = 'pending');
end
$$;
revoke all on function private.documents_under_review() from public;
grant execute on function private.documents_under_review() to authenticated;

create policy "Users cannot replace a document under review" on storage.objects
  as restrictive for update to authenticated
  using (bucket_id <> 'verification' or name <> all ((select private.documents_under_review())::text[]));
create policy "Users cannot remove a document under review" on storage.objects
  as restrictive for delete to authenticated
  using (bucket_id <> 'verification' or name <> all ((select private.documents_under_review())::text[]));

/**
 * The caller asks for level 3 with a document that they stored under `<their id>/` in bucket `verification`, where another birth date may stand than they told
 * (`shown_birth_date`). Who told one of a minor has it corrected by nobody. Refusals: P0001 with the hint `phone_required`, `birth_date_missing`,
 * `birth_date_of_minor`, `document_missing`, `already_requested` or `already_verified`; 23514 for a birth date that nobody has.
 */
create function public.request_id_verification(path text, shown_birth_date date default null) returns uuid
language plpgsql
security definer
set search_path = ''
as $$
declare
  me constant uuid := (select auth.uid());
  born date;
  request uuid;
begin
  if me is null then
    raise exception 'sign in to ask for verification' using errcode = 'insufficient_privilege';
  end if;
  if private.is_id_verified(me) then
    raise exception 'verified before' using hint = 'already_verified';
  end if;
  if not private.is_phone_verified(me) then
    raise exception 'the phone is verified first' using hint = 'phone_required';
  end if;
  select birth_date into born from public.profile_private where user_id = me;
  if born is null then
    raise exception 'there is no birth date to compare with' using hint = 'birth_date_missing';
  end if;
  if shown_birth_date <> born and not private.is_adult(me) then
    raise exception 'the birth date of a minor is not corrected' using hint = 'birth_date_of_minor';
  end if;
  perform pg_advisory_xact_lock(hashtextextended('documents of ' || me, 0));
  if not exists (
    select from storage.objects
    where bucket_id = 'verification' and name = path and storage.foldername(name) = array[me::text]
  ) or exists (select from public.verification_requests where document_path = path and status <> 'pending') then
    raise exception 'no such document' using hint = 'document_missing';
  end if;
  insert into public.verification_requests (user_id, document_path, birth_date) values (me, path, coalesce(shown_birth_date, born))
  on conflict (user_id) where status = 'pending' do nothing
  returning id into request;
  if request is null then
    raise exception 'asked before' using hint = 'already_requested';
  end if;
  return request;
end
$$;
revoke all on function public.request_id_verification(text, date) from public;
grant execute on function public.request_id_verification(text, date) to authenticated;

/**
 * An admin's decision about a request, given once; the same decision again changes nothing. Who is approved has the birth date of the document from then on.
 * The person is told. Whoever calls this deletes the document (function `decide-verification`). Refusals: 42501 for everybody else, P0001 with the hint
 * `request_not_found`, `own_request` or `already_decided`.
 */
create function public.decide_verification(request uuid, approve boolean) returns void
language plpgsql
security definer
set search_path = ''
as $$
declare
  me constant uuid := (select auth.uid());
  decision constant text := case when approve then 'approved' else 'rejected' end;
  asked public.verification_requests;
  is_corrected boolean := false;
begin
  perform private.require_admin();
  select * into asked from public.verification_requests where id = request for update;
  if not found or approve is null then
    raise exception 'no such request' using hint = 'request_not_found';
  end if;
  if asked.status = decision then
    return;
  end if;
  if asked.status <> 'pending' then
    raise exception 'decided before' using hint = 'already_decided';
  end if;
  if asked.user_id = me then
    raise exception 'nobody decides about themselves' using hint = 'own_request';
  end if;
  if approve then
    update public.profile_private set birth_date = asked.birth_date
    where user_id = asked.user_id and birth_date is distinct from asked.birth_date;
    is_corrected := found;
    update public.user_verification set verification_level = 3, id_verified = true, last_verified = now()
    where user_id = asked.user_id;
  end if;
  update public.verification_requests set status = decision, decided_by = me, decided_at = now() where id = request;
  perform private.note_act(
    'decide_verification', 'person', asked.user_id::text, jsonb_build_object('request', request, 'decision', decision, 'is_birth_date_corrected', is_corrected)
  );
  perform private.create_notification(
    recipient => asked.user_id,
    type => 'system',
    title => case when approve then '本人確認が完了しました' else '本人確認ができませんでした' end,
    message => case
      when is_corrected then '書類を確認し、生年月日を訂正しました。提出された書類は削除しました。'
      when approve then '書類を確認しました。提出された書類は削除しました。'
      else '書類を確認できませんでした。提出された書類は削除しました。別の書類でもう一度お試しください。'
    end,
    priority => 'high',
    link => '/profile/verification'
  );
end
$$;
revoke all on function public.decide_verification(uuid, boolean) from public;
grant execute on function public.decide_verification(uuid, boolean) to authenticated;
