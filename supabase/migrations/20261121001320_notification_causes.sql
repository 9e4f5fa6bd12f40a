-- What people are told of. One act tells each person whom it concerns once, however many rows it writes. Every cause goes through
-- `private.create_notification`. `follow`, `system` and `subscription` have no cause in these tables: the service makes them. A message, a connection and a like are told where they come about (`messages`, `connections`, `likings`).
--
-- In this file: what is told only once, steps of a number, and who is named with @; then a function and its triggers for each cause, by what it follows:
-- likes and replies of a rating, ratings, favorites; and what the schedule tells: new videos of a channel, the week's recommendation.

/** Whose rating it is that `review_mention <rating>` was told of; null of all else that is told once. */
create function private.mentioned_by(what text) returns uuid
language sql immutable
set search_path = ''
return substring(what from '^review_mention ([0-9a-f-]{36})[|]')::uuid;
revoke all on function private.mentioned_by(text) from public;

/** What a person is told of once and never again, whatever became of the notification. */
create table private.told_once (
  user_id uuid not null references public.profiles (id) on delete cascade,
  what text collate "C" not null,
  told_at timestamptz not null default now(),
  primary key (user_id, what)
);
create index told_once_mentioned_by_index on private.told_once (private.mentioned_by(what)) where private.mentioned_by(what) is not null;
alter table private.told_once enable row level security;

/**
 * Is it the first time? A caller with several people asks in the order of their ids, and then of `what`: two callers that asked in different orders would
 * wait for each other.
 */
create function private.is_first_time(person uuid, what text) returns boolean
language plpgsql
set search_path = ''
as $$
begin
  insert into private.told_once (user_id, what) values (person, what) on conflict do nothing;
  return found;
end
$$;
revoke all on function private.is_first_time(uuid, text) from public;

/** The step that a number has reached, or null below the first. */
create function private.step_of(reached bigint) returns integer
language sql immutable
set search_path = ''
return (select max(step) from unnest(array[10, 50, 100, 500, 1000]) as step where step <= reached);

/** Who of these people is named with @ in a text; of names that begin alike the longest. At most 10. */
create function private.mentioned(body text, people uuid[]) returns setof uuid
language sql stable
set search_path = ''
as $$
  with named as (
    select id, username from public.profiles where id = any (people) and strpos(body, '@' || username) > 0
  )
  select id from named
  where not exists (
    select from named as longer where longer.username <> named.username and starts_with(longer.username, named.username)
  )
  limit 10
$$;
revoke all on function private.mentioned(text, uuid[]) from public;

/** A like is news for who wrote the rating, and so is each step of their number. */
create function private.notify_rating_like() returns trigger
language plpgsql
security definer
set search_path = ''
as $$
begin
  perform private.create_notification(
    recipient => ratings.user_id,
    type => 'like',
    title => 'レビューにいいね！が届きました',
    message => people.username || 'さんがあなたの評価' || case liked.number when 1 then '' else liked.number || '件' end || 'に「いいね」しました。',
    priority => 'low',
    link => '/video/' || ratings.video_id,
    metadata => jsonb_build_object('rating_id', ratings.id),
    sender => liked.user_id,
    notification_group => 'like:' || ratings.id || ':' || liked.user_id
  )
  from (
    select max(changed.rating_id) as rating_id, changed.user_id, count(*) as number
    from changed join public.video_ratings as ratings on ratings.id = changed.rating_id
    group by ratings.user_id, changed.user_id
  ) as liked
  join public.video_ratings as ratings on ratings.id = liked.rating_id
  join public.profiles as people on people.id = liked.user_id
  order by ratings.user_id;

  perform private.create_notification(
    recipient => liked.user_id,
    type => 'milestone',
    title => 'いいねが' || liked.step || '件になりました',
    message => 'あなたのレビューに、いいねが' || liked.step || '件集まりました。',
    link => '/video/' || liked.video_id,
    metadata => jsonb_build_object('rating_id', liked.id, 'likes', liked.step)
  )
  from (
    select ratings.id, ratings.user_id, ratings.video_id, private.step_of(count(*)) as step
    from (select distinct rating_id from changed) as touched
    join public.video_ratings as ratings on ratings.id = touched.rating_id
    join public.rating_likes as likes on likes.rating_id = ratings.id
    group by ratings.id
    order by ratings.user_id, ratings.id
  ) as liked
  where liked.step is not null and private.is_first_time(liked.user_id, 'likes ' || liked.step || ' ' || liked.id);
  return null;
end
$$;
revoke all on function private.notify_rating_like() from public;
create trigger notify_insert after insert on public.rating_likes
  referencing new table as changed for each statement execute function private.notify_rating_like();

