begin;
\ir helpers.psql
select plan(29);

select tests.create_user('mio'), tests.create_user('ken'), tests.create_user('rin');
select tests.create_videos(1);
create function tests.rating_of(name text) returns text language sql immutable
as $$ select tests.id_of(name) || '|' || tests.youtube_id(1) $$;
select tests.sign_in('mio');
select tests.push('ratings', tests.rating('mio', 1, '{"overall": 4, "comment": "とても良い"}', '{"overall": 1, "comment": 1}'));
select tests.sign_in('ken');
select tests.push('ratings', tests.rating('ken', 1, '{"overall": 2}', '{"overall": 1}'));

-- The view.
select tests.visit();
select is(
  (select (video_id, youtube_id, user_id, comment)::text from public.reviews where youtube_id like 'pgtap%'),
  (tests.video_id(1), tests.youtube_id(1), tests.id_of('mio'), 'とても良い')::text,
  'a review is a rating with a comment, keyed by the video''s UUID'
);
select throws_ok($$ update public.reviews set comment = 'x' $$, '55000', null, 'reviews are not written');

-- Replies.
select tests.sign_in('ken');
select lives_ok(
  $$ insert into public.rating_replies (id, rating_id, body) values (tests.id_of('reply'), tests.rating_of('mio'), '同感です') $$,
  'a member replies'
);
select throws_ok($$ insert into public.rating_replies (rating_id, body) values (tests.rating_of('mio'), ' ') $$, '23514', null, 'with words');
select throws_ok(
  $$ insert into public.rating_replies (rating_id, body) values (tests.rating_of('mio'), repeat('長', 2001)) $$, '23514', null, '2,000 at most'
);
select throws_ok(
  $$ insert into public.rating_replies (rating_id, user_id, body) values (tests.rating_of('mio'), tests.id_of('rin'), 'x') $$,
  '42501', null, 'in their own name'
);
select throws_ok(
  $$ insert into public.rating_replies (rating_id, body) values ('no|such', 'x') $$, '42501', null, 'to a rating that is there'
);
update public.rating_replies set body = '同感！' where id = tests.id_of('reply');
select is((select body from public.rating_replies where id = tests.id_of('reply')), '同感！', 'and can correct it');
select tests.sign_in('rin');
update public.rating_replies set body = 'taken' where id = tests.id_of('reply');
select is((select body from public.rating_replies where id = tests.id_of('reply')), '同感！', 'others cannot');
select throws_ok($$ delete from public.rating_replies $$, '42501', null, 'nor delete it');
select tests.sign_in('ken');
update public.rating_replies set is_deleted = true where id = tests.id_of('reply');
select tests.visit();
select is_empty($$ select id from public.rating_replies where id = tests.id_of('reply') $$, 'a deleted reply is not read by visitors');
select tests.sign_in('rin');
select is_empty($$ select id from public.rating_replies where id = tests.id_of('reply') $$, 'nor by members');
select tests.sign_in('ken');
update public.rating_replies set is_deleted = false where id = tests.id_of('reply');
select tests.visit();
select is((select body from public.rating_replies where id = tests.id_of('reply')), '同感！', 'a visitor reads it');
select throws_ok($$ insert into public.rating_replies (rating_id, body) values ('x', 'x') $$, '42501', null, 'and writes none');

-- Likes.
select tests.sign_in('rin');
select lives_ok($$ insert into public.rating_likes (rating_id) values (tests.rating_of('mio')) $$, 'a member likes');
select throws_ok($$ insert into public.rating_likes (rating_id) values (tests.rating_of('mio')) $$, '23505', null, 'once');
select throws_ok(
  $$ insert into public.rating_likes (rating_id, user_id) values (tests.rating_of('mio'), tests.id_of('ken')) $$, '42501', null,
  'in their own name'
);
select tests.sign_in('ken');
delete from public.rating_likes;
select is((select count(*) from public.rating_likes where user_id = tests.id_of('rin')), 1::bigint, 'nobody else takes it back');
select tests.visit();
select is((select count(*) from public.rating_likes where rating_id = tests.rating_of('mio')), 1::bigint, 'a visitor counts it');

-- What Mio hears of it.
select tests.govern();
select set_eq(
  $$ select type, sender_id from public.notifications where user_id = tests.id_of('mio') $$,
  $$ values ('review_reply', tests.id_of('ken')), ('like', tests.id_of('rin')) $$,
  'the writer is told of the reply and of the like'
);
select tests.sign_in('mio');
insert into public.rating_likes (rating_id) values (tests.rating_of('mio'));
insert into public.rating_replies (rating_id, body) values (tests.rating_of('mio'), '補足です');
select tests.govern();
select is((select count(*) from public.notifications where user_id = tests.id_of('mio')), 2::bigint, 'not of their own');
select tests.sign_in('rin');
delete from public.rating_likes where user_id = tests.id_of('rin');
insert into public.rating_likes (rating_id) values (tests.rating_of('mio'));
select tests.govern();
select is((select count(*) from public.notifications where user_id = tests.id_of('mio')), 2::bigint, 'nor twice of one like');

-- Blocked.
select tests.sign_in('mio');
insert into public.blocks (blocked_id) values (tests.id_of('ken'));
select is_empty($$ select id from public.rating_replies where user_id = tests.id_of('ken') $$, 'a block hides replies');
select tests.govern();
insert into public.rating_likes (rating_id, user_id) values (tests.rating_of('mio'), tests.id_of('mio')) on conflict do nothing;
select tests.sign_in('ken');
select is_empty($$ select 1 from public.rating_likes where user_id = tests.id_of('mio') $$, 'and likes');
select is_empty($$ select id from public.reviews where youtube_id like 'pgtap%' $$, 'and reviews');
select throws_ok(
  $$ insert into public.rating_replies (rating_id, body) values (tests.rating_of('mio'), 'x') $$, '42501', null, 'which cannot be replied to'
);
select throws_ok($$ insert into public.rating_likes (rating_id) values (tests.rating_of('mio')) $$, '42501', null, 'nor liked');

-- Taken back.
select tests.sign_in('mio');
select tests.push('ratings', tests.rating('mio', 1, '{"overall": 4, "comment": "とても良い", "is_deleted": true}', '{"is_deleted": 9}'));
select is_empty($$ select id from public.reviews where user_id = tests.id_of('mio') $$, 'a deleted rating is no review');
select tests.sign_in('rin');
select throws_ok($$ insert into public.rating_replies (rating_id, body) values (tests.rating_of('mio'), 'x') $$, '42501', null, 'nor is it replied to');

select * from finish();
rollback;
