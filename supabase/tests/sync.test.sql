begin;
\ir helpers.psql
select plan(38);

select tests.create_user('mio'), tests.create_user('ken');
select tests.create_videos(5);

-- The door.
select tests.visit();
select throws_ok($$ select public.sync_pull('{}') $$, '42501', null, 'a visitor pulls nothing');
select throws_ok($$ select public.sync_push('{}') $$, '42501', null, 'and pushes nothing');
select tests.sign_in('mio');
select is(public.sync_pull('{}') -> 'collections', '{}'::jsonb, 'nothing asked, nothing answered');
select cmp_ok((public.sync_pull('{}') ->> 'server_time')::bigint, '>', 1700000000000, 'with the server''s time in ms');
select throws_ok($$ select public.sync_pull(null) $$, '22023', null, 'checkpoints are an object');
select throws_ok($$ select public.sync_pull('[]') $$, '22023', null, 'not a list');
select throws_ok($$ select public.sync_pull('{"secrets": null}') $$, '22023', null, 'of known collections');
select throws_ok($$ select public.sync_pull('{"favorites": 5}') $$, '22023', null, 'a checkpoint is an object');
select throws_ok($$ select public.sync_pull('{"favorites": {"epoch": "1.1", "row_version": "1", "id": ""}}') $$, '22023', null, 'with a version that is a number');
select throws_ok($$ select public.sync_pull('{"messages": {"epoch": "1.1", "row_version": 5, "id": null}}') $$, '22023', null, 'an id that is a text');
select throws_ok($$ select public.sync_pull('{"messages": {"epoch": "1.1", "row_version": 5}}') $$, '22023', null, 'and that is there');
select throws_ok($$ select public.sync_pull('{"messages": {"epoch": "1.1", "row_version": 5, "id": "x"}}') $$, '22P02', null, 'of the form of its ids');
select throws_ok($$ select public.sync_pull('{"messages": {"epoch": "1.1", "row_version": 1.5, "id": ""}}') $$, '22P02', null, 'and a whole version');
select is(public.sync_push('{}') -> 'answers', '{}'::jsonb, 'nothing pushed, nothing answered');
select is(public.sync_push('{"favorites": []}') -> 'answers', '{"favorites": []}'::jsonb, 'an empty batch has no answers');
select throws_ok($$ select public.sync_push(null) $$, '22023', null, 'batches are an object');
select throws_ok($$ select public.sync_push('{"profiles": []}') $$, '22023', null, 'of nouns that are pushed');
select throws_ok($$ select public.sync_push('{"favorites": {}}') $$, '22023', null, 'a batch is a list');
select throws_ok(
  $$ select public.sync_push(jsonb_build_object('favorites', (select jsonb_agg(number) from generate_series(1, 501) as number))) $$,
  'PT413', null, 'of 500 rows at most'
);
select throws_ok(
  $$ select public.sync_push(jsonb_build_object('favorites', rows, 'history', rows))
    from (select jsonb_agg(number) as rows from generate_series(1, 251) as number) as many $$,
  'PT413', null, 'a request takes at most 500 rows of all nouns together'
);

-- Order and pages.
insert into public.favorites (video_id, edited_at) select tests.video_id(number), number from generate_series(1, 5) as number;
select is(tests.pull('favorites'), '[]'::jsonb, 'what is not committed is not pulled, not even by oneself');
select tests.govern();
select tests.settle();
alter table public.favorites disable trigger user;
update public.favorites set row_version = 2 where video_id in (tests.video_id(2), tests.video_id(4));
alter table public.favorites enable trigger user;
create function tests.page(checkpoint jsonb) returns jsonb language sql
as $$ select public.sync_pull(jsonb_build_object('favorites', checkpoint), 2) -> 'collections' -> 'favorites' $$;
select tests.sign_in('mio');
create temporary table pages as
with recursive pages as (
  select 1 as number, tests.page(null) as page
  union all
  select number + 1, tests.page(page -> 'checkpoint') from pages where jsonb_array_length(page -> 'rows') = 2
)
select * from pages;
select is((select array_agg(jsonb_array_length(page -> 'rows') order by number) from pages), array[2, 2, 1], 'pages are full until the last');
select is(
  (select array_agg(pulled ->> 'id' order by number, place)
   from pages, jsonb_array_elements(page -> 'rows') with ordinality as entry (pulled, place)),
  (select array_agg(id order by row_version, id) from public.favorites), 'in the order of version and id, each once'
);
select is(tests.page((select page -> 'checkpoint' from pages order by number desc limit 1)) -> 'rows', '[]'::jsonb, 'then nothing is new');
select is(
  tests.page((select page -> 'checkpoint' from pages order by number desc limit 1)) -> 'checkpoint',
  (select page -> 'checkpoint' from pages order by number desc limit 1), 'and the checkpoint stays'
);
select is(
  (select array_agg(key order by key) from jsonb_object_keys((select page -> 'rows' -> 0 from pages where number = 1)) as key),
  array['created_at', 'edited_at', 'id', 'is_favorite', 'row_version', 'updated_at', 'user_id', 'video_id'], 'rows carry the table''s columns'
);
select is((select page -> 'checkpoint' ->> 'epoch' from pages where number = 1), '1.1', 'in the epoch of realm and person');

