-- What all ratings of a video say together. Sums move by differences under the video's row lock, so parallel ratings add up.
create table private.video_totals (
  video_id uuid primary key references public.videos (id) on delete cascade,
  rating_count integer not null default 0,
  review_count integer not null default 0,
  overall numeric not null default 0,
  clarity numeric not null default 0,
  clarity_count integer not null default 0,
  entertainment numeric not null default 0,
  entertainment_count integer not null default 0,
  originality numeric not null default 0,
  originality_count integer not null default 0,
  quality numeric not null default 0,
  quality_count integer not null default 0,
  reliability numeric not null default 0,
  reliability_count integer not null default 0,
  usefulness numeric not null default 0,
  usefulness_count integer not null default 0,
  stars_1 integer not null default 0,
  stars_2 integer not null default 0,
  stars_3 integer not null default 0,
  stars_4 integer not null default 0,
  stars_5 integer not null default 0,
  /** Changed since devices were last told. */
  is_unpublished boolean not null default true
) with (fillfactor = 70);
create index video_totals_unpublished_index on private.video_totals (video_id) where is_unpublished;
alter table private.video_totals enable row level security;

/** One order of locks for all who change several videos, or what their ratings say together: first this, then anything else. They run beside each other. */
create function private.lock_videos(ids uuid[]) returns void
language plpgsql
set search_path = ''
as $$
begin
  perform pg_advisory_xact_lock_shared(hashtextextended('ratings of unforeseen videos', 0));
  perform from public.videos where id = any (ids) order by id for no key update;
end
$$;
revoke all on function private.lock_videos(uuid[]) from public;

/**
 * `lock_videos` for a transaction that will write the caller's ratings of these, in several statements or both new ones and changed ones. What is there already is locked
 * before people are (`lock_pair`): who replies to a rating holds it, and then waits for the two of them.
 */
create function private.lock_rated_videos(youtube_ids text[]) returns void
language plpgsql
security definer
set search_path = ''
as $$
begin
  perform private.lock_videos(array(select id from public.videos where youtube_id = any (youtube_ids)));
  perform from public.video_ratings where user_id = auth.uid() and video_id = any (youtube_ids) order by id for update;
  perform set_config('mirutomo.rated_videos', 'locked', true);
end
$$;
revoke all on function private.lock_rated_videos(text[]) from public;
grant execute on function private.lock_rated_videos(text[]) to authenticated;

/**
 * Who writes ratings without saying first of which videos does it alone: new and changed ones of a statement are
 * counted one after the other. It waits for the person's push: of two that insert the same rating at once, one would
 * break the uniqueness that is not its conflict target.
 */
create function private.rate_unforeseen_videos() returns trigger
language plpgsql
security definer
set search_path = ''
as $$
begin
  if current_setting('mirutomo.rated_videos', true) is distinct from 'locked' then
    perform pg_advisory_xact_lock(hashtextextended('push of ' || auth.uid(), 0));
    perform pg_advisory_xact_lock(hashtextextended('ratings of unforeseen videos', 0));
  end if;
  return null;
end
$$;
revoke all on function private.rate_unforeseen_videos() from public;
create trigger a_lock before insert or update on public.video_ratings
  for each statement execute function private.rate_unforeseen_videos();

/** After each statement on video_ratings. */
create function private.add_ratings_to_totals() returns trigger
language plpgsql
security definer
set search_path = ''
as $$
declare
  changed_ids uuid[];
