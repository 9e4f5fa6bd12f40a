begin;
\ir helpers.psql
select plan(16);

select tests.create_user('mio'), tests.create_user('ken');
create function tests.setting(person text, name text, value jsonb, edited_at bigint) returns jsonb language sql as $$
  select jsonb_build_object(
    'id', tests.id_of(person) || '|' || name, 'user_id', tests.id_of(person), 'name', name, 'value', value, 'edited_at', edited_at
  )
$$;

select tests.sign_in('mio');
select is(tests.push('settings', tests.setting('mio', 'theme', '"dark"', 10)), array['applied'], 'a setting is stored');
select is(tests.push('settings', tests.setting('mio', 'theme', '"light"', 5)), array['conflict'], 'an earlier one loses');
select is((select value from public.settings), '"dark"'::jsonb, 'it stays');
select is(tests.push('settings', tests.setting('mio', 'theme', '"light"', 10)), array['applied'], 'of two at one moment the larger text');
select is(tests.push('settings', tests.setting('mio', 'theme', '"dark"', 10)), array['conflict'], 'whichever comes first');
select is(tests.push('settings', tests.setting('mio', 'presence', '{"volume": 0.5, "kinds": [1, null]}', 1)), array['applied'], 'values are any JSON');
select is(
  tests.push(
    'settings', tests.setting('ken', 'theme', '"x"', 1), tests.setting('mio', '', '"x"', 1), tests.setting('mio', 'invented', '"x"', 1),
    tests.setting('mio', 'matching-filter', to_jsonb(repeat('x', 9000)), 1), tests.setting('mio', 'notification:likes', 'null', 1)
  ),
  array['forbidden', 'invalid', 'invalid', 'too_long', 'invalid'], 'refusals'
);
select throws_ok($$ update public.settings set user_id = tests.id_of('ken') $$, '42501', null, 'a setting does not change hands');
select throws_ok($$ delete from public.settings $$, '42501', null, 'nor is it deleted');
select tests.sign_in('ken');
select is_empty($$ select id from public.settings $$, 'others see none of them');
select throws_ok(
  $$ insert into public.settings (user_id, name, value, edited_at) values (tests.id_of('mio'), 'x', '1', 1) $$, '42501', null, 'and set none'
);
update public.settings set value = '"taken"';
select tests.govern();
select is((select count(*) from public.settings where value = '"taken"'), 0::bigint, 'nor change them');
select tests.visit();
select throws_ok($$ select id from public.settings $$, '42501', null, 'visitors have none');
select throws_ok($$ insert into public.settings (name, value, edited_at) values ('x', '1', 1) $$, '42501', null, 'nor set any');

select tests.govern();
select tests.settle();
select tests.sign_in('mio');
select is((select count(*) from jsonb_array_elements(tests.pull('settings'))), 2::bigint, 'a device pulls them');
select is(
  (select pulled -> 'value' from jsonb_array_elements(tests.pull('settings')) as pulled where pulled ->> 'name' = 'presence'),
  '{"volume": 0.5, "kinds": [1, null]}'::jsonb, 'with the nulls inside a value'
);

select * from finish();
rollback;
