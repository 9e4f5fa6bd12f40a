-- The catalogue. Everyone reads it, only the service writes it. Averages follow the ratings at once (in `video_ratings`), but reach
-- devices only by `publish_video_aggregates()`: an update of aggregates alone leaves `row_version` as it is.
create extension if not exists "uuid-ossp" with schema extensions;
/** The id of a video whose row need not be there yet; src/domain/video-id.ts says the same. */
create function private.video_id(youtube_id text) returns uuid
language sql immutable parallel safe
set search_path = ''
return extensions.uuid_generate_v5('5f0e5c0b-3c1d-4b0e-9d0a-6a1f0c9e7b42', youtube_id);
revoke all on function private.video_id(text) from public;
grant execute on function private.video_id(text) to service_role;

create table public.videos (
  id uuid generated always as (private.video_id(youtube_id)) stored primary key,
  youtube_id text collate "C" not null unique,
  title text not null default '',
  description text not null default '',
  thumbnail text not null default '',
  duration integer not null default 0,
  view_count bigint not null default 0,
  rating numeric not null default 0,
  genre_id text collate "C" references public.genres (id) on update cascade on delete set null,
  published_at timestamptz,
  channel_title text not null default '',
  youtuber uuid references public.profiles (id) on delete set null,
  review_count integer not null default 0,
  rating_count integer not null default 0,
  avg_rating numeric(3, 2) not null default 0,
  avg_clarity numeric(3, 2),
  avg_entertainment numeric(3, 2),
  avg_originality numeric(3, 2),
  avg_quality numeric(3, 2),
  avg_reliability numeric(3, 2),
  avg_usefulness numeric(3, 2),
  overall_histogram integer[] not null default '{0,0,0,0,0}',
  on_shelf boolean not null default false,
  is_hidden boolean not null default false,
  refreshed_at timestamptz not null default now(),
  created_at timestamptz not null default now(),
  updated_at timestamptz not null default now(),
  row_version bigint not null default 0,
  constraint videos_youtube_id_form check (youtube_id ~ '^[A-Za-z0-9_-]{11}$'),
  constraint videos_title_length check (length(title) <= 500),
  constraint videos_description_length check (length(description) <= 10000),
  constraint videos_thumbnail_length check (length(thumbnail) <= 2000),
  constraint videos_channel_title_length check (length(channel_title) <= 200),
  constraint videos_duration_positive check (duration >= 0),
  constraint videos_view_count_positive check (view_count >= 0),
  constraint videos_histogram_of_five check (cardinality(overall_histogram) = 5)
) with (fillfactor = 85);
create index videos_row_version_index on public.videos (row_version, id) where on_shelf and not is_hidden;
create index videos_top_index on public.videos (review_count desc, id) where not is_hidden;
create index videos_recent_index on public.videos (published_at desc nulls last, id) where not is_hidden;
create index videos_genre_top_index on public.videos (genre_id, review_count desc, id);
create index videos_genre_recent_index on public.videos (genre_id, published_at desc nulls last, id);
create index videos_youtuber_index on public.videos (youtuber);

alter table public.videos enable row level security;
grant select on public.videos to anon, authenticated;
grant select, insert, update, delete on public.videos to service_role;
create policy "everyone reads videos that are not hidden" on public.videos
  for select to anon, authenticated using (not is_hidden);

/** The version, and words that turn nothing wherever they are quoted: they come from outside. */
create function private.set_video_version() returns trigger
language plpgsql
set search_path = ''
as $$
begin
  new.title := private.unturned(new.title);
  new.description := private.unturned(new.description);
  new.channel_title := private.unturned(new.channel_title);
  if tg_op = 'UPDATE' then
    new.youtube_id := old.youtube_id;
    -- Computed after this, and to be compared before
    new.id := old.id;
    new.created_at := old.created_at;
    new.updated_at := old.updated_at;
    if new is not distinct from old then
      return new;
    end if;
  end if;
  new.updated_at := now();
  new.row_version := private.current_version();
  return new;
