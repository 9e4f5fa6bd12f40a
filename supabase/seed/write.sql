-- From the temporary tables into the real ones.
insert into auth.users (
  instance_id, id, aud, role, email, encrypted_password, email_confirmed_at, confirmation_token, recovery_token,
  email_change_token_new, email_change, raw_app_meta_data, raw_user_meta_data, created_at, updated_at
)
select
  '00000000-0000-0000-0000-000000000000', id, 'authenticated', 'authenticated', email, '{{password_hash}}', joined_at, '', '', '', '',
  '{"provider": "email", "providers": ["email"]}',
  jsonb_build_object(
    'sub', id, 'email', email, 'username', username, 'email_verified', true, 'phone_verified', false
  ),
  joined_at, joined_at
from seed_people, lateral (select now() - make_interval(days => joined_days_ago) as joined_at) as times
order by n;

insert into auth.identities (id, provider_id, user_id, provider, identity_data, last_sign_in_at, created_at, updated_at)
select
  id, id::text, id, 'email', jsonb_build_object('sub', id, 'email', email, 'email_verified', true, 'phone_verified', false),
  joined_at, joined_at, joined_at
from seed_people, lateral (select now() - make_interval(days => joined_days_ago) as joined_at) as times
order by n;

update public.profiles
set
  display_name = seed_people.username,
  bio = seed_people.bio,
  interests = array(select jsonb_array_elements_text(seed_people.interests)),
  role = seed_people.role,
  youtuber_profile_id = case when seed_people.role = 'youtuber' then seed_people.id end,
  is_premium = coalesce(premium_days_left > 0, false),
  premium_plan = seed_people.premium_plan,
  premium_expiry = now() + make_interval(days => premium_days_left)
from seed_people
where profiles.id = seed_people.id;

-- Who tries the product has no authenticator app at hand.
insert into private.admins_by_password (user_id) select id from seed_people where role = 'admin';

update public.profile_private
set
  gender = seed_people.gender,
  area = seed_people.area,
  birth_date = (now() - make_interval(years => age, days => birthday_days_ago))::date
from seed_people
where profile_private.user_id = seed_people.id;

insert into public.user_verification (
  user_id, verification_level, phone_verified, id_verified, phone_number, verification_provider, verification_id, verification_expiry,
  last_verified
)
select
  people.id, level, true, level = 3, phone, 'firebase', 'seed-' || people.id, verified_at + interval '1 year', verified_at
from seed_verifications
join seed_people as people on people.n = seed_verifications.person,
lateral (select now() - make_interval(days => days_ago) as verified_at) as times;

insert into public.point_transactions (user_id, amount, transaction_type, description, created_at)
select user_id, 20, 'login_bonus', '電話番号認証ボーナス', last_verified
from public.user_verification where user_id in (select id from seed_people);

-- Nobody is told of anything by what the server does at its arrival: all that people are told is in seed_notifications.
insert into public.notification_preferences (user_id, in_app_notifications)
select id, false from seed_people;

insert into public.videos (youtube_id, title, channel_title, genre_id, published_at, duration, view_count, youtuber)
select
  youtube_id, title, channel_title, genre_id, published_at, duration, view_count,
  case when is_creators then (select id from seed_people where email = 'creator@mirutomo.test') end
from seed_videos order by n;

insert into public.video_ratings (
  user_id, video_id, overall, clarity, entertainment, originality, quality, reliability, usefulness, comment, edited_at, created_at
)
select
  people.id, videos.youtube_id, overall, clarity, entertainment, originality, quality, reliability, usefulness, comment,
  jsonb_strip_nulls(jsonb_build_object(
    'overall', ms,
    'clarity', case when clarity is not null then ms end,
    'entertainment', case when entertainment is not null then ms end,
    'originality', case when originality is not null then ms end,
    'quality', case when quality is not null then ms end,
    'reliability', case when reliability is not null then ms end,
    'usefulness', case when usefulness is not null then ms end,
    'comment', case when comment <> '' then ms end
  )),
  rated_at
