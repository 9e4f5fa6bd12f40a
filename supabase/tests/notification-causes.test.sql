begin;
\ir helpers.psql
select plan(31);

select tests.create_user('mio'), tests.create_user('ken'), tests.create_user('rin'), tests.create_user('creator'), tests.create_user('rich', premium => true);
select tests.create_videos(12);
update public.videos set youtuber = tests.id_of('creator') where id in (tests.video_id(1), tests.video_id(2));
create function tests.heard(name text) returns text language sql security definer as $$
  select coalesce(string_agg(type, ',' order by type), '') from public.notifications where user_id = tests.id_of(name)
$$;
create function tests.rate(name text, video integer, comment text default '', overall numeric default 4) returns void language sql security definer as $$
  insert into public.video_ratings (user_id, video_id, overall, comment, edited_at)
  values (tests.id_of(name), tests.youtube_id(video), overall, comment, '{"overall": 1}')
  on conflict (id) do update set comment = excluded.comment
$$;
create function tests.rating_of(name text, video integer) returns text language sql immutable as $$
  select tests.id_of(name) || '|' || tests.youtube_id(video)
$$;
create function tests.forget() returns void language sql security definer as $$ delete from public.notifications $$;

-- The creator of a video.
select tests.rate('mio', 1);
select is(tests.heard('creator'), 'rating', 'a rating is told to the creator');
select tests.rate('ken', 1);
select is(tests.heard('creator'), 'rating', 'one at a time per video');
select tests.rate('mio', 1, '最高');
select is(tests.heard('creator'), 'rating,video_comment', 'words that come later too');
select tests.rate('mio', 1, '最高でした');
select tests.rate('ken', 2, 'よい');
select is(tests.heard('creator'), 'rating,video_comment,video_comment', 'each review once');
select is(
  (select (sender_id = tests.id_of('ken'), link, metadata)::text from public.notifications where message = 'kenさん: よい'),
  format('(t,/video/%s,"{""rating_id"": ""%s""}")', tests.youtube_id(2), tests.rating_of('ken', 2)), 'by whom, of what, and where'
);
select tests.forget();
select tests.rate('creator', 1, 'わたしの動画');
select is(tests.heard('creator'), '', 'not of their own');
insert into public.blocks (blocker_id, blocked_id) values (tests.id_of('creator'), tests.id_of('rin'));
select tests.rate('rin', 2, 'いやがらせ');
select is(tests.heard('creator'), '', 'nor of somebody behind a block');
select tests.rate('mio', 3, '誰の動画でもない');
select is((select count(*) from public.notifications), 0::bigint, 'a video without a creator tells nobody');

-- Favourites are private.
insert into public.favorites (user_id, video_id, edited_at) values (tests.id_of('mio'), tests.video_id(1), 1), (tests.id_of('creator'), tests.video_id(2), 1);
select is(tests.heard('creator'), 'favorite', 'the creator hears of a favourite that is not their own');
select is(
  (select (sender_id is null and message !~ 'mio' and metadata::text !~ tests.id_of('mio')::text) from public.notifications), true, 'not whose it is'
);
insert into public.favorites (user_id, video_id, edited_at) values (tests.id_of('ken'), tests.video_id(1), 1);
select is(tests.heard('creator'), 'favorite', 'one at a time');
update public.favorites set is_favorite = false;
select is(tests.heard('creator'), 'favorite', 'what is taken back is no news');
select tests.forget();
update public.favorites set is_favorite = true where user_id = tests.id_of('ken');
select is(tests.heard('creator'), 'favorite', 'what becomes one again is');

