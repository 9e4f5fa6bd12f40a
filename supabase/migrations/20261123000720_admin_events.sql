/**
 * Says for its organizer that an event is not held after all; who takes part and the organizer are told, the organizer also why. Said again it changes nothing. Refusals: 42501 for who is no
 * admin, P0001 with the hint `event_not_found`, `event_over`, `reason_missing` or `reason_too_long`.
 */
create function public.stop_event(event uuid, reason text) returns void
language plpgsql
security definer
set search_path = ''
as $$
declare
  why text;
  stopped public.events;
begin
  perform private.require_admin();
  why := private.stated_reason(reason);
  select * into stopped from public.events where id = stop_event.event for update;
  if not found then
    raise exception 'no such event' using hint = 'event_not_found';
  end if;
  if stopped.cancelled_at is not null then
    return;
  end if;
  if stopped.ends_at <= now() then
    raise exception 'it is over' using hint = 'event_over';
  end if;
  update public.events set cancelled_at = now(), updated_at = now() where id = stopped.id;
  perform private.note_act(
    'stop_event', 'event', stopped.id::text,
    jsonb_build_object(
      'reason', why, 'title', stopped.title, 'author', stopped.organizer_id,
      'author_name', (select username from public.profiles where id = stopped.organizer_id)
    )
  );
  perform private.tell_participants(stopped.id, '参加予定のイベントが中止になりました');
  perform private.create_notification(
    recipient => stopped.organizer_id, type => 'system', title => 'イベントを中止しました', message => left('理由: ' || why, 200), priority => 'high',
    link => '/events/' || stopped.id
  );
end
$$;
revoke all on function public.stop_event(uuid, text) from public;
grant execute on function public.stop_event(uuid, text) to authenticated;
