begin;
\ir helpers.psql
select plan(22);

-- A member's rating as spec §7 writes it: an upsert on person and video, without the times of edits that devices
-- bring.
select tests.create_user('mio'), tests.create_user('ken');
select tests.create_videos(2);

create function tests.upsert(overall numeric, comment text) returns void language sql as $$
  insert into public.video_ratings as stored (user_id, video_id, overall, comment)
  values (tests.id_of('mio'), tests.youtube_id(1), upsert.overall, upsert.comment)
  on conflict (user_id, video_id) do update set
    user_id = excluded.user_id, video_id = excluded.video_id, overall = excluded.overall, comment = excluded.comment
$$;
create function tests.stored() returns public.video_ratings language sql as $$
  select video_ratings from public.video_ratings where id = tests.id_of('mio') || '|' || tests.youtube_id(1)
$$;
create function tests.edited(field text) returns bigint language sql as $$
  select ((tests.stored()).edited_at ->> field)::bigint
$$;

select tests.sign_in('mio');
select is(tests.holds_pushes_of('mio'), false, 'nothing is under way');
select tests.upsert(4, 'よい');
select is((tests.stored()).overall, 4.0, 'a member rates');
select is(tests.holds_pushes_of('mio'), true, 'while their devices wait');
select cmp_ok(tests.edited('overall'), '>', private.now_ms() - 60000, 'the edit has the time of now');
select is(
  array(select jsonb_object_keys((tests.stored()).edited_at) order by 1), array['comment', 'overall'], 'what was not given was not edited'
);
create temporary table first as select tests.edited('overall') as overall, tests.edited('comment') as comment;
select tests.upsert(2, 'よい');
select is((tests.stored()).overall, 2.0, 'and overwrites the rating');
select cmp_ok(tests.edited('overall'), '>', (select overall from first), 'which is a later edit');
select is(tests.edited('comment'), (select comment from first), 'of what changed');

select is(
  tests.push('ratings', tests.rating('mio', 1, '{"overall": 5, "comment": "よい"}', '{"overall": 10, "comment": 10}')), array['conflict'],
  'a device that edited before loses'
);
select is((tests.stored()).overall, 2.0, 'and hears of it');
select tests.push('ratings', tests.rating('mio', 2, '{"overall": 3}', '{"overall": 10}'));
select is(
  (select edited_at from public.video_ratings where video_id = tests.youtube_id(2)), '{"overall": 10}'::jsonb,
  'what a device pushes keeps its times'
);

-- The request of the device is over.
select set_config('mirutomo.rated_videos', '', true);
update public.video_ratings set is_deleted = true where video_id = tests.youtube_id(1);
select cmp_ok(tests.edited('is_deleted'), '>', 0::bigint, 'a rating is deleted by a mark');
create temporary table deleted as select tests.edited('is_deleted') as at;
select tests.upsert(2, 'よい');
select is((tests.stored()).is_deleted, false, 'who rates again, with the same, has the rating back');
select cmp_ok(tests.edited('is_deleted'), '>', (select at from deleted), 'by a later edit than the mark');
update public.video_ratings set overall = 1, edited_at = '{"overall": 77}' where video_id = tests.youtube_id(1);
select is((tests.stored()).edited_at ->> 'overall', '77', 'a time that is given is kept');

insert into public.video_ratings as stored (user_id, video_id, overall) values (tests.id_of('mio'), tests.video_id(2)::text, 5)
on conflict (user_id, video_id) do update set user_id = excluded.user_id, video_id = excluded.video_id, overall = excluded.overall;
select is((select overall from public.video_ratings where video_id = tests.youtube_id(2)), 5.0, 'a video is named by its UUID too');
select throws_ok(
  $$ insert into public.video_ratings (video_id, overall) values (gen_random_uuid()::text, 5) $$, '23503',
  'No YouTube ID found for this video', 'a UUID of no video is refused with the sentence of spec §5'
);
select is(
  tests.push('ratings', tests.rating('mio', 1, '{"overall": 5}', '{"overall": 10}') || jsonb_build_object('video_id', tests.video_id(1))),
  array['not_found'], 'a device names it by its YouTube id'
);
select set_config('mirutomo.rated_videos', '', true);

select throws_ok(
  $$ update public.video_ratings set video_id = tests.youtube_id(2) where video_id = tests.youtube_id(1) $$, '42501',
  'a rating stays with its person and video', 'a rating does not move to another video'
);
select tests.serve();
select throws_ok(
  $$ update public.video_ratings set user_id = tests.id_of('ken') where video_id = tests.youtube_id(2) $$, '42501',
  'a rating stays with its person and video', 'nor to another person, by whomever'
);
insert into public.video_ratings (user_id, video_id, overall) values (tests.id_of('ken'), tests.youtube_id(1), 3);
select is(
  (select edited_at from public.video_ratings where user_id = tests.id_of('ken')), '{}'::jsonb, 'what the service writes is no edit'
);
update public.video_ratings set is_deleted = true where user_id = tests.id_of('ken');
update public.video_ratings set overall = 2 where user_id = tests.id_of('ken');
select is(
  (select is_deleted from public.video_ratings where user_id = tests.id_of('ken')), true, 'and brings no deleted rating back'
);

select * from finish();
rollback;
