begin;
\ir helpers.psql
select plan(6);

select tests.visit();
select cmp_ok((select count(*)::integer from public.genres), '>=', 10, 'a visitor reads the genres');
select throws_ok($$ insert into public.genres (id, name, position) values ('x', 'x', 99) $$, '42501', null, 'and makes none');

select tests.create_user('mio');
select tests.sign_in('mio');
select throws_ok($$ update public.genres set name = 'x' $$, '42501', null, 'a member renames none');

select tests.serve();
select lives_ok($$ insert into public.genres (id, name, position) values ('new-one', '新', 99) $$, 'the service adds one');
select throws_ok($$ insert into public.genres (id, name, position) values ('Not A Slug', 'x', 98) $$, '23514', null, 'whose id is a slug');
select throws_ok($$ insert into public.genres (id, name, position) values ('other', 'x', 99) $$, '23505', null, 'and whose place is free');

select * from finish();
rollback;
