begin;
\ir helpers.psql
select plan(23);

select tests.create_user('mio');
select tests.create_user('ken');
select tests.create_user('aya');
select tests.make_admins('aya');

/** What an upload asks of the policies. */
create function tests.put(bucket text, owner text, file text) returns void language sql
as $$ insert into storage.objects (bucket_id, name) values (bucket, tests.id_of(owner) || '/' || file) $$;

select tests.visit();
select throws_ok($$ select tests.put('avatars', 'mio', 'a.webp') $$, '42501', null, 'a visitor puts no file anywhere');

select tests.sign_in('mio');
select lives_ok($$ select tests.put('avatars', 'mio', 'a.webp') $$, 'a member puts an avatar into their own folder');
select lives_ok($$ select tests.put('verification', 'mio', 'licence.jpg') $$, 'and a document');
select throws_ok($$ select tests.put('avatars', 'ken', 'a.webp') $$, '42501', null, 'not into another''s');
select throws_ok($$ select tests.put('avatars', 'mio', 'deep/a.webp') $$, '42501', null, 'nor below it');
select throws_ok($$ update storage.objects set name = tests.id_of('ken') || '/a.webp' where bucket_id = 'avatars' $$, '42501', null, 'nor moves one there');
select throws_ok($$ update storage.objects set name = tests.id_of('ken') || '/a.webp' $$, '42501', null, 'however it is found');
update storage.objects set metadata = '{}' where bucket_id = 'verification';
select is((select metadata from storage.objects where bucket_id = 'verification'), null, 'a document is not replaced');
select throws_ok($$ delete from storage.objects $$, '42501', null, 'a row does not go without its file');

-- Storage lets rows go once it has removed their files, and asks whose they are.
select set_config('storage.allow_delete_query', 'true', true);
select tests.govern();
create function tests.stored() returns text language sql security definer
as $$ select coalesce(string_agg(bucket_id || ':' || split_part(name, '/', 2), ' ' order by bucket_id, name), '') from storage.objects $$;
insert into storage.objects (bucket_id, name) values ('avatars', tests.id_of('mio') || '/old.webp'), ('verification', tests.id_of('mio') || '/old.jpg');
select tests.sign_in('ken');
delete from storage.objects;
select is(tests.stored(), 'avatars:a.webp avatars:old.webp verification:licence.jpg verification:old.jpg', 'nobody removes another''s files');
select tests.visit();
delete from storage.objects;
select is(tests.stored(), 'avatars:a.webp avatars:old.webp verification:licence.jpg verification:old.jpg', 'nor does a visitor');
select tests.sign_in('mio');
-- Who is suspended changes none of their own.
select tests.govern();
insert into public.suspensions (user_id, reason) values (tests.id_of('mio'), '理由');
select tests.sign_in('mio');
select lives_ok($$ update storage.objects set metadata = '{"x": 1}' $$, 'of what a suspended person replaces nothing is found');
select is((select count(*) from storage.objects where metadata is not null), 0::bigint, 'and nothing changes');
delete from storage.objects;
select is(tests.stored(), 'avatars:a.webp avatars:old.webp verification:licence.jpg verification:old.jpg', 'nor do they remove any');
select tests.govern();
delete from public.suspensions;
select tests.sign_in('mio');
delete from storage.objects where name like '%/old.webp';
select is(tests.stored(), 'avatars:a.webp verification:licence.jpg verification:old.jpg', 'one removes one''s own avatars');
delete from storage.objects where name like '%/old.jpg';
select is(tests.stored(), 'avatars:a.webp verification:licence.jpg', 'and documents');

select tests.govern();
delete from auth.users where id = tests.id_of('mio');
select tests.sign_in('mio');
select throws_ok($$ select tests.put('avatars', 'mio', 'b.webp') $$, '42501', null, 'nor anything once the account is gone, whose token lives on');
select is_empty($$ select name from storage.objects $$, 'which sees nothing either');

select tests.sign_in('ken');
select is_empty($$ select name from storage.objects $$, 'another member sees none of it');
select is(private.is_admin(), false, 'and is no admin');

select tests.sign_in('aya');
select is_empty($$ select name from storage.objects $$, 'an admin sees no document: function `open-document` writes down that one is opened');
select is(private.is_admin(), true, 'being an admin');
delete from storage.objects;
select is(tests.stored(), 'avatars:a.webp verification:licence.jpg', 'nor removes one');

select * from finish();
rollback;
