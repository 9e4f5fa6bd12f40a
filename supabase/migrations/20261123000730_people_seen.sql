-- Who sees whom. Name and picture of a person stand where they published something, and for those who met them; the rest is told of one person at a time
-- (`profile_of`), so nobody lists or searches it. The role is told to its owner alone.
create policy "Visitors can read people who published something" on public.profiles
  for select to anon
  using (
    exists (select from public.video_ratings as theirs where theirs.user_id = profiles.id and not theirs.is_deleted)
    or exists (select from public.events as theirs where theirs.organizer_id = profiles.id)
    or exists (select from public.rating_replies as theirs where theirs.user_id = profiles.id and not theirs.is_deleted)
    or exists (select from public.youtuber_profiles as theirs where theirs.id = profiles.id)
  );
create policy "Members can read who published something or met them, none blocked" on public.profiles
  for select to authenticated
  using (
    id = (select auth.uid())
    or (
      id <> all ((select private.hidden_people())::uuid[])
      and (
        exists (select from public.video_ratings as theirs where theirs.user_id = profiles.id and not theirs.is_deleted)
        or exists (select from private.met_profiles as met where met.user_id = (select auth.uid()) and met.met_id = profiles.id)
        or exists (select from public.events as theirs where theirs.organizer_id = profiles.id)
        or exists (select from public.rating_replies as theirs where theirs.user_id = profiles.id and not theirs.is_deleted)
        or exists (select from public.youtuber_profiles as theirs where theirs.id = profiles.id)
        -- Of participations the caller reads those in events of their own
        or exists (select from public.event_participants as theirs where theirs.user_id = profiles.id)
        or (select private.is_admin())
      )
    )
  );

/** What a member may know of one person; null where they do not see them. */
create function public.profile_of(person uuid) returns jsonb
language sql stable
set search_path = ''
as $$
  select private.profile_document(id, null) from public.profiles where id = person
$$;
revoke all on function public.profile_of(uuid) from public;
grant execute on function public.profile_of(uuid) to authenticated;