-- Those who are named.
select tests.forget();
select tests.rate('ken', 3, '@mio さん、@rich さん、@creator さんへ');
select is(tests.heard('mio'), 'review_mention', 'who rated the same video hears that a review names them');
select is(tests.heard('rich') || tests.heard('creator'), '', 'others do not');
select tests.forget();
select tests.rate('ken', 3, '@mio さん、もう一度');
select is(tests.heard('mio'), '', 'once per review');
insert into public.rating_replies (rating_id, user_id, body) values (tests.rating_of('ken', 3), tests.id_of('mio'), 'はい');
select tests.forget();
insert into public.rating_replies (rating_id, user_id, body) values (tests.rating_of('ken', 3), tests.id_of('rich'), '@mio @ken @rin どう思いますか');
select is(
  (tests.heard('mio'), tests.heard('ken'), tests.heard('rin'))::text, '(mention,review_reply,"")',
  'who replied hears of a reply that names them, its writer of the reply, others nothing'
);
select tests.create_user('mio2');
select is(
  array(select private.mentioned('@mio2 へ', array[tests.id_of('mio'), tests.id_of('mio2')])), array[tests.id_of('mio2')],
  'of names that begin alike the longest'
);

-- Steps.
select tests.forget();
select tests.rate('rin', number) from generate_series(3, 11) as number;
select is(tests.heard('rin'), 'achievement', 'ten ratings are an achievement');
select is((select (title, metadata)::text from public.notifications where user_id = tests.id_of('rin')), '(評価が10件になりました,"{""ratings"": 10}")', 'that is told');
select tests.rate('rin', 12);
select is(tests.heard('rin'), 'achievement', 'once');
select tests.create_user('p' || number) from generate_series(1, 10) as number;
select tests.forget();
insert into public.rating_likes (rating_id, user_id)
select tests.rating_of('mio', 3), tests.id_of('p' || number) from generate_series(1, 10) as number;
select is((select count(*) from public.notifications where user_id = tests.id_of('mio') and type = 'milestone'), 1::bigint, 'ten likes are a milestone');
select tests.forget();
select tests.rate('p' || number, 1) from generate_series(1, 7) as number;
select is(tests.heard('creator'), 'milestone,rating', 'ten ratings of a video are one for its creator');

-- New videos, for those who rated the channel well.
delete from private.new_videos;
select tests.forget();
insert into public.videos (youtube_id, title, channel_title, published_at)
values ('pgtapnew001', '新作', 'チャンネル', now()), ('pgtapnew002', '旧作', 'チャンネル', now() - interval '1 year'), ('pgtapnew003', '無名', '', now());
select is((select count(*) from private.new_videos), 1::bigint, 'what was published long ago is no news');
select tests.create_user('low');
select tests.rate('low', 5, '', 2);
select private.tell_new_videos();
select is(
  (select array_agg(distinct (type, message, is_premium_only)::text) from public.notifications), array['(new_video,新作,t)'], 'those hear of it'
);
select is((tests.heard('mio'), tests.heard('low'))::text, '(new_video,"")', 'who rated the channel well, and not who did not');
select is((select count(*) from private.new_videos), 0::bigint, 'once');
select tests.forget();
insert into public.videos (youtube_id, title, channel_title, published_at, youtuber)
values ('pgtapnew004', '偽物', 'チャンネル', now(), tests.id_of('low'));
select private.tell_new_videos();
select is(tests.heard('mio'), '', 'nobody reaches them by the name of that channel');

-- A recommendation a week, for premium people.
select tests.forget();
alter table public.profiles disable trigger user;
update public.profiles set created_at = now() - interval '8 days';
alter table public.profiles enable trigger user;
select tests.rate('rich', 4, '', 5);
select tests.forget();
select private.recommend_videos();
select is(
  (select array_agg((user_id = tests.id_of('rich'), type, link <> '/video/' || tests.youtube_id(4))::text) from public.notifications),
  array['(t,recommendation,t)'], 'premium people hear of a video they do not know'
);
update public.notifications set is_read = true;
select private.recommend_videos();
select is((select count(*) from public.notifications), 1::bigint, 'not twice in a week');
update private.told_once set told_at = now() - interval '8 days' where what = 'recommendation';
select private.recommend_videos();
select is((select count(*) from public.notifications), 2::bigint, 'but every week');

select * from finish();
rollback;