-- Epochs.
select tests.govern();
update public.sync_realm set epoch = 7;
insert into public.sync_epochs (user_id, collection, epoch) values (tests.id_of('mio'), 'favorites', 3);
select tests.sign_in('mio');
select is(
  (select (page -> 'reset', page ->> 'epoch', jsonb_array_length(page -> 'rows'))::text
   from tests.page('{"epoch": "1.1", "row_version": 999999, "id": "x"}') as page),
  '(true,7.3,2)', 'a checkpoint of another epoch begins anew'
);
select is(tests.page(null) -> 'reset', 'false'::jsonb, 'a device that begins is not reset');
select throws_ok($$ update public.sync_realm set epoch = 1 $$, '42501', null, 'members leave the realm alone');
select throws_ok($$ insert into public.sync_epochs (user_id, collection) values (tests.id_of('mio'), 'x') $$, '42501', null, 'and epochs');

-- Nobody else's.
select tests.sign_in('ken');
select is(tests.pull('favorites'), '[]'::jsonb, 'another pulls none of it');
select is(
  (select array_agg(pulled ->> 'id') from jsonb_array_elements(tests.pull('profiles')) as pulled), array[tests.id_of('ken')::text],
  'of profiles only their own'
);

-- A request tries a bounded number of times.
select tests.govern();
create function tests.results(batches jsonb, noun text) returns jsonb language sql
as $$
  select jsonb_object_agg(result, count) from (
    select coalesce(answer ->> 'code', answer ->> 'result') as result, count(*)
    from jsonb_array_elements(public.sync_push(batches) -> 'answers' -> noun) as answer group by 1
  ) as counted
$$;
create function tests.favorite(video uuid) returns jsonb language sql
as $$ select jsonb_build_object('id', auth.uid() || '|' || video, 'video_id', video, 'is_favorite', true, 'edited_at', 1) $$;
/** Ratings of videos that do not exist. */
create function tests.unfounded(number integer) returns jsonb language sql
as $$
  select jsonb_agg(jsonb_build_object(
    'id', auth.uid() || '|' || video, 'video_id', video, 'overall', 5, 'comment', '', 'is_deleted', false, 'edited_at', '{"overall": 1}'::jsonb
  ))
  from (select 'nosuch' || lpad(place::text, 5, '0') as video from generate_series(1, number) as place) as unknown
$$;
/** Pushes again what was postponed, and counts the requests. */
create function tests.requests_until_answered(batch jsonb) returns integer language plpgsql
as $$
declare
  requests integer := 0;
  answers jsonb;
begin
  while batch is not null loop
    requests := requests + 1;
    answers := public.sync_push(jsonb_build_object('ratings', batch)) -> 'answers' -> 'ratings';
    batch := (
      select jsonb_agg(row) from jsonb_array_elements(batch) as row
      where exists (select from jsonb_array_elements(answers) as answer where answer ->> 'result' = 'later' and answer -> 'id' = row -> 'id')
    );
  end loop;
  return requests;
end
$$;
select tests.sign_in('ken');
select is(
  tests.results(jsonb_build_object('favorites', (select jsonb_agg('{"id": "x"}'::jsonb) from generate_series(1, 250)) || tests.favorite(tests.video_id(1))), 'favorites'),
  '{"applied": 1, "invalid": 250}', 'unreadable rows are refused at once and hinder no other'
);
select is(
  tests.results('{"messages": [{"id": "x"}, null, 5], "conversations": [{"id": "x"}]}', 'messages'),
  '{"invalid": 3}', 'of every noun'
);
create temporary table tried as
  select public.sync_push(jsonb_build_object('settings', '[{"name": "theme", "value": "dark", "edited_at": 1}]'::jsonb, 'ratings', tests.unfounded(300))) -> 'answers' as answers;
select is(
  (select array_agg(distinct coalesce(answer ->> 'code', answer ->> 'result')) from tried, jsonb_array_elements(answers -> 'ratings') as answer),
  array['later', 'not_found'], 'rows that are refused one by one use up the tries of a request, and the others are postponed'
);
select is((select jsonb_array_length(answers -> 'ratings') from tried), 300, 'every row is answered');
select cmp_ok(tests.requests_until_answered(tests.unfounded(300)), '<=', 20, 'and refused in the end');

select * from finish();
rollback;
