begin;
\ir helpers.psql
select plan(48);

select tests.create_user('mio'), tests.create_user('ken'), tests.create_user('aya');
update public.profile_private set birth_date = null where user_id = tests.id_of('mio');
select tests.make_admins('aya');
create function tests.document(name text) returns text language sql immutable
as $$ select tests.id_of(name) || '/licence.jpg' $$;
create function tests.request_of(name text) returns uuid language sql security definer
as $$ select id from public.verification_requests where user_id = tests.id_of(name) order by created_at desc, status = 'rejected' limit 1 $$;
create function tests.stored() returns setof text language sql security definer
as $$ select bucket_id || ' ' || split_part(name, '/', 2) || coalesce(' ' || metadata::text, '') from storage.objects where name like tests.id_of('mio') || '/%' $$;

-- Mio needs a phone, a birth date and a document before she can ask.
select tests.sign_in('mio');
select throws_ok($$ select public.request_id_verification(tests.document('mio')) $$, 'P0001', 'the phone is verified first', 'level 3 comes after level 2');
select tests.serve();
select public.record_phone_verification(tests.id_of('mio'), '+819012345678', 'firebase', 'uid-mio');
select tests.sign_in('mio');
select throws_ok($$ select public.request_id_verification(tests.document('mio')) $$, 'P0001', 'there is no birth date to compare with', 'and after a birth date');
update public.profile_private set birth_date = '2000-02-03';
select throws_ok($$ select public.request_id_verification(tests.document('mio')) $$, 'P0001', 'no such document', 'and after a document');
insert into storage.objects (bucket_id, name) values ('verification', tests.document('mio'));
select throws_ok($$ select public.request_id_verification(tests.document('ken')) $$, 'P0001', 'no such document', 'which is her own');
select throws_ok($$ select public.request_id_verification(null) $$, 'P0001', 'no such document', 'and named');
select lives_ok($$ select public.request_id_verification(tests.document('mio')) $$, 'then she asks');
select throws_ok($$ select public.request_id_verification(tests.document('mio')) $$, 'P0001', 'asked before', 'once at a time');
select row_eq(
  $$ select status, document_path, birth_date from public.verification_requests $$,
  row('pending'::text, tests.document('mio'), '2000-02-03'::date), 'she sees that it waits'
);
select ok(not private.is_id_verified(tests.id_of('mio')), 'asking verifies nothing');

-- From then on the document stays as it is, whatever of storage is asked. Storage lets rows go once it has removed their files.
select set_config('storage.allow_delete_query', 'true', true);
insert into storage.objects (bucket_id, name) values ('verification', tests.document('mio') || '.old.jpg'), ('avatars', tests.document('mio'));
delete from storage.objects where bucket_id = 'verification';
select set_eq('select tests.stored()', array['verification licence.jpg', 'avatars licence.jpg'], 'she removes her other documents, not the one under review');
update storage.objects set metadata = '{"mimetype": "application/pdf"}';
select set_eq(
  'select tests.stored()', array['verification licence.jpg', 'avatars licence.jpg {"mimetype": "application/pdf"}'], 'she gives it no other content'
);
select throws_ok(
  $$ insert into storage.objects (bucket_id, name, metadata) values ('verification', tests.document('mio'), '{"mimetype": "application/pdf"}')
     on conflict (bucket_id, name) do update set metadata = excluded.metadata $$,
  '42501', null, 'nor by an upload over it'
);
update storage.objects set name = tests.id_of('mio') || '/away.jpg' where bucket_id = 'verification';
select set_eq(
  'select tests.stored()', array['verification licence.jpg', 'avatars licence.jpg {"mimetype": "application/pdf"}'], 'nor does she move it away'
);
select tests.govern();
-- Were documents replaceable by another policy, this one would still hold.
create policy "planted" on storage.objects for update to authenticated using (true) with check (true);
select tests.sign_in('mio');
update storage.objects set metadata = '{"planted": 1}' where bucket_id = 'verification';
select set_eq(
  'select tests.stored()', array['verification licence.jpg', 'avatars licence.jpg {"mimetype": "application/pdf"}'], 'also where another policy would let her'
);
select tests.govern();
drop policy "planted" on storage.objects;
select tests.sign_in('mio');

-- Nobody but an admin reads or decides it.
select throws_ok($$ select public.decide_verification(tests.request_of('mio'), true) $$, '42501', null, 'she does not decide herself');
select throws_ok($$ update public.verification_requests set status = 'approved' $$, '42501', null, 'nor by the table');
select throws_ok(
  $$ insert into public.verification_requests (user_id, birth_date, status) values (tests.id_of('mio'), '2000-02-03', 'approved') $$,
  '42501', null, 'nor by a row of her own'
);
select throws_ok($$ delete from public.verification_requests $$, '42501', null, 'nor takes it back');
select throws_ok($$ select decided_by from public.verification_requests $$, '42501', null, 'who decides is not told');
select tests.sign_in('ken');
select is_empty($$ select id from public.verification_requests $$, 'Ken sees nothing of it');
select throws_ok($$ select public.decide_verification(tests.request_of('mio'), true) $$, '42501', null, 'nor does he decide');
select tests.visit();
select throws_ok($$ select id from public.verification_requests $$, '42501', null, 'a visitor reads none');
select throws_ok($$ select public.request_id_verification('x') $$, '42501', null, 'a visitor asks for none');
select throws_ok($$ select public.decide_verification(gen_random_uuid(), true) $$, '42501', null, 'nor decides');

