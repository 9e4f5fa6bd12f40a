-- Favourites: a row per person and video that stays when the favourite is taken back, so that the later intent wins.
create table public.favorites (
  id text collate "C" generated always as (user_id::text || '|' || video_id::text) stored primary key,
  user_id uuid not null default auth.uid() references public.profiles (id) on delete cascade,
  video_id uuid not null,
  is_favorite boolean not null default true,
  /** Ms since the epoch. */
  edited_at bigint not null,
  /** Its place in the list, where that is not the last edit: when it had become one, ms. Kept while it is none, so that it can be brought back where it was. */
  added_at bigint,
  created_at timestamptz not null default now(),
  updated_at timestamptz not null default now(),
  row_version bigint not null default 0,
  constraint favorites_edited_at_positive check (edited_at >= 0),
  constraint favorites_added_at_before check (added_at >= 0 and added_at < edited_at)
);
create index favorites_row_version_index on public.favorites (user_id, row_version, id);
create index favorites_video_index on public.favorites (video_id);
create index favorites_current_index on public.favorites (user_id) where is_favorite;

alter table public.favorites enable row level security;
grant select, insert (user_id, video_id, is_favorite, edited_at, added_at), update (is_favorite, edited_at, added_at) on public.favorites to authenticated;
grant select, insert, update, delete on public.favorites to service_role;
create policy "one reads one's own favourites" on public.favorites
  for select to authenticated using (user_id = (select auth.uid()));
create policy "one favourites for oneself" on public.favorites
  for insert to authenticated with check (user_id = (select auth.uid()));
create policy "one changes one's own favourites" on public.favorites
  for update to authenticated using (user_id = (select auth.uid())) with check (user_id = (select auth.uid()));

create trigger clamp_edited_at before insert or update of edited_at on public.favorites
  for each row execute function private.clamp_edited_at();
create trigger row_version before insert or update on public.favorites
  for each row execute function private.set_row_version_and_updated_at();
create trigger touch_videos after insert on public.favorites
  referencing new table as changed for each statement execute function private.touch_videos('uuid');
create trigger poke_insert after insert on public.favorites
  referencing new table as changed for each statement execute function private.poke('favorites', 'user_id');
create trigger poke_update after update on public.favorites
  referencing new table as changed for each statement execute function private.poke('favorites', 'user_id');

/** How many favourites a person without premium may have; src/domain/limits.ts says the same. */
create function private.free_favorite_limit() returns integer
language sql immutable
set search_path = ''
return 100;

/**
 * Only who gains a favourite is counted: whose premium lapsed keeps what they have. The lock makes a second statement of the same person
 * wait until the first one's rows can be counted.
 */
create function private.limit_favorites() returns trigger
language plpgsql
security definer
set search_path = ''
as $$
declare
  person uuid;
  gaining uuid[];
begin
  if tg_op = 'INSERT' then
    gaining := array(select distinct user_id from changed where is_favorite order by user_id);
  else
    gaining := array(
      select distinct changed.user_id
      from changed join before using (id)
      where changed.is_favorite and not before.is_favorite
      order by changed.user_id
    );
  end if;
  foreach person in array gaining loop
    continue when private.has_premium(person);
    perform pg_advisory_xact_lock(hashtextextended('favorites of ' || person, 0));
    if (select count(*) from public.favorites where user_id = person and is_favorite) > private.free_favorite_limit() then
      raise exception 'more than % favorites need premium', private.free_favorite_limit()
        using errcode = 'check_violation', constraint = 'favorite_limit', table = 'favorites';
    end if;
  end loop;
  return null;
end
$$;
revoke all on function private.limit_favorites() from public;
create trigger limit_insert after insert on public.favorites
  referencing new table as changed for each statement execute function private.limit_favorites();
create trigger limit_update after update on public.favorites
  referencing old table as before new table as changed for each statement execute function private.limit_favorites();
