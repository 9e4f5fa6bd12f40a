begin;
\ir helpers.psql
select plan(47);

select tests.create_user('mio'), tests.create_user('ken'), tests.create_user('rin'), tests.create_user('aya');
select tests.create_videos(2);
select tests.make_admins('aya');
update public.profiles set bio = 'けんの紹介', is_premium = true, premium_plan = 'yearly' where id = tests.id_of('ken');
/** Which of the people of this test the caller lists. */
create function tests.listed() returns text language sql
as $$
  select coalesce(string_agg(username, ' ' order by username), '') from public.profiles
  where id in (tests.id_of('mio'), tests.id_of('ken'), tests.id_of('rin'), tests.id_of('aya'))
$$;

-- Before anybody published anything or met anybody.
select tests.visit();
select is(tests.listed(), '', 'a visitor lists nobody');
select throws_ok($$ select public.profile_of(tests.id_of('ken')) $$, '42501', null, 'a visitor is told of nobody');
select tests.sign_in('mio');
select is(tests.listed(), 'mio', 'a member lists themselves alone');
select is(public.profile_of(tests.id_of('ken')), null, 'a member is told nothing of a stranger');
select is(public.profile_of(gen_random_uuid()), null, 'nor of nobody');
select throws_ok(format($$ select %I from public.profiles where id = tests.id_of('mio') $$, name), '42501', null, name || ' is readable and searchable by nobody')
from unnest(array[
  'display_name', 'bio', 'description', 'channel_url', 'interests', 'is_premium', 'premium_plan', 'premium_expiry', 'role', 'youtuber_profile_id', 'created_at',
  'updated_at', 'row_version'
]) as name;
select throws_ok($$ select id from public.profiles where role = 'admin' $$, '42501', null, 'nobody searches admins');
select tests.sign_in('aya');
select is(tests.listed(), 'aya ken mio rin', 'an admin sees everybody');

-- Each kind of what is published, and its end.
select tests.govern();
create function tests.listed_after(change text) returns text language plpgsql
as $$
begin
  perform tests.govern();
  execute change;
  perform tests.visit();
  return tests.listed();
end
$$;
select is(tests.listed_after($$
  insert into public.video_ratings (user_id, video_id, overall, edited_at) values (tests.id_of('ken'), tests.youtube_id(1), 3, '{}')
$$), 'ken', 'who rated is seen');
select tests.sign_in('mio');
select is(tests.listed(), 'ken mio', 'by members too');
select is(
  public.profile_of(tests.id_of('ken')) - array['id', 'created_at', 'updated_at'],
  '{"username": "ken", "display_name": "", "bio": "けんの紹介", "description": "", "interests": [], "is_premium": true}',
  'who are told the rest of this one person, but no role and no plan'
);
select is(tests.listed_after($$
  insert into public.rating_replies (rating_id, user_id, body) select id, tests.id_of('rin'), 'はい' from public.video_ratings where user_id = tests.id_of('ken')
$$), 'ken rin', 'who replied is seen');
select is(tests.listed_after($$ update public.rating_replies set is_deleted = true where user_id = tests.id_of('rin') $$), 'ken', 'and no longer once that is deleted');
select is(tests.listed_after($$
  update public.video_ratings set is_deleted = true, edited_at = '{"is_deleted": 1}' where user_id = tests.id_of('ken')
$$), '', 'nor is who deleted their rating');
select is(tests.listed_after($$
  insert into public.events (id, organizer_id, title, starts_at, ends_at, is_online, place)
  values (tests.id_of('event'), tests.id_of('mio'), '会', now() + interval '1 day', now() + interval '2 days', false, '東京')
$$), 'mio', 'who holds an event is seen');
select is(tests.listed_after($$
  insert into public.youtuber_profiles (id, channel_id, channel_url, channel_title)
  values (tests.id_of('rin'), tests.channel_id('rin'), 'https://www.youtube.com/@pgtap_rin', 'りん')
$$), 'mio rin', 'who has a channel is seen');

