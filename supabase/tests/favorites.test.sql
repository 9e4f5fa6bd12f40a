begin;
\ir helpers.psql
select plan(37);

select tests.create_user('mio'), tests.create_user('ken'), tests.create_user('rich', premium => true);
select tests.create_videos(130);

-- The later intent wins.
select tests.sign_in('mio');
select is(tests.push('favorites', tests.favorite('mio', 1, true, 10)), array['applied'], 'a favourite is stored');
select is(tests.push('favorites', tests.favorite('mio', 1, false, 5)), array['conflict'], 'an earlier intent loses');
select is((select is_favorite from public.favorites), true, 'it is still one');
select is(tests.push('favorites', tests.favorite('mio', 1, false, 20)), array['applied'], 'a later one wins');
select is((select is_favorite from public.favorites), false, 'it is none any more');
select is(tests.push('favorites', tests.favorite('mio', 1, true, 20)), array['applied'], 'of two at one moment the one that keeps');
select is(tests.push('favorites', tests.favorite('mio', 1, false, 20)), array['conflict'], 'whichever comes first');
select is(tests.push('favorites', tests.favorite('mio', 2, true, 9000000000000)), array['conflict'], 'the future is taken as now');
select cmp_ok((select edited_at from public.favorites where video_id = tests.video_id(2)), '<=', private.now_ms(), 'for the limit of time is the server''s');

-- Its place goes with the intent, and is never later than it.
select is(
  tests.push('favorites', tests.favorite('mio', 10, true, 100)), array['applied'], 'a favourite has its place by its edit'
);
select is(
  tests.push('favorites', tests.favorite('mio', 10, false, 200) || '{"added_at": 100}'), array['applied'], 'which is kept while it is none'
);
select is(
  tests.push('favorites', tests.favorite('mio', 10, true, 300) || '{"added_at": 100}'), array['applied'], 'and when it is brought back'
);
select is((select added_at from public.favorites where video_id = tests.video_id(10)), 100::bigint, 'it is where it was');
select is(
  tests.push('favorites', tests.favorite('mio', 10, true, 300) || '{"added_at": 50}'), array['conflict'], 'of two at one moment the later place'
);
select is(tests.push('favorites', tests.favorite('mio', 10, true, 400)), array['applied'], 'one that is added anew');
select is((select added_at from public.favorites where video_id = tests.video_id(10)), null, 'is the newest');
select is(
  tests.push('favorites', tests.favorite('mio', 10, true, 500) || '{"added_at": 600}'), array['conflict'], 'a place after the edit is none'
);
select is((select added_at from public.favorites where video_id = tests.video_id(10)), null, 'so it is its last edit');
select is(tests.push('favorites', tests.favorite('mio', 10, true, 700) || '{"added_at": -1}'), array['invalid'], 'nor one before all times');
select is(tests.push('favorites', tests.favorite('mio', 10, false, 800)), array['applied'], 'it is taken away');

-- Refusals hold nothing else up.
select is(
  tests.push(
    'favorites', tests.favorite('mio', 3, true, 1), tests.favorite('ken', 3, true, 1), tests.favorite('mio', 999, true, 1) || '{"video_id": null}',
    tests.favorite('mio', 4, true, 1) || '{"id": "mine"}', tests.favorite('mio', 5, null, 1), '"?"', tests.favorite('mio', 6, true, -1),
    tests.favorite('mio', 7, true, 1)
  ),
  array['applied', 'forbidden', 'invalid', 'invalid', 'invalid', 'invalid', 'invalid', 'applied'],
  'each row gets its own answer'
);
select is(
  tests.push('favorites', tests.favorite('mio', 8, true, 1), tests.favorite('mio', 8, false, 2)), array['applied', 'applied'],
  'the same video twice in a batch is joined'
);
select is((select is_favorite from public.favorites where video_id = tests.video_id(8)), false, 'to the later intent');

-- Only one's own.
select tests.sign_in('ken');
select is_empty($$ select id from public.favorites $$, 'others do not see them');
update public.favorites set is_favorite = false;
select throws_ok(
  $$ insert into public.favorites (user_id, video_id, edited_at) values (tests.id_of('mio'), tests.video_id(9), 1) $$, '42501', null,
  'nor add to them'
);
select throws_ok($$ delete from public.favorites $$, '42501', null, 'nor delete any');
select throws_ok($$ update public.favorites set row_version = 1 $$, '42501', null, 'nor set versions');
select tests.visit();
select throws_ok($$ select id from public.favorites $$, '42501', null, 'visitors have none');
select tests.govern();
select is((select count(*) from public.favorites where user_id = tests.id_of('mio') and is_favorite), 4::bigint, 'all are as they were');

-- A hundred without premium.
select tests.sign_in('ken');
insert into public.favorites (video_id, edited_at) select tests.video_id(number), 1 from generate_series(1, 99) as number;
select is(
  tests.push('favorites', tests.favorite('ken', 100, true, 1), tests.favorite('ken', 101, true, 1)), array['applied', 'favorite_limit'],
  'the hundredth is the last'
);
select throws_ok(
  $$ insert into public.favorites (video_id, edited_at) values (tests.video_id(102), 1) $$, '23514', null, 'also when written directly'
);
select is(
  tests.push('favorites', tests.favorite('ken', 1, false, 2), tests.favorite('ken', 101, true, 2)), array['applied', 'applied'],
  'taking one away makes room'
);
select is(tests.push('favorites', tests.favorite('ken', 1, true, 3)), array['favorite_limit'], 'which is then taken');
select tests.sign_in('rich');
select lives_ok(
  $$ insert into public.favorites (video_id, edited_at) select tests.video_id(number), 1 from generate_series(1, 130) as number $$,
  'premium has no limit'
);
select tests.govern();
update public.profiles set premium_expiry = now() - interval '1 day' where id = tests.id_of('rich');
select tests.sign_in('rich');
select is(
  tests.push('favorites', tests.favorite('rich', 1, false, 2), tests.favorite('rich', 2, true, 2)), array['applied', 'applied'],
  'lapsed it has one again, and what is there stays, also when it is said again'
);
select is(
  tests.push('favorites', tests.favorite('rich', 1, true, 3)), array['favorite_limit'], 'but what was taken away does not come back'
);
select tests.govern();
select lives_ok(
  $$ update public.favorites set row_version = 0 where user_id = tests.id_of('rich') $$, 'and the server can give all of it a new version'
);

select * from finish();
rollback;
