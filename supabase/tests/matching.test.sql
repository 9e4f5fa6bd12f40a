begin;
\ir helpers.psql
select plan(66);

select tests.create_videos(6);
select tests.create_user('mio'), tests.create_user('ken'), tests.create_user('rin'), tests.create_user('gin'), tests.create_user('yui'),
  tests.create_user('aoi'), tests.create_user('kid');
update public.profile_private set birth_date = '1995-04-01', gender = 'female', area = '東京都' where user_id = tests.id_of('mio');
update public.profile_private set birth_date = '1990-04-01', gender = 'male', area = '東京都'
where user_id in (tests.id_of('ken'), tests.id_of('gin'), tests.id_of('yui'));
update public.profile_private set birth_date = '1990-04-01', gender = 'female', area = '大阪府'
where user_id in (tests.id_of('rin'), tests.id_of('aoi'));
update public.profile_private set birth_date = current_date - interval '17 years' where user_id = tests.id_of('kid');
create function tests.liking(person text, other text, liking text, edited_at bigint) returns jsonb language sql as $$
  select jsonb_build_object(
    'id', tests.id_of(person) || '|' || tests.id_of(other), 'user_id', tests.id_of(person), 'other_id', tests.id_of(other),
    'is_blocked', false, 'blocked_edited_at', 0, 'liking', liking, 'liking_edited_at', edited_at
  )
$$;
create function tests.relation_of(person text, other text) returns public.relations language sql stable security definer as $$
  select relations from public.relations where id = tests.id_of(person) || '|' || tests.id_of(other)
$$;
create function tests.told(person text, type text) returns bigint language sql stable security definer as $$
  select count(*) from public.notifications where user_id = tests.id_of(person) and notifications.type = told.type
$$;

-- What Mio and Ken have in common.
select tests.sign_in('mio');
select tests.push('favorites', tests.favorite('mio', 1, true, 10), tests.favorite('mio', 2, true, 10), tests.favorite('mio', 3, true, 10));
select tests.push('ratings', tests.rating('mio', 1, '{"overall": 5, "clarity": 4}', '{"overall": 10, "clarity": 10}'));
select tests.sign_in('ken');
select tests.push('favorites', tests.favorite('ken', 1, true, 10), tests.favorite('ken', 2, true, 10));
select tests.push('ratings', tests.rating('ken', 1, '{"overall": 4, "clarity": 4}', '{"overall": 10, "clarity": 10}'));
select tests.sign_in('rin');
select tests.push('favorites', tests.favorite('rin', 2, true, 10));

-- Nobody is offered who never came here, and no child.
select tests.sign_in('mio');
select is((public.offer_candidates() ->> 'offered')::integer, 0, 'nobody has come here but Mio');
select tests.sign_in('kid');
select throws_ok($$ select public.offer_candidates() $$, 'P0001', null, 'a child is offered nobody');
select is(
  tests.push('relations', tests.liking('kid', 'mio', 'like', 1)), array['adult_required'], 'and likes nobody'
);
select tests.visit();
select throws_ok($$ select public.offer_candidates() $$, '42501', null, 'nor is a visitor');
select tests.sign_in('ken');
select lives_ok($$ select public.offer_candidates() $$, 'Ken comes');
select tests.sign_in('rin');
select lives_ok($$ select public.offer_candidates() $$, 'and Rin');

