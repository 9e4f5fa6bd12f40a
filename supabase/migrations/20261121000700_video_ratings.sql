-- One rating per person and video, read by all. Each field carries the time of its own edit, so that two devices' edits join.
create table public.video_ratings (
  id text collate "C" generated always as (user_id::text || '|' || video_id) stored primary key,
  user_id uuid not null default auth.uid() references public.profiles (id) on delete cascade,
  /** The video's YouTube id. */
  video_id text collate "C" not null references public.videos (youtube_id),
  overall numeric(2, 1) not null,
  clarity numeric(2, 1),
  entertainment numeric(2, 1),
  originality numeric(2, 1),
  quality numeric(2, 1),
  reliability numeric(2, 1),
  usefulness numeric(2, 1),
  comment text not null default '',
  is_deleted boolean not null default false,
  /** Field name → ms since the epoch; a field that was never edited has none. */
  edited_at jsonb not null default '{}',
  created_at timestamptz not null default now(),
  updated_at timestamptz not null default now(),
  row_version bigint not null default 0,
  -- Says what the id says, for an upsert on these two columns (spec §7)
  constraint video_ratings_once unique (user_id, video_id),
  constraint video_ratings_scores check (
    overall between 1 and 5 and overall * 2 = trunc(overall * 2)
    and clarity between 1 and 5 and clarity * 2 = trunc(clarity * 2)
    and entertainment between 1 and 5 and entertainment * 2 = trunc(entertainment * 2)
    and originality between 1 and 5 and originality * 2 = trunc(originality * 2)
    and quality between 1 and 5 and quality * 2 = trunc(quality * 2)
    and reliability between 1 and 5 and reliability * 2 = trunc(reliability * 2)
    and usefulness between 1 and 5 and usefulness * 2 = trunc(usefulness * 2)
  ),
  constraint video_ratings_comment_length check (length(comment) <= 10000),
  constraint video_ratings_comment_visible check (comment = '' or private.has_words(comment))
);
create trigger compose before insert or update of comment on public.video_ratings
  for each row when (new.comment is not nfc normalized) execute function private.compose('comment');
create index video_ratings_row_version_index on public.video_ratings (user_id, row_version, id);
create index video_ratings_video_index on public.video_ratings (video_id, created_at desc);

alter table public.video_ratings enable row level security;
grant select on public.video_ratings to anon, authenticated;
grant insert (user_id, video_id, overall, clarity, entertainment, originality, quality, reliability, usefulness, comment, is_deleted, edited_at)
  on public.video_ratings to authenticated;
-- An upsert sets each column that it brings, also those that it is found by: `keep_subject` holds them
grant update (user_id, video_id, overall, clarity, entertainment, originality, quality, reliability, usefulness, comment, is_deleted, edited_at)
  on public.video_ratings to authenticated;
grant select, insert, update, delete on public.video_ratings to service_role;
create policy "visitors read ratings" on public.video_ratings
  for select to anon using (not is_deleted);
create policy "members read ratings but those hidden by a block" on public.video_ratings
  for select to authenticated
  using (
    user_id = (select auth.uid())
    or (not is_deleted and user_id <> all ((select private.hidden_people())::uuid[]))
  );
create policy "one rates for oneself" on public.video_ratings
  for insert to authenticated with check (user_id = (select auth.uid()));
create policy "one changes one's own rating" on public.video_ratings
  for update to authenticated using (user_id = (select auth.uid())) with check (user_id = (select auth.uid()));

create function private.keep_rating_subject() returns trigger
language plpgsql
set search_path = ''
as $$
begin
  raise exception 'a rating stays with its person and video' using errcode = 'insufficient_privilege';
end
$$;
revoke all on function private.keep_rating_subject() from public;
create trigger keep_subject before update of user_id, video_id on public.video_ratings
  for each row when (old.id <> new.user_id::text || '|' || new.video_id)
  execute function private.keep_rating_subject();

/** True if a member writes rows of ratings directly; false in a push, which brings the time of each edit. */
create function private.is_rating_written_directly() returns boolean
language sql stable
set search_path = ''
return current_user = 'authenticated' and current_setting('mirutomo.rated_videos', true) is distinct from 'locked';

/** A video may be named by its UUID too (spec §5). */
create function private.name_rated_video() returns trigger
language plpgsql
set search_path = ''
as $$
begin
  if private.is_rating_written_directly() then
    new.video_id := (select youtube_id from public.videos where id = new.video_id::uuid);
    if new.video_id is null then
      raise exception 'No YouTube ID found for this video' using errcode = 'foreign_key_violation', hint = 'video_without_youtube_id';
    end if;
  end if;
  return new;
end
$$;
revoke all on function private.name_rated_video() from public;
create trigger a_name_video before insert on public.video_ratings
  for each row when (new.video_id ~* '^[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12}$')
  execute function private.name_rated_video();

/** A member who rates a video again brings the deleted rating back, as on a device. */
create function private.revive_rating() returns trigger
language plpgsql
set search_path = ''
as $$
begin
  if private.is_rating_written_directly() then
    new.is_deleted := false;
  end if;
  return new;
end
$$;
revoke all on function private.revive_rating() from public;
-- Before `clamp_edits`, which gives the edit its time
create trigger a_revive before update of overall on public.video_ratings
  for each row when (old.is_deleted and new.is_deleted) execute function private.revive_rating();

/**
 * Times of a rating's edits: known fields only, whole ms, none before 1970 (no page could show it) and none later
 * than the server's now. Without any, null, the row is refused. What a member changes directly and gives no new time
 * for was edited now.
 */
create function private.clamp_rating_edits() returns trigger
language plpgsql
set search_path = ''
as $$
declare
  fields constant text[] := array[
    'overall', 'clarity', 'entertainment', 'originality', 'quality', 'reliability', 'usefulness', 'comment', 'is_deleted'
  ];
  before jsonb := '{"comment": "", "is_deleted": false}';
  edited_before jsonb := '{}';
begin
  if new.edited_at is null then
    return new;
  end if;
  new.edited_at := (
    select coalesce(jsonb_object_agg(field, greatest(0, least(at::numeric::bigint, private.now_ms()))), '{}')
    from jsonb_each_text(new.edited_at) as edit (field, at)
    where at is not null and field = any (fields)
  );
  if not private.is_rating_written_directly() then
    return new;
  end if;
  if tg_op = 'UPDATE' then
    before := to_jsonb(old);
    edited_before := old.edited_at;
  end if;
  new.edited_at := new.edited_at || (
    select coalesce(jsonb_object_agg(field, greatest(private.now_ms(), (edited_before ->> field)::bigint + 1)), '{}')
    from jsonb_each(to_jsonb(new)) as given (field, value)
    where field = any (fields) and value is distinct from coalesce(before -> field, 'null')
      and new.edited_at -> field is not distinct from edited_before -> field
  );
  return new;
end
$$;
create trigger clamp_edits before insert or update on public.video_ratings
  for each row execute function private.clamp_rating_edits();
create trigger row_version before insert or update on public.video_ratings
  for each row execute function private.set_row_version_and_updated_at();
create trigger touch_videos after insert on public.video_ratings
  referencing new table as changed for each statement execute function private.touch_videos('youtube');
create trigger poke_insert after insert on public.video_ratings
  referencing new table as changed for each statement execute function private.poke('ratings', 'user_id');
create trigger poke_update after update on public.video_ratings
  referencing new table as changed for each statement execute function private.poke('ratings', 'user_id');