from seed_ratings
join seed_people as people on people.n = seed_ratings.person
join seed_videos as videos on videos.n = seed_ratings.video,
lateral (select now() - make_interval(mins => minutes_ago) as rated_at) as times,
lateral (select (extract(epoch from rated_at) * 1000)::bigint as ms) as edits
order by seed_ratings.n;

create temporary table seed_rating_ids as
select seed_ratings.n, people.id::text || '|' || videos.youtube_id as rating_id
from seed_ratings
join seed_people as people on people.n = seed_ratings.person
join seed_videos as videos on videos.n = seed_ratings.video;

insert into public.rating_likes (rating_id, user_id, created_at)
select rating_id, people.id, now() - make_interval(mins => minutes_ago)
from seed_likes
join seed_rating_ids on seed_rating_ids.n = seed_likes.rating
join seed_people as people on people.n = seed_likes.person;

insert into public.rating_replies (id, rating_id, user_id, body, created_at)
select seed_replies.id, rating_id, people.id, body, now() - make_interval(mins => minutes_ago)
from seed_replies
join seed_rating_ids on seed_rating_ids.n = seed_replies.rating
join seed_people as people on people.n = seed_replies.person;

insert into public.favorites (user_id, video_id, is_favorite, edited_at, created_at)
select people.id, videos.id, true, (extract(epoch from marked_at) * 1000)::bigint, marked_at
from seed_favorites
join seed_people as people on people.n = seed_favorites.person
join seed_videos as videos on videos.n = seed_favorites.video,
lateral (select now() - make_interval(mins => minutes_ago) as marked_at) as times;

insert into public.history (user_id, video_id, viewed_at, edited_at)
select people.id, videos.id, seen_at, (extract(epoch from seen_at) * 1000)::bigint
from seed_history
join seed_people as people on people.n = seed_history.person
join seed_videos as videos on videos.n = seed_history.video,
lateral (select now() - make_interval(mins => minutes_ago) as seen_at) as times;

insert into public.connections (id, user_id, connected_user_id, status, created_at)
select seed_connections.id, recipients.id, requesters.id, status, now() - make_interval(mins => minutes_ago)
from seed_connections
join seed_people as recipients on recipients.n = seed_connections.recipient
join seed_people as requesters on requesters.n = seed_connections.requester;

insert into public.conversations (id, user1_id, user2_id, created_at)
select seed_conversations.id, people1.id, people2.id, now() - make_interval(mins => minutes_ago)
from seed_conversations
join seed_people as people1 on people1.n = seed_conversations.user1
join seed_people as people2 on people2.n = seed_conversations.user2;

-- In the order in which they were sent: the server numbers messages as they arrive.
insert into public.messages (id, conversation_id, sender_id, body, sent_at, created_at)
select seed_messages.id, conversation, people.id, body, (extract(epoch from written_at) * 1000)::bigint, written_at
from seed_messages
join seed_people as people on people.n = seed_messages.sender,
lateral (select now() - make_interval(mins => minutes_ago) as written_at) as times
order by minutes_ago desc, seed_messages.id;

update public.conversations
set
  user1_read_seq = marks.user1_read_seq,
  user2_read_seq = marks.user2_read_seq,
  user1_unread_count = marks.user1_unread_count,
  user2_unread_count = marks.user2_unread_count,
  last_message_time = marks.last_message_time
from (
  select
    talk.id,
    coalesce(max(seq) filter (where not (unread and recipient_id = user1_id)), 0) as user1_read_seq,
    coalesce(max(seq) filter (where not (unread and recipient_id = user2_id)), 0) as user2_read_seq,
    count(*) filter (where unread and recipient_id = user1_id) as user1_unread_count,
    count(*) filter (where unread and recipient_id = user2_id) as user2_unread_count,
    max(messages.created_at) as last_message_time
  from public.conversations as talk
  join public.messages on messages.conversation_id = talk.id
  join seed_messages on seed_messages.id = messages.id
  group by talk.id
) as marks
where conversations.id = marks.id;

insert into public.notifications (
  id, user_id, type, title, message, priority, link, metadata, sender_id, notification_group, is_premium_only, is_read, created_at
)
select
  seed_notifications.id, recipients.id, type, title, message, priority, link,
  case
    when metadata ? 'connection_data' then jsonb_set(metadata, '{connection_data,request_date}', to_jsonb(told_at))
    else metadata
  end,
  senders.id, notification_group, is_premium_only, is_read, told_at
