-- Videos that `import-videos` brings in from YouTube: by an admin any, by a creator their own; and the refreshing of what is older than YouTube lets it be kept.

/** How many videos creators asked YouTube about, and when. */
create table private.video_imports (
  id bigint generated always as identity primary key,
  user_id uuid not null references public.profiles (id) on delete cascade,
  how_many integer not null,
  asked_at timestamptz not null default now(),
  constraint video_imports_some check (how_many > 0)
);
create index video_imports_user_index on private.video_imports (user_id, asked_at);
alter table private.video_imports enable row level security;

/**
 * Before YouTube is asked about `how_many` videos for a person: answers the id of their channel, null for an admin, who imports any. Creators ask about 100 in an hour.
 * Refusals: P0001 with the hint `not_creator` or `rate_limited`.
 */
create function public.begin_video_import(person uuid, how_many integer) returns text
language plpgsql
security definer
set search_path = ''
as $$
declare
  an_hour constant integer := 100;
  channel text;
begin
  if private.may_administer(person) then
    return null;
  end if;
  -- The lock has two calls at once count one after the other.
  select channel_id into channel from public.youtuber_profiles where id = person for update;
  if channel is null then
    raise exception 'only creators import videos' using hint = 'not_creator';
  end if;
  delete from private.video_imports where user_id = person and asked_at <= now() - interval '1 hour';
  if how_many + (select coalesce(sum(imports.how_many), 0) from private.video_imports as imports where user_id = person) > an_hour then
    raise exception 'too many in an hour' using hint = 'rate_limited';
  end if;
  insert into private.video_imports (user_id, how_many) values (person, how_many);
  return channel;
end
$$;
revoke all on function public.begin_video_import(uuid, integer) from public;
grant execute on function public.begin_video_import(uuid, integer) to service_role;

/** YouTube did not answer: what was begun last does not count. */
create function public.drop_video_import(person uuid) returns void
language sql
security definer
set search_path = ''
as $$
  delete from private.video_imports
  where id = (select id from private.video_imports where user_id = person order by id desc limit 1)
$$;
revoke all on function public.drop_video_import(uuid) from public;
grant execute on function public.drop_video_import(uuid) to service_role;

/**
 * Puts what YouTube told of videos into the catalogue, as `owner`'s own or, without one, an admin's find. Answers for each what became of it: `added`, `updated`, or `refused`
 * because it is hidden (`hidden`; an admin brings it back) or another creator's (`taken`).
 */
create function public.store_imported_videos(owner uuid, imported jsonb, genre text default null)
returns table (youtube_id text, status text, reason text)
language plpgsql
security definer
set search_path = ''
as $$
#variable_conflict use_column
begin
  perform private.lock_videos(array(
    select id from public.videos where youtube_id in (select video ->> 'youtube_id' from jsonb_array_elements(imported) as video)
  ));
  return query
  with told as (
    select * from jsonb_to_recordset(imported) as row (
      youtube_id text, title text, description text, thumbnail text, duration integer, view_count bigint, published_at timestamptz,
      channel_title text
    )
  ), kept as (
    select
      told.youtube_id,
      case
        when owner is null then null
        when videos.is_hidden then 'hidden'
        when videos.youtuber <> owner then 'taken'
      end as reason
    from told left join public.videos on videos.youtube_id = told.youtube_id
  ), stored as (
    insert into public.videos as current (
      youtube_id, title, description, thumbnail, duration, view_count, published_at, channel_title, genre_id, youtuber
    )
    select
      told.youtube_id, told.title, told.description, told.thumbnail, told.duration, told.view_count, told.published_at,
      told.channel_title, genre, owner
    from told join kept using (youtube_id)
    where kept.reason is null
    order by told.youtube_id
    on conflict (youtube_id) do update set
      title = excluded.title,
      description = excluded.description,
      thumbnail = excluded.thumbnail,
      duration = excluded.duration,
      view_count = excluded.view_count,
      published_at = excluded.published_at,
      channel_title = excluded.channel_title,
      genre_id = coalesce(excluded.genre_id, current.genre_id),
      youtuber = coalesce(excluded.youtuber, current.youtuber),
      is_hidden = false,
      refreshed_at = now()
    -- Whose it is may have been settled since it was looked up.
    where excluded.youtuber is null or current.youtuber is null or current.youtuber = excluded.youtuber
    returning current.youtube_id, (xmax = 0) as is_new
  )
  select
    kept.youtube_id,
    case stored.is_new when true then 'added' when false then 'updated' else 'refused' end,
    case when stored.is_new is null then coalesce(kept.reason, 'taken') end
  from kept left join stored using (youtube_id);
end
$$;
revoke all on function public.store_imported_videos(uuid, jsonb, text) from public;
grant execute on function public.store_imported_videos(uuid, jsonb, text) to service_role;

create index videos_refresh_index on public.videos (refreshed_at) where not is_hidden;

/** The YouTube ids of videos that were last asked about more than 30 days ago, the oldest first, at most 50. */
create function public.videos_to_refresh() returns text[]
language sql stable security definer
set search_path = ''
as $$
  select coalesce(array_agg(due.youtube_id), '{}')
  from (
    select youtube_id from public.videos
    where not is_hidden and refreshed_at < now() - interval '30 days'
    order by refreshed_at
    limit 50
  ) as due
$$;
revoke all on function public.videos_to_refresh() from public;
grant execute on function public.videos_to_refresh() to service_role;

/** What YouTube told when asked again about `asked`: the videos in `answers` are as told there, the others are gone and hidden. */
create function public.store_refreshed_videos(asked text[], answers jsonb) returns void
language plpgsql
security definer
set search_path = ''
as $$
begin
  perform private.lock_videos(array(select id from public.videos where youtube_id = any (asked)));
  update public.videos
  set
    title = told.title, description = told.description, thumbnail = told.thumbnail, duration = told.duration,
    view_count = told.view_count, published_at = told.published_at, channel_title = told.channel_title, refreshed_at = now()
  from jsonb_to_recordset(answers) as told (
    youtube_id text, title text, description text, thumbnail text, duration integer, view_count bigint, published_at timestamptz,
    channel_title text
  )
  where videos.youtube_id = told.youtube_id and videos.youtube_id = any (asked);
  update public.videos set is_hidden = true, refreshed_at = now()
  where youtube_id = any (asked)
    and youtube_id not in (select told.youtube_id from jsonb_to_recordset(answers) as told (youtube_id text));
end
$$;
revoke all on function public.store_refreshed_videos(text[], jsonb) from public;
grant execute on function public.store_refreshed_videos(text[], jsonb) to service_role;