-- Aya is an admin.
select tests.sign_in('aya');
select is_empty('select from public.verification_requests', 'an admin reads no request by the table');
select is(public.admin_verifications() #>> '{requests,0,birth_date}', '2000-02-03', 'but what waits, by the function for it');
select throws_ok($$ select public.decide_verification(gen_random_uuid(), true) $$, 'P0001', 'no such request', 'and decides those that are');
select throws_ok($$ select public.decide_verification(tests.request_of('mio'), null) $$, 'P0001', 'no such request', 'with a yes or a no');
select lives_ok($$ select public.decide_verification(tests.request_of('mio'), false) $$, 'which she may reject');
select tests.govern();
select ok(not private.is_id_verified(tests.id_of('mio')), 'a rejection verifies nothing');
select is(
  (select title from public.notifications where user_id = tests.id_of('mio') order by row_version desc limit 1), '本人確認ができませんでした', 'Mio is told'
);
select tests.sign_in('mio');
select throws_ok($$ select public.request_id_verification(tests.document('mio')) $$, 'P0001', 'no such document', 'and may ask again with another document');
delete from storage.objects where bucket_id = 'verification';
select set_eq('select tests.stored()', array['avatars licence.jpg {"mimetype": "application/pdf"}'], 'and once it is decided the document is hers to remove');
insert into storage.objects (bucket_id, name) values ('verification', tests.document('mio') || '.webp');
select throws_ok(
  $$ select public.request_id_verification(tests.document('mio') || '.webp', '2999-01-01') $$, '23514', null, 'with no birth date that nobody has'
);
select throws_ok($$ select public.request_id_verification(tests.document('mio') || '.webp', '1899-12-31') $$, '23514', null, 'nor has any more');
select tests.govern();
update public.profile_private set birth_date = current_date - interval '17 years' where user_id = tests.id_of('mio');
select tests.sign_in('mio');
select throws_ok(
  $$ select public.request_id_verification(tests.document('mio') || '.webp', '1990-02-03') $$, 'P0001', 'the birth date of a minor is not corrected',
  'who told the birth date of a minor corrects none'
);
select tests.govern();
update public.profile_private set birth_date = '2000-02-03' where user_id = tests.id_of('mio');
select tests.sign_in('mio');
select lives_ok($$ select public.request_id_verification(tests.document('mio') || '.webp', '1990-02-03') $$, 'she asks with another birth date than she told');
select is((select birth_date from public.profile_private), '2000-02-03'::date, 'which corrects nothing by itself');
select tests.sign_in('aya');
select is(
  public.admin_verifications() #> '{requests,0}' ->> 'birth_date' || ' ' || (public.admin_verifications() #>> '{requests,0,told_birth_date}'),
  '1990-02-03 2000-02-03', 'the admin sees both'
);
select lives_ok($$ select public.decide_verification(tests.request_of('mio'), true) $$, 'Aya approves');
select lives_ok($$ select public.decide_verification(tests.request_of('mio'), true) $$, 'the same decision again is none');
select throws_ok($$ select public.decide_verification(tests.request_of('mio'), false) $$, 'P0001', 'decided before', 'another one is refused');
select tests.govern();
select ok(private.is_id_verified(tests.id_of('mio')), 'Mio has level 3');
select is((select birth_date from public.profile_private where user_id = tests.id_of('mio')), '1990-02-03'::date, 'and the birth date of her document');
select ok(
  exists (select from public.notifications where user_id = tests.id_of('mio') and message like '%生年月日を訂正しました%'), 'which she is told'
);
select is(
  (select count(*) from public.notifications where user_id = tests.id_of('mio') and type = 'system'), 2::bigint, 'and was told once of each decision'
);
select tests.sign_in('mio');
select throws_ok($$ select public.request_id_verification(tests.document('mio')) $$, 'P0001', 'verified before', 'there is no more to ask for');

-- An admin does not decide about themselves.
select tests.serve();
select public.record_phone_verification(tests.id_of('aya'), '+819087654321', 'firebase', 'uid-aya');
select tests.govern();
update public.profile_private set birth_date = '1980-02-03' where user_id = tests.id_of('aya');
insert into public.verification_requests (user_id, document_path, birth_date) values (tests.id_of('aya'), tests.document('aya'), '1980-02-03');
select tests.sign_in('aya');
select throws_ok($$ select public.decide_verification(tests.request_of('aya'), true) $$, 'P0001', 'nobody decides about themselves', 'nobody decides about themselves');

select * from finish();
rollback;