select tests.sign_in('mio');
select is(public.offer_candidates(), '{"per_day": 3, "offered": 2}'::jsonb, 'now there are two');
select is(public.offer_candidates() ->> 'offered', '2', 'asked again they are the same');
select is(
  (select array_agg((offer ->> 'score')::integer order by (offer ->> 'score')::integer desc) from public.relations), array[23, 10],
  'with their scores: two favourites, a rating, its nearness and a genre; a favourite and a genre'
);
select is(
  (tests.relation_of('mio', 'ken')).offer - 'score',
  jsonb_build_object(
    'age', extract(year from age((now() at time zone 'Asia/Tokyo')::date, '1990-04-01'))::integer, 'gender', 'male', 'location', '東京都', 'activity', 'casual',
    'phone_verified', false, 'common_favorites', 2, 'common_ratings', 1, 'score_pairs', 2, 'score_distance', 2,
    'common_genres', '["gaming"]'::jsonb, 'common_interests', '[]'::jsonb, 'common_videos_count', 2, 'common_friends', 0,
    'viewing_trends', '{"gaming": 100}'::jsonb
  ),
  'and what makes them'
);
select is_empty($$ select offer from public.relations where offer ? 'birth_date' $$, 'but no birth date');
select tests.govern();
select ok(exists (select from private.met_profiles where user_id = tests.id_of('mio') and met_id = tests.id_of('ken')), 'her devices get his profile');
select throws_ok(
  format($$ set local role authenticated; select private.match_features(%L, array[%L]::uuid[]) $$, tests.id_of('ken'), tests.id_of('mio')),
  '42501', null, 'what two people have in common is nobody else''s to ask'
);

-- Who was offered on another day comes again, as far as they fit on this one.
create function tests.look_for(gender text, edited_at bigint) returns text[] language sql as $$
  select tests.push('settings', jsonb_build_object(
    'id', tests.id_of('mio') || '|matching-filter', 'user_id', tests.id_of('mio'), 'name', 'matching-filter',
    'value', jsonb_build_object('gender', gender), 'edited_at', edited_at
  ))
$$;
create function tests.sleep_on_it() returns void language sql security definer as $$
  update public.relations set offered_on = offered_on - 1 where user_id = tests.id_of('mio') and offered_on is not null
$$;
select tests.sleep_on_it();
select tests.sign_in('mio');
select is(tests.look_for('male', 11), array['applied'], 'Mio looks for men');
select is(public.offer_candidates() ->> 'offered', '1', 'Rin does not come again');
select ok((tests.relation_of('mio', 'ken')).offered_on > (tests.relation_of('mio', 'rin')).offered_on, 'but Ken does');
select is(tests.look_for('any', 12), array['applied'], 'she looks for anybody');
select is(public.offer_candidates() ->> 'offered', '2', 'and Rin comes again');
select tests.sleep_on_it();
select tests.govern();
insert into public.connections (user_id, connected_user_id) values (tests.id_of('rin'), tests.id_of('mio'));
select tests.sign_in('mio');
select is(public.offer_candidates() ->> 'offered', '1', 'who is asked for a connection does not');
select tests.govern();
delete from public.connections;
select tests.sign_in('mio');
select public.offer_candidates();

-- A like of somebody who was not offered.
select tests.sign_in('mio');
select is(tests.push('relations', tests.liking('mio', 'gin', 'like', 5)), array['forbidden'], 'Mio was not offered Gin');
select throws_ok(
  format($$ insert into public.relations (user_id, other_id, is_blocked, blocked_edited_at, offered_on) values (%L, %L, false, 0, current_date) $$,
    tests.id_of('mio'), tests.id_of('gin')),
  '42501', null, 'and cannot offer herself'
);
select throws_ok($$ update public.relations set likes_me_at = 1 $$, '42501', null, 'nor a liking');

