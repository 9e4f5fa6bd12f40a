-- What admins know of people and do with them: find, give the role, suspend, and open a document that a person handed in.

/**
 * People whose name contains `q`, whose e-mail does, or whose id it is, the newest first, 20 a page: {total, people: [{id, username, display_name, avatar_url, email,
 * role, is_premium, level, created_at, suspension: {reason, ends_at, created_at} | null}]}. Refusal: 42501 for who is no admin.
 */
create function public.admin_people(q text default '', page integer default 1) returns jsonb
language plpgsql stable security definer
set search_path = ''
as $$
declare
  asked constant text := lower(btrim(coalesce(q, '')));
begin
  perform private.require_admin();
  return (
    with found as materialized (
      select profiles.*, users.email as address
      from public.profiles join auth.users on users.id = profiles.id
      where asked = '' or profiles.id::text = asked
        or strpos(lower(profiles.username), asked) > 0 or strpos(lower(profiles.display_name), asked) > 0
        or strpos(lower(users.email), asked) > 0
    ), shown as (
      select * from found order by created_at desc, id limit private.admin_page_size() offset private.admin_offset(page)
    )
    select jsonb_build_object(
      'total', (select count(*) from found),
      'people', coalesce((
        select jsonb_agg(
          jsonb_build_object(
            'id', shown.id, 'username', shown.username, 'display_name', shown.display_name, 'avatar_url', shown.avatar_url,
            'email', shown.address, 'role', shown.role, 'is_premium', shown.is_premium,
            'level', coalesce(checked.verification_level, 1), 'created_at', shown.created_at, 'suspension', private.suspension_of(shown.id)
          ) order by shown.created_at desc, shown.id
        )
        from shown left join public.user_verification as checked on checked.user_id = shown.id
      ), '[]')
    )
  );
end
$$;
revoke all on function public.admin_people(text, integer) from public;
grant execute on function public.admin_people(text, integer) to authenticated;

/** The suspension that runs now, as admins see it; null where there is none. */
create function private.suspension_of(person uuid) returns jsonb
language sql stable
set search_path = ''
as $$
  select jsonb_build_object('reason', reason, 'ends_at', ends_at, 'created_at', created_at)
  from public.suspensions where user_id = person and (ends_at is null or ends_at > now())
$$;
revoke all on function private.suspension_of(uuid) from public;

/**
 * Makes a person an admin (`admin`) or takes that back (`member`: a creator where they have a channel). Refusals: 42501 for who is no admin, P0001 with the hint
 * `person_not_found`, `role_unknown`, `own_role`, `suspended` (who is suspended becomes no admin), `reason_missing` or `reason_too_long`. One admin always stays: the one who asks.
 */
create function public.set_role(person uuid, role text, reason text) returns void
language plpgsql
security definer
set search_path = ''
as $$
declare
  why text;
  was text;
  becomes text;
begin
  -- All of them, so that two who take it from each other come one after the other, and the second is no admin any more.
  perform id from public.profiles where profiles.role = 'admin' order by id for update;
  perform private.require_admin();
  why := private.stated_reason(reason);
  if set_role.role is null or set_role.role not in ('admin', 'member') then
    raise exception 'no such role' using hint = 'role_unknown';
  end if;
  if person = auth.uid() then
    raise exception 'nobody changes their own role' using hint = 'own_role';
  end if;
  select profiles.role into was from public.profiles where id = person for update;
  if not found then
    raise exception 'no such person' using hint = 'person_not_found';
  end if;
  becomes := case
    when set_role.role = 'admin' then 'admin' when exists (select from public.youtuber_profiles where id = person) then 'youtuber'
  end;
  if set_role.role = 'admin' and private.is_suspended(person) then
    raise exception 'a suspended person becomes no admin' using hint = 'suspended';
  end if;
  if was = 'admin' and becomes = 'admin' or set_role.role = 'member' and was is distinct from 'admin' then
    return;
  end if;
  update public.profiles set role = becomes where id = person;
  perform private.note_act('set_role', 'person', person::text, jsonb_build_object('role', set_role.role, 'reason', why));
end
$$;
revoke all on function public.set_role(uuid, text, text) from public;
grant execute on function public.set_role(uuid, text, text) to authenticated;

/**
 * From now on the person writes nothing, until `until` or, where that is null, until it is lifted; said again, the later words count. They are told why, and leave
 * matching. Refusals: 42501 for who is no admin, P0001 with the hint `person_not_found`, `own_account`, `is_admin`, `until_past`, `reason_missing` or `reason_too_long`.
 */
create function public.suspend(person uuid, until timestamptz, reason text) returns void
language plpgsql
security definer
set search_path = ''
as $$
declare
  why text;
  their_role text;