/** A reply is news for who wrote the rating; others who replied to the same are told when it names them. */
create function private.notify_rating_reply() returns trigger
language plpgsql
security definer
set search_path = ''
as $$
begin
  perform private.create_notification(
    recipient => ratings.user_id,
    type => 'review_reply',
    title => 'レビューに返信が届きました',
    message => people.username || 'さん: ' || left(replied.body, 100) || case replied.number when 1 then '' else '（ほか' || replied.number - 1 || '件）' end,
    link => '/video/' || ratings.video_id,
    metadata => jsonb_build_object('rating_id', ratings.id, 'reply_id', replied.id),
    sender => replied.user_id,
    notification_group => 'reply:' || ratings.id
  )
  from (
    select distinct on (ratings.user_id, changed.user_id)
      changed.*, count(*) over (partition by ratings.user_id, changed.user_id) as number
    from changed join public.video_ratings as ratings on ratings.id = changed.rating_id
    order by ratings.user_id, changed.user_id, changed.id
  ) as replied
  join public.video_ratings as ratings on ratings.id = replied.rating_id
  join public.profiles as people on people.id = replied.user_id
  order by ratings.user_id;

  perform private.create_notification(
    recipient => named.id,
    type => 'mention',
    title => '返信であなたが話題になりました',
    message => people.username || 'さん: ' || left(named.body, 100),
    link => '/video/' || ratings.video_id,
    metadata => jsonb_build_object('rating_id', ratings.id, 'reply_id', named.reply_id, 'about', jsonb_build_array(ratings.user_id)),
    sender => named.user_id,
    notification_group => 'mention:' || named.rating_id
  )
  from (
    select distinct on (mentioned, changed.user_id) mentioned as id, changed.id as reply_id, changed.rating_id, changed.user_id, changed.body
    from changed, lateral private.mentioned(changed.body, array(
      select distinct others.user_id from public.rating_replies as others
      where others.rating_id = changed.rating_id and not others.is_deleted
    )) as mentioned
    where strpos(changed.body, '@') > 0
    order by mentioned, changed.user_id, changed.id
  ) as named
  join public.video_ratings as ratings on ratings.id = named.rating_id
  join public.profiles as people on people.id = named.user_id
  where named.id <> ratings.user_id
  order by named.id;
  return null;
end
$$;
revoke all on function private.notify_rating_reply() from public;
create trigger notify_insert after insert on public.rating_replies
  referencing new table as changed for each statement execute function private.notify_rating_reply();

/**
 * A rating is news for the creator of the video: each review, and of ratings without words one at a time per video; and each step of their
 * number. For those who rated the same video it is news when the review names them. Who wrote it is told of each step of their own number.
 */
create function private.notify_rating() returns trigger
language plpgsql
security definer
set search_path = ''
as $$
declare
  told text[];
  naming text[];