end
$$;
-- The aggregates are not in the list: a statement that sets only them bumps nothing. One that sets row_version always does.
create trigger row_version
  before insert or update of
    youtube_id, title, description, thumbnail, duration, view_count, rating, genre_id, published_at, channel_title, youtuber,
    on_shelf, is_hidden, refreshed_at, created_at, updated_at, row_version
  on public.videos
  for each row execute function private.set_video_version();

/** Videos a person favourited, rated or watched: their devices hold them whatever is on the shelf, once they are in the catalogue. */
create table private.touched_videos (
  user_id uuid not null references public.profiles (id) on delete cascade,
  video_id uuid not null,
  row_version bigint not null default private.current_version(),
  primary key (user_id, video_id)
);
create trigger compose before insert or update of title, description, channel_title on public.videos
  for each row when (new.title is not nfc normalized or new.description is not nfc normalized or new.channel_title is not nfc normalized) execute function private.compose('title', 'description', 'channel_title');
create index touched_videos_pull_index on private.touched_videos (user_id, row_version, video_id);
create index touched_videos_video_id_index on private.touched_videos (video_id);

alter table private.touched_videos enable row level security;
grant select on private.touched_videos to authenticated;
create policy "one reads what one touched" on private.touched_videos
  for select to authenticated using (user_id = (select auth.uid()));

/** After rows (`changed`) with user_id and video_id were inserted. Argument: `uuid` or `youtube`, what video_id holds. */
create function private.touch_videos() returns trigger
language plpgsql
security definer
set search_path = ''
as $$
begin
  if tg_argv[0] = 'youtube' then
    insert into private.touched_videos (user_id, video_id)
    select distinct user_id, private.video_id(video_id) from changed
    on conflict do nothing;
  else
    insert into private.touched_videos (user_id, video_id)
    select distinct user_id, video_id from changed
    on conflict do nothing;
  end if;
  return null;
end
$$;
revoke all on function private.touch_videos() from public;

/** Videos that left the shelf, were hidden or deleted: devices that did not touch them remove them. */
create table private.departed_videos (
  video_id uuid primary key,
  row_version bigint not null default private.current_version()
);
create index departed_videos_pull_index on private.departed_videos (row_version, video_id);

alter table private.departed_videos enable row level security;
grant select on private.departed_videos to authenticated;
create policy "members read what left the shelf" on private.departed_videos for select to authenticated using (true);

/** A change of a video reaches those who touched it; shelf videos reach everyone by their own version. */
create function private.spread_videos() returns trigger
language plpgsql
security definer
set search_path = ''
as $$
begin
  if tg_op = 'DELETE' then
    insert into private.departed_videos (video_id) select id from before
    on conflict (video_id) do update set row_version = excluded.row_version;
    return null;
  end if;
  if tg_op = 'INSERT' then
    update private.touched_videos as touched
    set row_version = private.current_version()
    from changed where touched.video_id = changed.id;
    delete from private.departed_videos as departed
    using changed where departed.video_id = changed.id;
    return null;
  end if;
  -- Ratings change averages alone, all the time; that spreads nothing.
  if not exists (select from before join changed using (id) where changed.row_version <> before.row_version) then
    return null;
  end if;

  update private.touched_videos as touched
  set row_version = private.current_version()
  from before join changed using (id)
  where touched.video_id = changed.id and changed.row_version <> before.row_version
    and not changed.on_shelf;

  insert into private.departed_videos (video_id)
  select changed.id from before join changed using (id)
  where (before.on_shelf and not changed.on_shelf) or (changed.is_hidden and not before.is_hidden)
  on conflict (video_id) do update set row_version = excluded.row_version;

  delete from private.departed_videos as departed
  using before join changed using (id)
  where departed.video_id = changed.id and changed.row_version <> before.row_version
    and changed.on_shelf and not changed.is_hidden;
  return null;
end
$$;
revoke all on function private.spread_videos() from public;
create trigger spread_insert after insert on public.videos
  referencing new table as changed for each statement execute function private.spread_videos();
create trigger spread_update after update on public.videos
  referencing old table as before new table as changed for each statement execute function private.spread_videos();
create trigger spread_delete after delete on public.videos
  referencing old table as before for each statement execute function private.spread_videos();