-- Who takes part is seen by who holds the event, and by nobody else.
select tests.sign_in('ken');
select public.join_event(tests.id_of('event'));
select tests.sign_in('rin');
select is(tests.listed(), 'mio rin', 'another does not see who takes part');
select tests.sign_in('mio');
select is(tests.listed(), 'ken mio rin', 'who holds the event sees who takes part');
select is(public.profile_of(tests.id_of('ken')) ->> 'bio', 'けんの紹介', 'and is told the rest');
select tests.sign_in('ken');
select public.leave_event(tests.id_of('event'));
select tests.sign_in('mio');
select is(tests.listed(), 'mio rin', 'but not once they have left');

-- Who met.
select tests.govern();
insert into private.met_profiles (user_id, met_id) values (tests.id_of('mio'), tests.id_of('ken'));
select tests.sign_in('mio');
select is(public.profile_of(tests.id_of('ken')) ->> 'bio', 'けんの紹介', 'one is told of whom one met');
select tests.sign_in('ken');
insert into public.blocks (blocked_id) values (tests.id_of('mio'));
select is(tests.listed(), 'ken rin', 'nobody sees whom they block');
select is(public.profile_of(tests.id_of('mio')), null, 'nor is told of them');
select tests.sign_in('mio');
select is(tests.listed(), 'mio rin', 'nor does the blocked person see who blocks them');
select is(public.profile_of(tests.id_of('ken')), null, 'nor is told of them, whatever they publish');

-- What changes behind a block stays there.
select tests.govern();
create function tests.decide(other text, report text) returns text language sql
as $$
  select (tests.push('relations', jsonb_build_object(
    'id', auth.uid() || '|' || tests.id_of(other), 'user_id', auth.uid(), 'other_id', tests.id_of(other), 'is_blocked', false, 'blocked_edited_at', 0,
    'report_reason', 'other', 'report_body', report, 'reported_at', length(report)
  )))[1]
$$;
create function tests.other_name(other text) returns text language sql
as $$ select other_username from public.relations where user_id = auth.uid() and other_id = tests.id_of(other) $$;
select tests.sign_in('ken');
delete from public.blocks;
select tests.sign_in('mio');
select tests.decide('ken', '1');
select is(tests.other_name('ken'), 'ken', 'a decision notes the name of the moment');
select tests.govern();
insert into public.youtuber_profiles (id, channel_id, channel_url, channel_title)
values (tests.id_of('ken'), tests.channel_id('ken'), 'https://www.youtube.com/@pgtap_ken', 'けん');
select tests.sign_in('ken');
insert into public.blocks (blocked_id) values (tests.id_of('mio')), (tests.id_of('rin'));
update public.profiles set username = '別名' where id = tests.id_of('ken');
select tests.govern();
update public.youtuber_profiles set channel_title = '別名' where id = tests.id_of('ken');
select tests.settle();
select tests.sign_in('mio');
select is(tests.decide('ken', '12'), 'applied', 'the blocked person decides something else');
select is(tests.other_name('ken'), 'ken', 'and keeps the name they knew');
insert into public.blocks (blocked_id) values (tests.id_of('ken'));
select is(tests.other_name('ken'), 'ken', 'also by blocking back');
delete from public.blocks;
select is_empty(
  $$ select from jsonb_array_elements(tests.pull('profiles')) as pulled where pulled ->> 'username' = '別名' $$, 'devices pull no new name'
);
select is_empty($$ select from public.youtuber_profiles where channel_title = '別名' $$, 'the channel is not read either');
select is_empty(
  $$ select from public.notifications where concat(title, message, metadata) like '%別名%' $$, 'and no notification says the name'
);
select tests.sign_in('rin');
select is(tests.decide('ken', '1'), 'applied', 'who knew no name decides, too');
select is(tests.other_name('ken'), '', 'and learns none');
select tests.sign_in('ken');
delete from public.blocks;
select tests.sign_in('mio');
select tests.decide('ken', '123');
select is(tests.other_name('ken'), '別名', 'after the block the name is that of the moment again');

select * from finish();
rollback;
