-- A review is a rating with a comment. People answer and like ratings.

/** Reviews keyed by the video's UUID. */
create view public.reviews with (security_invoker = true) as
select
  ratings.id,
  videos.id as video_id,
  ratings.video_id as youtube_id,
  ratings.user_id,
  ratings.overall,
  ratings.clarity,
  ratings.entertainment,
  ratings.originality,
  ratings.quality,
  ratings.reliability,
  ratings.usefulness,
  ratings.comment,
  ratings.created_at,
  ratings.updated_at
from public.video_ratings as ratings
join public.videos on videos.youtube_id = ratings.video_id
where btrim(ratings.comment) <> '' and not ratings.is_deleted;
grant select on public.reviews to anon, authenticated, service_role;

create table public.rating_replies (
  id uuid primary key default gen_random_uuid(),
  rating_id text collate "C" not null references public.video_ratings (id) on delete cascade,
  user_id uuid not null default auth.uid() references public.profiles (id) on delete cascade,
  body text not null,
  is_deleted boolean not null default false,
  created_at timestamptz not null default now(),
  constraint rating_replies_body_present check (btrim(body) <> ''),
  constraint rating_replies_body_length check (length(body) <= 2000)
);
create trigger compose before insert or update of body on public.rating_replies
  for each row when (new.body is not nfc normalized) execute function private.compose('body');
create index rating_replies_rating_index on public.rating_replies (rating_id, created_at);
create index rating_replies_user_index on public.rating_replies (user_id);

alter table public.rating_replies enable row level security;
grant select on public.rating_replies to anon, authenticated;
grant insert (id, rating_id, user_id, body), update (body, is_deleted) on public.rating_replies to authenticated;
grant select, insert, update, delete on public.rating_replies to service_role;
create policy "visitors read replies" on public.rating_replies for select to anon using (not is_deleted);
create policy "members read replies but those hidden by a block" on public.rating_replies
  for select to authenticated
  using (
    user_id = (select auth.uid())
    or (not is_deleted and user_id <> all ((select private.hidden_people())::uuid[]))
  );
create policy "one replies for oneself to what one sees" on public.rating_replies
  for insert to authenticated
  with check (
    user_id = (select auth.uid())
    and exists (select from public.video_ratings where video_ratings.id = rating_id and not video_ratings.is_deleted)
  );
create policy "one changes one's own reply" on public.rating_replies
  for update to authenticated using (user_id = (select auth.uid())) with check (user_id = (select auth.uid()));

create table public.rating_likes (
  -- Of its own: were the two keys the primary key, the API would embed people in ratings in two ways.
  row_id uuid primary key default gen_random_uuid(),
  rating_id text collate "C" not null references public.video_ratings (id) on delete cascade,
  user_id uuid not null default auth.uid() references public.profiles (id) on delete cascade,
  created_at timestamptz not null default now(),
  constraint rating_likes_once unique (rating_id, user_id)
);
create index rating_likes_user_index on public.rating_likes (user_id);

alter table public.rating_likes enable row level security;
grant select on public.rating_likes to anon, authenticated;
grant insert (rating_id, user_id), delete on public.rating_likes to authenticated;
grant select, insert, update, delete on public.rating_likes to service_role;
create policy "visitors read likes" on public.rating_likes for select to anon using (true);
create policy "members read likes but those hidden by a block" on public.rating_likes
  for select to authenticated using (user_id <> all ((select private.hidden_people())::uuid[]));
create policy "one likes for oneself what one sees" on public.rating_likes
  for insert to authenticated
  with check (
    user_id = (select auth.uid())
    and exists (select from public.video_ratings where video_ratings.id = rating_id and not video_ratings.is_deleted)
  );
create policy "one takes one's like back" on public.rating_likes
  for delete to authenticated using (user_id = (select auth.uid()));