begin
  execute format(
    'select from public.videos where youtube_id in (select video_id from %I) order by id for no key update',
    case tg_op when 'DELETE' then 'before' else 'changed' end
  );
  execute format(
    $totals$
      with changes as (%s),
      differences as (
        select
          videos.id as video_id,
          sum(sign) as rating_count,
          coalesce(sum(sign) filter (where btrim(comment) <> ''), 0) as review_count,
          sum(sign * overall) as overall,
          coalesce(sum(sign * clarity), 0) as clarity,
          coalesce(sum(sign) filter (where clarity is not null), 0) as clarity_count,
          coalesce(sum(sign * entertainment), 0) as entertainment,
          coalesce(sum(sign) filter (where entertainment is not null), 0) as entertainment_count,
          coalesce(sum(sign * originality), 0) as originality,
          coalesce(sum(sign) filter (where originality is not null), 0) as originality_count,
          coalesce(sum(sign * quality), 0) as quality,
          coalesce(sum(sign) filter (where quality is not null), 0) as quality_count,
          coalesce(sum(sign * reliability), 0) as reliability,
          coalesce(sum(sign) filter (where reliability is not null), 0) as reliability_count,
          coalesce(sum(sign * usefulness), 0) as usefulness,
          coalesce(sum(sign) filter (where usefulness is not null), 0) as usefulness_count,
          coalesce(sum(sign) filter (where floor(overall) = 1), 0) as stars_1,
          coalesce(sum(sign) filter (where floor(overall) = 2), 0) as stars_2,
          coalesce(sum(sign) filter (where floor(overall) = 3), 0) as stars_3,
          coalesce(sum(sign) filter (where floor(overall) = 4), 0) as stars_4,
          coalesce(sum(sign) filter (where floor(overall) = 5), 0) as stars_5
        from changes join public.videos on videos.youtube_id = changes.video_id
        where not is_deleted
        group by videos.id
      ),
      written as (
        insert into private.video_totals as totals (
          video_id,
          rating_count, review_count, overall, clarity, clarity_count, entertainment, entertainment_count, originality,
          originality_count, quality, quality_count, reliability, reliability_count, usefulness, usefulness_count, stars_1,
          stars_2, stars_3, stars_4, stars_5
        )
        select
          video_id,
          rating_count, review_count, overall, clarity, clarity_count, entertainment, entertainment_count, originality,
          originality_count, quality, quality_count, reliability, reliability_count, usefulness, usefulness_count, stars_1,
          stars_2, stars_3, stars_4, stars_5
        from differences
        -- An edit that moves no sum, such as of a comment's words, locks and marks nothing.
        where greatest(
          abs(rating_count), abs(review_count), abs(overall), abs(clarity), abs(clarity_count), abs(entertainment),
          abs(entertainment_count), abs(originality), abs(originality_count), abs(quality), abs(quality_count),
          abs(reliability), abs(reliability_count), abs(usefulness), abs(usefulness_count), abs(stars_1), abs(stars_2),
          abs(stars_3), abs(stars_4), abs(stars_5)
        ) > 0
        order by video_id
        on conflict (video_id) do update set
          rating_count = totals.rating_count + excluded.rating_count,
          review_count = totals.review_count + excluded.review_count,
          overall = totals.overall + excluded.overall,
          clarity = totals.clarity + excluded.clarity,
          clarity_count = totals.clarity_count + excluded.clarity_count,
          entertainment = totals.entertainment + excluded.entertainment,
          entertainment_count = totals.entertainment_count + excluded.entertainment_count,
          originality = totals.originality + excluded.originality,
          originality_count = totals.originality_count + excluded.originality_count,
          quality = totals.quality + excluded.quality,
          quality_count = totals.quality_count + excluded.quality_count,
          reliability = totals.reliability + excluded.reliability,
          reliability_count = totals.reliability_count + excluded.reliability_count,
          usefulness = totals.usefulness + excluded.usefulness,
          usefulness_count = totals.usefulness_count + excluded.usefulness_count,
          stars_1 = totals.stars_1 + excluded.stars_1,
          stars_2 = totals.stars_2 + excluded.stars_2,
          stars_3 = totals.stars_3 + excluded.stars_3,
          stars_4 = totals.stars_4 + excluded.stars_4,
          stars_5 = totals.stars_5 + excluded.stars_5,
          is_unpublished = true
        returning video_id
      )
      select array_agg(video_id) from written
    $totals$,
    case tg_op
      when 'INSERT' then 'select 1 as sign, * from changed'
      when 'DELETE' then 'select -1 as sign, * from before'
      else 'select 1 as sign, changed.* from changed union all select -1 as sign, before.* from before'
    end
  ) into changed_ids;

  -- A statement of its own: it must see the totals as they are now that their rows are locked.
  update public.videos
  set
    rating_count = totals.rating_count,
    review_count = totals.review_count,
    avg_rating = coalesce(totals.overall / nullif(totals.rating_count, 0), 0),
    avg_clarity = totals.clarity / nullif(totals.clarity_count, 0),
    avg_entertainment = totals.entertainment / nullif(totals.entertainment_count, 0),
    avg_originality = totals.originality / nullif(totals.originality_count, 0),
    avg_quality = totals.quality / nullif(totals.quality_count, 0),
    avg_reliability = totals.reliability / nullif(totals.reliability_count, 0),
    avg_usefulness = totals.usefulness / nullif(totals.usefulness_count, 0),
    overall_histogram = array[totals.stars_1, totals.stars_2, totals.stars_3, totals.stars_4, totals.stars_5]
  from private.video_totals as totals
  where totals.video_id = any (changed_ids) and videos.id = totals.video_id;
  return null;
end
$$;
revoke all on function private.add_ratings_to_totals() from public;

create trigger add_to_totals_insert after insert on public.video_ratings
  referencing new table as changed for each statement execute function private.add_ratings_to_totals();
create trigger add_to_totals_update after update on public.video_ratings
  referencing old table as before new table as changed for each statement execute function private.add_ratings_to_totals();
create trigger add_to_totals_delete after delete on public.video_ratings
  referencing old table as before for each statement execute function private.add_ratings_to_totals();

/** Tells devices aggregates that changed since the last time; true where more have. */
create function public.publish_video_aggregates() returns boolean
language plpgsql
security definer
set search_path = ''
as $$
declare
  marked uuid[];
begin
  marked := array(select video_id from private.video_totals where is_unpublished order by video_id limit private.batch_size());
  perform private.lock_videos(marked);
  update private.video_totals set is_unpublished = false where video_id = any (marked);
  -- Naming row_version makes its trigger give the video a new one.
  update public.videos set row_version = 0 where id = any (marked);
  return cardinality(marked) = private.batch_size();
end
$$;
revoke all on function public.publish_video_aggregates() from public;
grant execute on function public.publish_video_aggregates() to service_role;