from seed_notifications
join seed_people as recipients on recipients.n = seed_notifications.recipient
left join seed_people as senders on senders.n = seed_notifications.sender,
lateral (select now() - make_interval(mins => minutes_ago) as told_at) as times
order by minutes_ago desc, seed_notifications.id;

insert into public.blocks (blocker_id, blocked_id)
select blockers.id, blocked_people.id
from seed_blocks
join seed_people as blockers on blockers.n = seed_blocks.blocker
join seed_people as blocked_people on blocked_people.n = seed_blocks.blocked;

insert into public.events (
  id, organizer_id, title, description, starts_at, ends_at, is_online, place, capacity, cancelled_at, created_at, updated_at
)
select
  seed_events.id, people.id, title, description, starts, starts + make_interval(mins => minutes), place = '', place, capacity,
  case when is_cancelled then told + interval '1 day' end, told, told
from seed_events
join seed_people as people on people.n = seed_events.organizer,
lateral (
  select
    private.start_of_day_in_japan(private.day_in_japan() + day) + make_interval(hours => hour) as starts,
    least(now(), private.start_of_day_in_japan(private.day_in_japan() + day)) - interval '12 days' as told
) as times;

insert into public.event_links (event_id, url) select id, url from seed_events where url <> '';

insert into public.event_participants (event_id, user_id, created_at)
select event, people.id, events.created_at + interval '1 hour'
from seed_participants
join seed_people as people on people.n = seed_participants.person
join public.events on events.id = event
where not private.is_blocked(people.id, organizer_id);

insert into public.promotion_slots (id, name, type) select id, name, type from seed_slots;
insert into public.slot_prices (slot_id, price_per_day) select id, price_per_day from seed_slots;

insert into public.youtuber_profiles (id, channel_id, channel_url, channel_title, created_at)
select id, 'UCQmNQWK0d8fECtw_ZMP65X1', 'https://www.youtube.com/@hidamari-cinema', username, now() - make_interval(days => joined_days_ago - 5)
from seed_people where email = 'creator@mirutomo.test';

insert into public.slot_bookings (
  id, user_id, youtuber_id, slot_id, video_id, start_date, end_date, duration, amount_paid, status, payment_status, payment_intent_id, created_at
)
select
  booking_id, creator.id, creator.id, seed_slots.id, videos.id, starts, starts + days, days, price_per_day * days,
  case when starts + days > private.day_in_japan() then 'active' else 'completed' end, 'succeeded', 'pi_seed_' || left(booking_id::text, 8),
  private.start_of_day_in_japan(starts - 3)
from seed_slots
join seed_videos as videos on videos.youtube_id = seed_slots.youtube_id
join seed_people as creator on creator.email = 'creator@mirutomo.test',
lateral (select private.day_in_japan() - started_days_ago as starts) as booked;

insert into private.booking_payments (payment_intent_id, booking_id, is_paid, as_of)
select payment_intent_id, id, true, created_at from public.slot_bookings where id in (select booking_id from seed_slots);
select private.publish_slots();

-- What became of them until yesterday: about as many see a place each day, and a few of them open it.
insert into public.promotion_days (booking_id, day, impressions, clicks)
select booking_id, day, impressions, impressions * clicks_percent / 100
from public.slot_bookings as bookings
join seed_slots on bookings.id = booking_id,
lateral generate_series(start_date, least(end_date, private.day_in_japan()) - 1, interval '1 day') as shown (day),
lateral (select ('x' || left(md5(booking_id || day::date::text), 8))::bit(32)::bigint as dice) as thrown,
lateral (select (60 + dice % 80)::integer as impressions, (2 + dice % 5)::integer as clicks_percent) as counted;

-- The premium account subscribes; the expired one did.
update public.profile_private set stripe_customer_id = 'cus_seed_' || split_part(email, '@', 1)
from seed_people where seed_people.id = user_id and email in ('premium@mirutomo.test', 'expired@mirutomo.test');