-- Like, and taking it back.
select is(tests.push('relations', tests.liking('mio', 'ken', 'like', 20)), array['applied'], 'Mio likes Ken');
select is((tests.relation_of('ken', 'mio')).likes_me_at, 20::bigint, 'he knows');
select is(tests.told('ken', 'matching'), 1::bigint, 'and is told');
select is(tests.push('relations', tests.liking('mio', 'ken', 'none', 21)), array['applied'], 'she takes it back');
select is((tests.relation_of('ken', 'mio')).likes_me_at, null, 'he knows no more');
select is(tests.push('relations', tests.liking('mio', 'ken', 'like', 22)), array['applied'], 'and likes him again');
select is(tests.told('ken', 'matching'), 1::bigint, 'he is told once');
select is(tests.push('relations', tests.liking('mio', 'rin', 'skip', 22)), array['applied'], 'she skips Rin');
select is((tests.relation_of('rin', 'mio')).likes_me_at, null, 'who learns nothing');
select tests.sign_in('ken');
select is(
  (select array_agg(metadata) from public.notifications where type = 'matching'),
  array[jsonb_build_object('matching_data', jsonb_build_object(
    'matched_user_id', tests.id_of('mio'), 'matched_username', 'mio', 'match_type', 'like'
  ))], 'the notification says who'
);
select tests.settle();
select is(
  (tests.pull('relations') -> 0) - 'row_version' - 'other_username' - 'offered_on' - 'offer',
  jsonb_build_object(
    'id', tests.id_of('ken') || '|' || tests.id_of('mio'), 'user_id', tests.id_of('ken'), 'other_id', tests.id_of('mio'), 'is_blocked', false,
    'blocked_edited_at', 0, 'liking', 'none', 'liking_edited_at', 0, 'connection_answer', 'none', 'answered_at', 0,
    'report_reason', '', 'report_body', '', 'reported_at', 0, 'likes_me_at', 22
  ), 'his devices get it, and nothing of what she decided of others'
);
select tests.govern();
update public.relations set offer = null, offered_on = null where id = tests.id_of('ken') || '|' || tests.id_of('mio');
select tests.sign_in('ken');
select is(public.tell_incoming_likes(), 1, 'when he looks');
select ok((tests.relation_of('ken', 'mio')).offer ? 'score', 'he is told of her what is told of candidates');
select is_empty($$ select id from public.relations where offered_on is not null $$, 'and nobody is offered by it, also not Rin, who is there');
select is(public.tell_incoming_likes(), 0, 'he is told once');
select tests.govern();
update public.relations set offer = null where id = tests.id_of('ken') || '|' || tests.id_of('mio');
delete from private.match_pool where user_id = tests.id_of('ken');
select tests.sign_in('ken');
select is(public.tell_incoming_likes(), 0, 'who is not in the pool is told nothing');
select tests.govern();
select is_empty($$ select user_id from private.match_pool where user_id = tests.id_of('ken') $$, 'and does not come into it by looking');
select tests.visit();
select throws_ok($$ select public.tell_incoming_likes() $$, '42501', null, 'a visitor is told of nobody');
select tests.sign_in('ken');
select public.offer_candidates();
select public.tell_incoming_likes();

-- A block hides the liking; its end brings it back.
select is(
  tests.push('relations', tests.liking('ken', 'mio', 'none', 0) || '{"is_blocked": true, "blocked_edited_at": 30}'), array['applied'], 'Ken blocks Mio'
);
select is((tests.relation_of('ken', 'mio')).likes_me_at, null, 'her liking is gone');
select is(
  tests.push('relations', tests.liking('ken', 'mio', 'none', 0) || '{"is_blocked": false, "blocked_edited_at": 31}'), array['applied'], 'and no longer'
);
select is((tests.relation_of('ken', 'mio')).likes_me_at, 22::bigint, 'it is back');
select is(tests.told('ken', 'matching'), 1::bigint, 'and not told again');

-- Both like each other.
select is(tests.push('relations', tests.liking('ken', 'mio', 'like', 40) || '{"blocked_edited_at": 31}'), array['applied'], 'Ken likes her too');
select ok(
  (tests.relation_of('ken', 'mio')).matched_at is not null and (tests.relation_of('mio', 'ken')).matched_at is not null, 'they match'
);
select is((select count(*) from public.conversations), 1::bigint, 'there is a conversation');
select is(
  (select array_agg(priority || ' ' || link) from public.notifications where type = 'match'),
  array['high /messages/' || (select id from public.conversations)], 'Ken is told'
);
select is(tests.told('mio', 'match'), 1::bigint, 'Mio is told');
select is(
  (select metadata -> 'matching_data' from public.notifications where type = 'match'),
  jsonb_build_object(
    'matched_user_id', tests.id_of('mio'), 'matched_username', 'mio', 'match_type', 'mutual',
    'match_score', ((tests.relation_of('ken', 'mio')).offer ->> 'score')::integer
  ), 'with the score'
);
select is(tests.push('relations', tests.liking('ken', 'mio', 'like', 40) || '{"blocked_edited_at": 31}'), array['applied'], 'the same again');
select is(tests.push('relations', tests.liking('ken', 'mio', 'none', 41) || '{"blocked_edited_at": 31}'), array['applied'], 'taken back');
select is(tests.push('relations', tests.liking('ken', 'mio', 'like', 42) || '{"blocked_edited_at": 31}'), array['applied'], 'and given');
select is(tests.told('mio', 'match'), 1::bigint, 'they match once');

