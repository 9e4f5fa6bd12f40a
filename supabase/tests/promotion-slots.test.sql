begin;
\ir helpers.psql
select plan(9);

select tests.create_user('mio');
select tests.create_videos(1);
select tests.serve();
select lives_ok(
  $$ insert into public.promotion_slots (name, type, video_id, youtube_id, advertiser, ends_at)
     values ('pgtap', 'home', tests.video_id(1), tests.youtube_id(1), '広告主', now() + interval '7 days') $$,
  'the service fills a slot'
);
select throws_ok(
  $$ insert into public.promotion_slots (name, type, video_id) values ('x', 'home', tests.video_id(1)) $$, '23514', null,
  'never without saying who pays and until when'
);
select throws_ok($$ insert into public.promotion_slots (name, type) values ('x', 'sidebar') $$, '23514', null, 'only where slots are');
insert into public.slot_prices (slot_id, price_per_day) select id, 500 from public.promotion_slots where name = 'pgtap';
select tests.visit();
select is(
  (select price_per_day from public.slot_prices join public.promotion_slots on id = slot_id where name = 'pgtap'), 500, 'what a day costs is told to everybody'
);
select is((select advertiser from public.promotion_slots where name = 'pgtap'), '広告主', 'a visitor sees it labelled');
select throws_ok($$ update public.promotion_slots set advertiser = '' $$, '42501', null, 'and changes nothing');
select tests.sign_in('mio');
select is((select count(*) from public.slot_prices join public.promotion_slots on id = slot_id where name = 'pgtap'), 1::bigint, 'members too');
select throws_ok($$ insert into public.promotion_slots (name, type) values ('x', 'home') $$, '42501', null, 'a member makes no slot');
select throws_ok($$ delete from public.promotion_slots $$, '42501', null, 'nor removes one');

select * from finish();
rollback;
