-- The shelf: the part of the catalogue that every member's devices hold, 10,000 videos at most.

/** Puts the most reviewed and the newest videos of each genre on the shelf, some at a time; true where more are to change place. */
create function public.refresh_catalogue_shelf() returns boolean
language plpgsql
security definer
set search_path = ''
as $$
declare
  shelf_size constant integer := 10000;
  shelf uuid[];
  moving uuid[];
begin
  select coalesce(array_agg(best.id), '{}') into shelf
  from (
    select ranked.id
    from (
      select id, least(
        row_number() over (partition by genre_id order by review_count desc, id),
        row_number() over (partition by genre_id order by published_at desc nulls last, id)
      ) as place
      from public.videos
      where not is_hidden
    ) as ranked
    order by ranked.place, ranked.id
    limit shelf_size
  ) as best;
  -- An array is looked up by hash; joined as a query, the planner guesses its size and compares every video with every other.
  -- What leaves goes first: the shelf never holds more than its size.
  moving := array(select id from public.videos where on_shelf <> (id = any (shelf)) order by on_shelf desc, id limit private.batch_size());
  perform private.lock_videos(moving);
  update public.videos set on_shelf = id = any (shelf) where id = any (moving);
  return cardinality(moving) = private.batch_size();
end
$$;
revoke all on function public.refresh_catalogue_shelf() from public;
grant execute on function public.refresh_catalogue_shelf() to service_role;