begin
  if tg_op = 'INSERT' then
    told := array(select id from changed where not is_deleted);
    naming := array(select id from changed where not is_deleted and strpos(comment, '@') > 0);
  else
    told := array(
      select changed.id from changed join before using (id)
      where not changed.is_deleted and btrim(before.comment) = '' and btrim(changed.comment) <> ''
    );
    naming := array(
      select changed.id from changed join before using (id)
      where not changed.is_deleted and strpos(changed.comment, '@') > 0 and changed.comment <> before.comment
    );
  end if;

  if told <> '{}' then
    perform private.create_notification(
      recipient => news.youtuber,
      type => case when news.has_words then 'video_comment' else 'rating' end,
      title => case when news.has_words then '動画にレビューが届きました' else '動画が評価されました' end,
      message => case
        when news.has_words
        then news.username || 'さん: ' || left(news.comment, 100) || case news.number when 1 then '' else '（ほか' || news.number - 1 || '件）' end
        else news.username || 'さんが「' || left(news.title, 100) || '」' || case news.number when 1 then '' else 'ほか' || news.number - 1 || '本' end || 'を評価しました。'
      end,
      priority => case when news.has_words then 'medium' else 'low' end,
      link => '/video/' || news.video_id,
      metadata => jsonb_build_object('rating_id', news.id),
      sender => news.user_id,
      notification_group => case when news.has_words then 'review:' || news.id else 'rating:' || news.video_id end
    )
    from (
      select distinct on (youtuber, user_id, has_words)
        rated.*, people.username, count(*) over (partition by youtuber, user_id, has_words) as number
      from (
        select
          videos.youtuber, videos.title, btrim(ratings.comment) <> '' as has_words, ratings.comment, ratings.id, ratings.user_id, ratings.video_id
        from unnest(told) as told_id
        join public.video_ratings as ratings on ratings.id = told_id
        join public.videos on videos.youtube_id = ratings.video_id
        where videos.youtuber is not null
      ) as rated
      join public.profiles as people on people.id = rated.user_id
      order by youtuber, user_id, has_words, rated.id
    ) as news
    order by news.youtuber, news.id;
  end if;

  if naming <> '{}' then
    perform private.create_notification(
      recipient => named.id,
      type => 'review_mention',
      title => 'レビューであなたが話題になりました',
      message => people.username || 'さん: ' || left(named.comment, 100),
      link => '/video/' || named.video_id,
      metadata => jsonb_build_object('rating_id', named.rating_id),
      sender => named.user_id
    )
    from (
      select distinct on (id, user_id) * from (
        select mentioned as id, ratings.id as rating_id, ratings.user_id, ratings.video_id, ratings.comment
        from unnest(naming) as naming_id
        join public.video_ratings as ratings on ratings.id = naming_id,
        lateral private.mentioned(ratings.comment, array(
          select others.user_id from public.video_ratings as others
          where others.video_id = ratings.video_id and not others.is_deleted
          order by others.created_at desc
          limit 200
        )) as mentioned
        order by mentioned, ratings.user_id, ratings.id
      ) as named
      where id <> user_id and private.is_first_time(id, 'review_mention ' || rating_id)
      order by id, user_id, rating_id
    ) as named
    join public.profiles as people on people.id = named.user_id
    order by named.id;
  end if;

  if tg_op = 'INSERT' and told <> '{}' then
    perform private.create_notification(
      recipient => writer.user_id,
      type => 'achievement',
      title => '評価が' || writer.step || '件になりました',
      message => 'これまでに' || writer.step || '本の動画を評価しました。',
      link => '/profile/reviews',
      metadata => jsonb_build_object('ratings', writer.step)
    )
    from (
      select changed.user_id, private.step_of((
        select count(*) from (
          select from public.video_ratings as own where own.user_id = changed.user_id and not own.is_deleted limit 1000
        ) as own
      )) as step
      from (select distinct user_id from changed) as changed
      order by changed.user_id
    ) as writer
    where writer.step is not null and private.is_first_time(writer.user_id, 'ratings ' || writer.step);

    perform private.create_notification(
      recipient => rated.youtuber,
      type => 'milestone',
      title => '動画の評価が' || rated.step || '件になりました',
      message => '「' || left(rated.title, 100) || '」の評価が' || rated.step || '件になりました。',
      link => '/video/' || rated.youtube_id,
      metadata => jsonb_build_object('video_id', rated.youtube_id, 'ratings', rated.step)
    )
    from (
      select videos.youtuber, videos.title, videos.youtube_id, private.step_of(videos.rating_count) as step
      from (select distinct video_id from changed) as touched
      join public.videos on videos.youtube_id = touched.video_id
      where videos.youtuber is not null
      order by videos.youtuber, videos.youtube_id
    ) as rated
    where rated.step is not null and private.is_first_time(rated.youtuber, 'ratings ' || rated.step || ' ' || rated.youtube_id);
  end if;
  return null;
end
$$;
revoke all on function private.notify_rating() from public;
create trigger notify_insert after insert on public.video_ratings
  referencing new table as changed for each statement execute function private.notify_rating();
create trigger notify_update after update on public.video_ratings
  referencing old table as before new table as changed for each statement execute function private.notify_rating();

/** The creator of a video hears that it became a favourite, one at a time per video, and never whose: favourites are private. */
create function private.notify_favorite() returns trigger
language plpgsql
security definer
set search_path = ''
as $$
declare
  gained uuid[];
begin
  if tg_op = 'INSERT' then
    gained := array(select video_id from changed where is_favorite);
  else
    gained := array(select changed.video_id from changed join before using (id) where changed.is_favorite and not before.is_favorite);
  end if;
  if gained <> '{}' then
    perform private.create_notification(
      recipient => liked.youtuber,
      type => 'favorite',
      title => '動画がお気に入りに追加されました',
      message => '「' || left(liked.title, 100) || '」' || case liked.number when 1 then '' else 'ほか' || liked.number - 1 || '本' end || 'がお気に入りに追加されました。',
      priority => 'low',
      link => '/video/' || liked.youtube_id,
      metadata => jsonb_build_object('video_id', liked.youtube_id),
      notification_group => 'favorite:' || liked.id
    )
    from (
      select distinct on (videos.youtuber) videos.*, count(*) over (partition by videos.youtuber) as number
      from public.videos
      where videos.id = any (gained) and videos.youtuber is not null
        and exists (select from changed where changed.video_id = videos.id and changed.user_id <> videos.youtuber)
      order by videos.youtuber, videos.id
    ) as liked
    order by liked.youtuber;
  end if;
  return null;