begin
  perform private.require_admin();
  why := private.stated_reason(reason);
  if person = auth.uid() then
    raise exception 'nobody suspends themselves' using hint = 'own_account';
  end if;
  select role into their_role from public.profiles where id = person for update;
  if not found then
    raise exception 'no such person' using hint = 'person_not_found';
  end if;
  if their_role = 'admin' then
    raise exception 'an admin is no admin any more before they are suspended' using hint = 'is_admin';
  end if;
  if until <= now() then
    raise exception 'a suspension ends later than now' using hint = 'until_past';
  end if;
  insert into public.suspensions (user_id, reason, ends_at, suspended_by) values (person, why, until, auth.uid())
  on conflict (user_id) do update
    set reason = excluded.reason, ends_at = excluded.ends_at, suspended_by = excluded.suspended_by, created_at = now();
  -- Nobody's candidate, also where they were offered before.
  delete from private.match_pool where user_id = person;
  update public.relations set offered_on = null, offer = null
  where other_id = person and offered_on is not null and liking = 'none' and matched_at is null;
  perform private.note_act('suspend', 'person', person::text, jsonb_build_object('until', until, 'reason', why));
  perform private.create_notification(
    recipient => person, type => 'system', title => 'アカウントの利用を停止しました', message => left('理由: ' || why, 200), priority => 'high'
  );
end
$$;
revoke all on function public.suspend(uuid, timestamptz, text) from public;
grant execute on function public.suspend(uuid, timestamptz, text) to authenticated;

/** Lifts a suspension; where there is none nothing is done. Refusal: 42501 for who is no admin. */
create function public.unsuspend(person uuid) returns void
language plpgsql
security definer
set search_path = ''
as $$
declare
  was_running boolean;
begin
  perform private.require_admin();
  delete from public.suspensions where user_id = person returning ends_at is null or ends_at > now() into was_running;
  if was_running is not true then
    return;
  end if;
  perform private.note_act('unsuspend', 'person', person::text);
  perform private.create_notification(
    recipient => person, type => 'system', title => 'アカウントの利用停止を解除しました',
    message => 'もう一度ご利用いただけます。送信できなかったものは、同期センターから送り直せます。', priority => 'high', link => '/profile/sync'
  );
end
$$;
revoke all on function public.unsuspend(uuid) from public;
grant execute on function public.unsuspend(uuid) to authenticated;

/**
 * Writes down that an admin is about to look at the document of a pending request, and returns the act's id: function `open-document` does so, as the admin, before it
 * reads the document. Refusals: 42501 for who is no admin, P0001 with the hint `request_not_found`, also once it is decided, or `own_request`.
 */
create function public.open_verification_document(request uuid) returns uuid
language plpgsql
security definer
set search_path = ''
as $$
declare
  asked public.verification_requests;
begin
  perform private.require_admin();
  select * into asked from public.verification_requests where id = request and status = 'pending';
  if not found then
    raise exception 'no such request' using hint = 'request_not_found';
  end if;
  if asked.user_id = auth.uid() then
    raise exception 'nobody decides about themselves' using hint = 'own_request';
  end if;
  return private.note_act('open_document', 'person', asked.user_id::text, jsonb_build_object('request', request), 'begun');
end
$$;
revoke all on function public.open_verification_document(uuid) from public;
grant execute on function public.open_verification_document(uuid) to authenticated;

/**
 * Requests for level 3 that wait, the oldest first, 20 a page: {total, requests: [{id, user_id, username, avatar_url, email, birth_date, told_birth_date, created_at}]}.
 * `birth_date`: as it stands in the document, says the person. `told_birth_date`: as it stands in their profile. Refusal: 42501 for who is no admin.
 */
create function public.admin_verifications(page integer default 1) returns jsonb
language plpgsql stable security definer
set search_path = ''
as $$
begin
  perform private.require_admin();
  return jsonb_build_object(
    'total', (select count(*) from public.verification_requests where status = 'pending'),
    'requests', coalesce((
      select jsonb_agg(
        jsonb_build_object(
          'id', waiting.id, 'user_id', waiting.user_id, 'username', profiles.username, 'avatar_url', profiles.avatar_url, 'email', users.email,
          'birth_date', waiting.birth_date, 'told_birth_date', own.birth_date,
          'created_at', waiting.created_at
        ) order by waiting.created_at, waiting.id
      )
      from (
        select * from public.verification_requests where status = 'pending'
        order by created_at, id limit private.admin_page_size() offset private.admin_offset(page)
      ) as waiting
      join public.profiles on profiles.id = waiting.user_id
      join auth.users on users.id = waiting.user_id
      left join public.profile_private as own on own.user_id = waiting.user_id
    ), '[]')
  );
end
$$;
revoke all on function public.admin_verifications(integer) from public;
grant execute on function public.admin_verifications(integer) to authenticated;
