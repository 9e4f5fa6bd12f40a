-- Reports: what was said about whom, what that person shows in public, and what an admin decides.

/**
 * Reports of a status (`open`, `resolved`, `dismissed`), open ones the oldest first, others the latest first, 20 a page: {total, reports: [{id, reason, body, status, created_at,
 * updated_at, reporter: {id, username}, reported: {id, username, display_name, bio, avatar_url, role, suspension}, others: number of other people's reports of the
 * same person, comments: their latest five comments [{id, video_title, youtube_id, comment, updated_at}]}]}. Refusal: 42501 for who is no admin.
 */
create function public.admin_reports(status text default 'open', page integer default 1) returns jsonb
language plpgsql stable security definer
set search_path = ''
as $$
begin
  perform private.require_admin();
  return (
    with found as materialized (select * from public.reports where reports.status = admin_reports.status),
    shown as (
      select *, case when found.status = 'open' then 1 else -1 end * extract(epoch from found.updated_at) as place
      from found order by place, id limit private.admin_page_size() offset private.admin_offset(page)
    )
    select jsonb_build_object(
      'total', (select count(*) from found),
      'reports', coalesce((
        select jsonb_agg(
          jsonb_build_object(
            'id', shown.id, 'reason', shown.reason, 'body', shown.body, 'status', shown.status,
            'created_at', shown.created_at, 'updated_at', shown.updated_at,
            'reporter', jsonb_build_object('id', reporter.id, 'username', reporter.username),
            'reported', jsonb_build_object(
              'id', reported.id, 'username', reported.username, 'display_name', reported.display_name, 'bio', reported.bio,
              'avatar_url', reported.avatar_url, 'role', reported.role, 'suspension', private.suspension_of(reported.id)
            ),
            'others', (select count(*) from public.reports where reports.reported_id = reported.id and reports.id <> shown.id),
            'comments', private.latest_comments(reported.id)
          ) order by shown.place, shown.id
        )
        from shown
        join public.profiles as reporter on reporter.id = shown.reporter_id
        join public.profiles as reported on reported.id = shown.reported_id
      ), '[]')
    )
  );
end
$$;
revoke all on function public.admin_reports(text, integer) from public;
grant execute on function public.admin_reports(text, integer) to authenticated;

create function private.latest_comments(person uuid) returns jsonb
language sql stable
set search_path = ''
as $$
  select coalesce(
    jsonb_agg(
      jsonb_build_object(
        'id', latest.id, 'video_title', videos.title, 'youtube_id', videos.youtube_id, 'comment', latest.comment, 'updated_at', latest.updated_at
      ) order by latest.updated_at desc, latest.id
    ),
    '[]'
  )
  from (
    select * from public.video_ratings where user_id = person and not is_deleted and comment <> '' order by updated_at desc, id limit 5
  ) as latest
  join public.videos on videos.youtube_id = latest.video_id
$$;
revoke all on function private.latest_comments(uuid) from public;

/**
 * What became of a report: `resolved` (something was done) or `dismissed`; the reporter is told that it was looked at. The same decision again changes nothing. Refusals: 42501 for who is
 * no admin, P0001 with the hint `report_not_found`, `decision_unknown`, `already_decided` or `own_report` (of oneself), `reason_missing`, `reason_too_long`.
 */
create function public.decide_report(report text, decision text, note text) returns void
language plpgsql
security definer
set search_path = ''
as $$
declare
  why text;
  told public.reports;
begin
  perform private.require_admin();
  why := private.stated_reason(note);
  if decision is null or decision not in ('resolved', 'dismissed') then
    raise exception 'no such decision' using hint = 'decision_unknown';
  end if;
  select * into told from public.reports where id = report for update;
  if not found then
    raise exception 'no such report' using hint = 'report_not_found';
  end if;
  if told.status = decision then
    return;
  end if;
  if told.status <> 'open' then
    raise exception 'decided before' using hint = 'already_decided';
  end if;
  if told.reported_id = auth.uid() then
    raise exception 'nobody decides about themselves' using hint = 'own_report';
  end if;
  update public.reports set status = decision where id = report;
  perform private.note_act(
    'decide_report', 'report', report,
    jsonb_build_object(
      'decision', decision, 'reason', why, 'reported', told.reported_id,
      'reported_name', (select username from public.profiles where id = told.reported_id)
    )
  );
  perform private.create_notification(
    recipient => told.reporter_id, type => 'system', title => '通報の内容を確認しました', message => 'お知らせいただき、ありがとうございました。'
  );
end
$$;
revoke all on function public.decide_report(text, text, text) from public;
grant execute on function public.decide_report(text, text, text) to authenticated;

/**
 * Takes the comment off a rating, for everybody and on all devices, as its author's own later edit would; the scores stay. Its text is kept with the act. Refusals: 42501 for who is no
 * admin, P0001 with the hint `rating_not_found`, also where there is no comment, `reason_missing` or `reason_too_long`.
 */
create function public.hide_rating_comment(rating text, reason text) returns void
language plpgsql
security definer
set search_path = ''
as $$
declare
  why text;
  hidden public.video_ratings;
begin
  perform private.require_admin();
  why := private.stated_reason(reason);
  select * into hidden from public.video_ratings where id = rating and comment <> '' and not is_deleted for update;
  if not found then
    raise exception 'no such comment' using hint = 'rating_not_found';
  end if;
  update public.video_ratings set comment = '', edited_at = edited_at || jsonb_build_object('comment', private.now_ms()) where id = rating;
  perform private.note_act(
    'hide_comment', 'rating', rating,
    jsonb_build_object(
      'reason', why, 'comment', hidden.comment, 'author', hidden.user_id,
      'author_name', (select username from public.profiles where id = hidden.user_id)
    )
  );
  perform private.create_notification(
    recipient => hidden.user_id, type => 'system', title => 'コメントを非表示にしました', message => left('理由: ' || why, 200), priority => 'high',
    link => '/video/' || hidden.video_id
  );
end
$$;
revoke all on function public.hide_rating_comment(text, text) from public;
grant execute on function public.hide_rating_comment(text, text) to authenticated;
