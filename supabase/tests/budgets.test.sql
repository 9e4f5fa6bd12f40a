begin;
\ir helpers.psql
select plan(25);

select tests.create_user('mio'), tests.create_user('ken'), tests.create_user('rin'), tests.create_videos(4);
create function tests.spent(noun text) returns bigint language sql security definer
as $$ select coalesce(sum(written), 0) from private.spending where spending.noun = spent.noun and user_id = auth.uid() $$;
create function tests.allow(noun text, an_hour integer, a_day integer) returns void language sql security definer
as $$ update private.budgets set an_hour = allow.an_hour, a_day = allow.a_day where budgets.noun = allow.noun $$;
create function tests.hours_pass(hours integer) returns void language sql security definer
as $$ update private.spending set hour = hour - hours * interval '1 hour' $$;
create function tests.setting(name text) returns jsonb language sql
as $$ select jsonb_build_object('id', tests.id_of('ken') || '|' || name, 'name', name, 'value', 1, 'edited_at', 1) $$;
create function tests.told(person text) returns setof public.notifications language sql security definer
as $$ select * from public.notifications where user_id = tests.id_of(person) order by created_at, id $$;

-- What members write into has a budget, whichever migration made it.
select set_eq(
  $$
    select noun from private.budgets
  $$,
  $$
    select distinct relname::text from pg_class join pg_attribute on attrelid = pg_class.oid
    where relnamespace = 'public'::regnamespace and relkind = 'r' and attnum > 0 and not attisdropped
      and has_column_privilege('authenticated', attrelid, attnum, 'insert, update')
    union
    -- By functions alone, which set no other bound
    values ('event_participants'), ('push_subscriptions'), ('relations')
  $$,
  'every table that members write into has a budget'
);
select set_eq(
  $$ select tgrelid::regclass::text || ' ' || tgname from pg_trigger where tgfoid = 'private.spend_budget'::regproc and tgenabled = 'O' $$,
  $$ select noun || ' ' || moment from private.budgets, unnest(array['spend_insert', 'spend_update']) as moment $$,
  'which counts what comes and what is changed'
);

-- An hour's, a day's, and each by itself.
insert into public.video_ratings (user_id, video_id, overall, comment, edited_at)
select tests.id_of(person), tests.youtube_id(number), 4, 'いい', '{}' from unnest(array['mio', 'rin']) as person, generate_series(1, 2) as number;
select tests.sign_in('ken');
select tests.allow('rating_replies', 3, 5);
insert into public.rating_replies (rating_id, body) select id, 'はい' from public.video_ratings where user_id = tests.id_of('mio');
select is(tests.spent('rating_replies'), 2::bigint, 'what is written is counted');
select throws_ok(
  $$ insert into public.rating_replies (rating_id, body) select id, 'はい' from public.video_ratings $$, 'PT429', 'too many rating_replies at once',
  'more than an hour''s is refused as a whole'
);
select is(tests.spent('rating_replies'), 2::bigint, 'and costs nothing');
update public.rating_replies set body = 'うん' where id = (select id from public.rating_replies where user_id = tests.id_of('ken') limit 1);
select is(tests.spent('rating_replies'), 3::bigint, 'a change counts too');
select throws_ok($$ update public.rating_replies set body = '' || 'ええ' where user_id = tests.id_of('ken') $$, 'PT429', null, 'and is refused as well');
select lives_ok($$ insert into public.rating_likes (rating_id) select id from public.video_ratings where user_id = tests.id_of('rin') $$, 'another noun is another budget');
select tests.sign_in('rin');
select lives_ok(
  $$ insert into public.rating_replies (rating_id, body) select id, 'はい' from public.video_ratings where user_id = tests.id_of('mio') $$, 'and another person another'
);
select tests.hours_pass(1);
select tests.sign_in('ken');
select lives_ok($$ update public.rating_replies set body = 'ええ' where user_id = tests.id_of('ken') $$, 'an hour later there is more');
select throws_ok($$ update public.rating_replies set body = 'ほら' where user_id = tests.id_of('ken') $$, 'PT429', null, 'until the day''s is used up');
select tests.hours_pass(24);
select lives_ok($$ update public.rating_replies set body = 'ほら' where user_id = tests.id_of('ken') $$, 'which takes a day');
select tests.govern();
select is(private.forget_spending(), false, 'what is older');
select is((select count(*) from private.spending), 2::bigint, 'is forgotten');
select lives_ok(
  $$ insert into public.rating_replies (rating_id, user_id, body) select id, tests.id_of('ken'), '係' from public.video_ratings, generate_series(1, 9) $$,
  'what nobody asks for counts for nobody'
);
delete from public.notifications;

-- A push is not refused, it comes later.
select tests.allow('settings', 2, 2);
select tests.sign_in('ken');
select is(
  tests.push('settings', tests.setting('presence'), tests.setting('matching-filter')), array['applied', 'applied'], 'what a budget holds is pushed'
);
select is(
  tests.push('settings', tests.setting('presence') || '{"edited_at": 2}', tests.setting('matching-filter') || '{"edited_at": 2}'), array['later', 'later'],
  'what it does not is told to come later'
);
select is(tests.push('settings', tests.setting('presence')), array['applied'], 'what is there already costs nothing');

-- Of what one person does at once, whoever it concerns is told once.
select tests.allow('rating_replies', 100, 100);
select tests.sign_in('rin');
select tests.allow('rating_likes', 100, 100);
insert into public.rating_replies (rating_id, body)
select ratings.id, '@ken そうそう' from public.video_ratings as ratings, generate_series(1, 10) where ratings.user_id = tests.id_of('mio');
select results_eq(
  $$ select message from tests.told('mio') where type = 'review_reply' $$, $$ values ('rinさん: @ken そうそう（ほか19件）') $$, 'twenty replies are told once'
);
select is((select count(*) from tests.told('ken') where type = 'mention'), 1::bigint, 'and so is who is named in them');
insert into public.rating_likes (rating_id) select id from public.video_ratings where user_id = tests.id_of('mio');
select results_eq(
  $$ select message from tests.told('mio') where type = 'like' $$, $$ values ('rinさんがあなたの評価2件に「いいね」しました。') $$, 'as are likes'
);
select tests.govern();
update public.videos set youtuber = tests.id_of('ken');
delete from public.notifications;
select tests.sign_in('rin');
select tests.push('ratings', variadic array(
  select jsonb_build_object(
    'id', tests.id_of('rin') || '|' || tests.youtube_id(number), 'user_id', tests.id_of('rin'), 'video_id', tests.youtube_id(number), 'overall', 3,
    'comment', '@mio も見て', 'is_deleted', false, 'edited_at', jsonb_build_object('overall', 1, 'comment', 1)
  ) from generate_series(3, 4) as number
));
select is((select array_agg(message) from tests.told('ken') where type = 'video_comment'), array['rinさん: @mio も見て（ほか1件）'], 'as are reviews');
insert into public.favorites (video_id, edited_at) select tests.video_id(number), 1 from generate_series(1, 4) as number;
select is((select count(*) from tests.told('ken') where type = 'favorite'), 1::bigint, 'and favourites');
select tests.sign_in('ken');
select throws_ok('select from private.budgets', '42501', null, 'nobody reads the budgets');
select throws_ok('select from private.spending', '42501', null, 'nor what was spent');

select * from finish();
rollback;