end
$$;
revoke all on function private.notify_favorite() from public;
create trigger notify_insert after insert on public.favorites
  referencing new table as changed for each statement execute function private.notify_favorite();
create trigger notify_update after update on public.favorites
  referencing old table as before new table as changed for each statement execute function private.notify_favorite();

/** Videos just published that came into the catalogue; those who like the channel hear of them by `tell_new_videos`. */
create table private.new_videos (
  video_id uuid primary key references public.videos (id) on delete cascade
);
alter table private.new_videos enable row level security;

create function private.note_new_videos() returns trigger
language plpgsql
security definer
set search_path = ''
as $$
begin
  insert into private.new_videos (video_id)
  select id from changed
  where published_at > now() - interval '14 days' and channel_title <> '' and not is_hidden
  on conflict do nothing;
  return null;
end
$$;
revoke all on function private.note_new_videos() from public;
create trigger note_new after insert on public.videos
  referencing new table as changed for each statement execute function private.note_new_videos();

/** At most 20 videos at a time, each to the 200 people who last rated a video of its channel 4 or more; one at a time per channel and person. */
create function private.tell_new_videos() returns boolean
language plpgsql
set search_path = ''
as $$
declare
  fresh uuid[] := array(select video_id from private.new_videos order by video_id limit 2 for update skip locked);
begin
  perform private.create_notification(
    recipient => news.user_id,
    type => 'new_video',
    title => left(news.channel_title, 60) || 'の新しい動画',
    message => news.title,
    link => '/video/' || news.youtube_id,
    metadata => jsonb_build_object('video_id', news.youtube_id),
    notification_group => 'new_video:' || news.channel_title,
    is_premium_only => true
  )
  from (
    select fans.user_id, videos.title, videos.channel_title, videos.youtube_id
    from unnest(fresh) as fresh_id join public.videos on videos.id = fresh_id,
    lateral (
      select ratings.user_id
      from public.videos as others join public.video_ratings as ratings on ratings.video_id = others.youtube_id
      where others.channel_title = videos.channel_title and others.id <> videos.id and not ratings.is_deleted and ratings.overall >= 4
        -- Anybody may call a channel by a name that is known already: what a creator brings is told to those who rated what that creator brought
        and (videos.youtuber is null or others.youtuber = videos.youtuber)
      group by ratings.user_id
      order by max(ratings.created_at) desc
      limit 200
    ) as fans
    where not videos.is_hidden and fans.user_id is distinct from videos.youtuber
  ) as news
  order by news.user_id, news.youtube_id;
  delete from private.new_videos where video_id = any (fresh);
  return cardinality(fresh) = 2;
end
$$;
revoke all on function private.tell_new_videos() from public;

/**
 * Once a week, for premium people who rate: the video most reviewed in the genre that they rated best and most, of those they have not
 * touched. At most 500 people at a time.
 */
create function private.recommend_videos() returns boolean
language plpgsql
set search_path = ''
as $$
declare
  person uuid;
  told integer := 0;
begin
  for person in
    select id from (
      select people.id from public.profiles as people
      left join private.told_once as last on last.user_id = people.id and last.what = 'recommendation'
      where people.is_premium and (people.premium_expiry is null or people.premium_expiry > now())
        and people.created_at < now() - interval '7 days' and coalesce(last.told_at < now() - interval '7 days', true)
      order by last.told_at nulls first, people.id
      limit private.batch_size()
    ) as due
    order by id
  loop
    told := told + 1;
    insert into private.told_once (user_id, what) values (person, 'recommendation')
    on conflict (user_id, what) do update set told_at = now();
    perform private.create_notification(
      recipient => person,
      type => 'recommendation',
      title => '今週のおすすめ',
      message => chosen.title,
      priority => 'low',
      link => '/video/' || chosen.youtube_id,
      metadata => jsonb_build_object('video_id', chosen.youtube_id),
      notification_group => 'recommendation'
    )
    from (
      select videos.genre_id
      from public.video_ratings as ratings join public.videos on videos.youtube_id = ratings.video_id
      where ratings.user_id = person and not ratings.is_deleted and videos.genre_id is not null
      group by videos.genre_id
      order by sum(ratings.overall - 2.5) desc, videos.genre_id
      limit 1
    ) as liked,
    lateral (
      select videos.title, videos.youtube_id from public.videos
      where videos.genre_id = liked.genre_id and not videos.is_hidden
        and not exists (
          select from private.touched_videos as touched where touched.user_id = person and touched.video_id = videos.id
        )
      order by videos.review_count desc, videos.id
      limit 1
    ) as chosen;
  end loop;
  return told = private.batch_size();
end
$$;
revoke all on function private.recommend_videos() from public;
