begin;
\ir helpers.psql
select plan(15);

select tests.create_user('mio'), tests.create_user('ken');
select tests.create_videos(3);
create function tests.view(name text, video integer, viewed_at text, edited_at bigint, is_deleted boolean default false) returns jsonb
language sql as $$
  select jsonb_build_object(
    'id', tests.id_of(name) || '|' || tests.video_id(video), 'user_id', tests.id_of(name), 'video_id', tests.video_id(video),
    'viewed_at', viewed_at, 'is_deleted', is_deleted, 'edited_at', edited_at
  )
$$;

select tests.sign_in('mio');
select is(tests.push('history', tests.view('mio', 1, '2026-01-02T00:00:00Z', 20)), array['applied'], 'a view is stored');
select is(tests.push('history', tests.view('mio', 1, '2026-01-02T00:00:00Z', 20)), array['applied'], 'and again');
select is(tests.push('history', tests.view('mio', 1, '2026-01-01T00:00:00Z', 10)), array['conflict'], 'an earlier one loses');
select is((select viewed_at from public.history), '2026-01-02T00:00:00Z', 'the last time stays');
select is(tests.push('history', tests.view('mio', 1, '2026-01-02T00:00:00Z', 30, true)), array['applied'], 'it is taken out');
select is(tests.push('history', tests.view('mio', 1, '2026-01-02T00:00:00Z', 30)), array['conflict'], 'of two at one moment the deleted');
select is(
  tests.push('history', tests.view('ken', 1, '2026-01-02T00:00:00Z', 1), tests.view('mio', 9, '2026-01-02T00:00:00Z', 1) || '{"video_id": "x"}', tests.view('mio', 2, 'soon', 1)),
  array['forbidden', 'invalid', 'invalid'], 'refusals'
);
select throws_ok($$ delete from public.history $$, '42501', null, 'nothing is deleted but by a mark');
select throws_ok($$ update public.history set video_id = tests.video_id(2) $$, '42501', null, 'nor moved to another video');

select tests.sign_in('ken');
select is_empty($$ select id from public.history $$, 'others see nothing of it');
select throws_ok(
  $$ insert into public.history (user_id, video_id, viewed_at, edited_at) values (tests.id_of('mio'), tests.video_id(3), now(), 1) $$,
  '42501', null, 'and add nothing to it'
);
update public.history set is_deleted = false;
select tests.govern();
select is((select is_deleted from public.history where user_id = tests.id_of('mio')), true, 'nor change it');
select tests.visit();
select throws_ok($$ select id from public.history $$, '42501', null, 'visitors have none');

select tests.govern();
select tests.settle();
select tests.sign_in('mio');
select is((select tests.pull('history') -> 0 ->> 'id'), tests.id_of('mio') || '|' || tests.video_id(1), 'a device pulls it');
select is(
  (select count(*) from jsonb_array_elements(tests.pull('videos')) as pulled where pulled ->> 'id' = tests.video_id(1)::text), 1::bigint,
  'with the video, which is on no shelf'
);

select * from finish();
rollback;
