begin;
\ir helpers.psql
select plan(4);

-- What follows from a row that is written directly, past the functions that other stories call.
select tests.create_user('mio'), tests.create_user('ken');
set constraints all immediate;

-- A day's number holds at the end of a transaction, whatever it saw when it began to tell.
insert into public.notification_preferences (user_id, max_notifications_per_day) values (tests.id_of('mio'), 1);
delete from public.notifications;
set constraints all deferred;
select set_config('mirutomo.told', ' ' || tests.id_of('mio'), true);
insert into public.notifications (user_id, type, title) select tests.id_of('mio'), 'system', 'n' || n from generate_series(1, 3) as n;
select is((select count(*) from public.notifications), 3::bigint, 'three were told');
set constraints all immediate;
select is((select count(*) from public.notifications), 1::bigint, 'one stays');

-- A like is one from its first row on.
insert into public.relations (user_id, other_id, is_blocked, blocked_edited_at, liking, liking_edited_at)
values (tests.id_of('mio'), tests.id_of('ken'), false, 0, 'like', 5);
select isnt(
  (select likes_me_at from public.relations where user_id = tests.id_of('ken') and other_id = tests.id_of('mio')), null, 'who is liked at once knows at once'
);
insert into public.relations as known (user_id, other_id, is_blocked, blocked_edited_at, liking, liking_edited_at)
values (tests.id_of('ken'), tests.id_of('mio'), false, 0, 'like', 6)
on conflict (id) do update set liking = excluded.liking, liking_edited_at = excluded.liking_edited_at;
select is((select count(*) from public.relations where matched_at is not null), 2::bigint, 'and both have matched');

select * from finish();
rollback;