insert into private.stripe_subscriptions (id, user_id, plan, status, current_period_end, as_of)
select
  'sub_seed_' || split_part(email, '@', 1), profiles.id, profiles.premium_plan, case when premium_expiry > now() then 'active' else 'canceled' end,
  premium_expiry, now()
from seed_people join public.profiles using (id)
where email in ('premium@mirutomo.test', 'expired@mirutomo.test');

insert into public.premium_subscriptions (user_id, stripe_subscription_id, plan, status, current_period_end, cancel_at_period_end, as_of, created_at)
select user_id, id, plan, status, current_period_end, cancel_at_period_end, as_of, current_period_end - interval '1 year'
from private.stripe_subscriptions where user_id in (select id from seed_people);

update public.profile_private set stripe_subscription_id = subscribed.stripe_subscription_id
from public.premium_subscriptions as subscribed where subscribed.user_id = profile_private.user_id;

-- Everybody takes part in matching. Two of those with whom a demo account talks matched with it, and three others like it.
select private.refresh_match_pool(array(select id from seed_people));

insert into public.relations (user_id, other_id, is_blocked, blocked_edited_at, liking, liking_edited_at)
select person, other, false, 0, 'like', (extract(epoch from created_at) * 1000)::bigint
from (
  select demo.id as demo, talk.*, row_number() over (partition by demo.id order by talk.created_at) as place
  from seed_people as demo join public.conversations as talk on demo.id in (user1_id, user2_id)
  where demo.email in ('viewer@mirutomo.test', 'friend@mirutomo.test', 'premium@mirutomo.test') and not private.is_blocked(user1_id, user2_id)
) as talks,
lateral (values (user1_id, user2_id), (user2_id, user1_id)) as pair (person, other)
where place <= 2
on conflict do nothing;
update public.relations set matched_at = greatest(liking_edited_at, likes_me_at) where matched_at is not null;

insert into public.relations (user_id, other_id, is_blocked, blocked_edited_at, liking, liking_edited_at)
select likers.user_id, demo.id, false, 0, 'like', (extract(epoch from now() - likers.place * interval '7 hours') * 1000)::bigint
from seed_people as demo,
lateral (
  select scored.user_id, row_number() over (order by (features ->> 'score')::integer desc, scored.user_id) as place
  from private.match_features(demo.id, private.match_candidates(demo.id)) as scored
) as likers
where demo.email in ('viewer@mirutomo.test', 'friend@mirutomo.test', 'premium@mirutomo.test') and likers.place between 4 and 6
on conflict do nothing;

-- Two reports wait for an admin, and one is decided.
insert into public.relations (user_id, other_id, is_blocked, blocked_edited_at, report_reason, report_body, reported_at)
select reporters.id, reported_people.id, false, 0, reason, body, (extract(epoch from now() - make_interval(hours => hours_ago)) * 1000)::bigint
from (values
  ('saki@mirutomo.test', 'souma@mirutomo.test', 'spam', '別のサイトへの登録を何度も勧められました。', 5),
  ('rin-y@mirutomo.test', 'itsuki@mirutomo.test', 'harassment', '返事をしないと、強い言葉のメッセージが届きます。', 29),
  ('airi@mirutomo.test', 'kouta@mirutomo.test', 'other', '好みが合いませんでした。', 80)
) as told (reporter, reported, reason, body, hours_ago)
join seed_people as reporters on reporters.email = told.reporter
join seed_people as reported_people on reported_people.email = told.reported
on conflict (id) do update set
  report_reason = excluded.report_reason, report_body = excluded.report_body, reported_at = excluded.reported_at;
update public.reports set status = 'dismissed' where reason = 'other';

delete from public.settings
where name = 'notification:in_app_notifications' and user_id in (select id from seed_people);
delete from public.notification_preferences where user_id in (select id from seed_people);
select public.publish_video_aggregates();
select public.refresh_catalogue_shelf();

drop table
  seed_people, seed_verifications, seed_videos, seed_ratings, seed_rating_ids, seed_likes, seed_replies, seed_favorites, seed_history,
  seed_connections, seed_blocks, seed_conversations, seed_messages, seed_notifications, seed_events, seed_participants, seed_slots;