-- Premium is offered more, and filters count for it alone but that of the gender.
select tests.sign_in('gin');
select public.offer_candidates();
select tests.sign_in('yui');
select public.offer_candidates();
select tests.sign_in('aoi');
select tests.push('settings', jsonb_build_object(
  'id', tests.id_of('aoi') || '|matching-filter', 'user_id', tests.id_of('aoi'), 'name', 'matching-filter',
  'value', '{"gender": "male", "area": "大阪府", "age_from": "x"}'::jsonb, 'edited_at', 1
));
select is(public.offer_candidates() ->> 'offered', '3', 'Aoi looks for men, and the area counts for nothing without premium');
select tests.govern();
update public.profiles set is_premium = true where id = tests.id_of('aoi');
delete from public.relations where user_id = tests.id_of('aoi');
select tests.sign_in('aoi');
select is(public.offer_candidates(), '{"per_day": 10, "offered": 0}'::jsonb, 'with premium it counts');

-- Every filter by itself: how many of Ken, Gin and Yui, of one age, Aoi is offered.
select tests.govern();
create function tests.offered(filter jsonb, edited_at bigint) returns integer language plpgsql as $$
begin
  perform tests.govern();
  delete from public.relations where user_id = tests.id_of('aoi');
  perform tests.sign_in('aoi');
  perform tests.push('settings', jsonb_build_object(
    'id', tests.id_of('aoi') || '|matching-filter', 'user_id', tests.id_of('aoi'), 'name', 'matching-filter',
    'value', filter || '{"gender": "male"}', 'edited_at', edited_at
  ));
  return public.offer_candidates() ->> 'offered';
end
$$;
create function tests.their_age() returns integer language sql as $$
  select extract(year from age((now() at time zone 'Asia/Tokyo')::date, '1990-04-01'))::integer
$$;
select is(
  tests.offered(jsonb_build_object('age_from', tests.their_age(), 'age_to', tests.their_age()), 2), 3, 'an age from its first day to its last'
);
select is(tests.offered(jsonb_build_object('age_from', tests.their_age() + 1), 3), 0, 'too young');
select is(tests.offered(jsonb_build_object('age_to', tests.their_age() - 1), 4), 0, 'too old');
select is(tests.offered('{"age_from": 1}', 5), 3, 'nobody is offered a child, whatever they look for');
select is(tests.offered('{"activity": "casual"}', 6), 3, 'of their activity');
select is(tests.offered('{"activity": "power"}', 7), 0, 'of another');
select tests.sign_in('ken');
select tests.push('settings', jsonb_build_object(
  'id', tests.id_of('ken') || '|matching-filter', 'user_id', tests.id_of('ken'), 'name', 'matching-filter', 'value', '{"gender": "male"}'::jsonb,
  'edited_at', 1
));
select public.offer_candidates();
select is(tests.offered('{}', 8), 2, 'whom the other does not look for is not offered either');

-- Ten with premium, three without.
select tests.govern();
do $$
begin
  for number in 1..11 loop
    perform tests.create_user('many' || number);
    update public.profile_private set gender = 'male' where user_id = tests.id_of('many' || number);
    perform tests.sign_in('many' || number);
    perform public.offer_candidates();
    perform tests.govern();
  end loop;
end
$$;
select is(tests.offered('{}', 9), 10, 'premium is offered ten');
select tests.govern();
update public.profiles set is_premium = false where id = tests.id_of('aoi');
select is(tests.offered('{}', 10), 3, 'and others three');

select * from finish();
rollback;
