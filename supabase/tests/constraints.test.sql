begin;
\ir helpers.psql
select plan(152);

-- What no row may be, whoever writes it: for every check, uniqueness and exclusion a statement that breaks nothing else.
select tests.create_user('mio'), tests.create_user('ken'), tests.create_user('rei');
select tests.create_videos(2);
set constraints all immediate;

-- A row of everything to break, most of them Mio's.
insert into public.video_ratings (user_id, video_id, overall, edited_at) values (tests.id_of('mio'), tests.youtube_id(1), 3, '{}');
insert into public.rating_replies (rating_id, user_id, body) select id, tests.id_of('ken'), 'はい' from public.video_ratings;
insert into public.favorites (user_id, video_id, edited_at) values (tests.id_of('mio'), tests.video_id(1), 5);
insert into public.history (user_id, video_id, viewed_at, edited_at) values (tests.id_of('mio'), tests.video_id(1), now(), 1);
insert into public.settings (user_id, name, value, edited_at) values (tests.id_of('mio'), 'theme', '"dark"', 1);
insert into public.notification_preferences (user_id) values (tests.id_of('mio'));
delete from public.notifications;
insert into public.notifications (id, user_id, type, title) values (tests.id_of('note'), tests.id_of('mio'), 'system', 'お知らせ');
insert into public.push_subscriptions (user_id, endpoint, p256dh, auth)
select tests.id_of(name), 'https://push.test/' || name, repeat('k', 87), repeat('a', 22) from unnest(array['mio', 'ken']) as name;
select private.open_conversation(tests.id_of('mio'), tests.id_of('ken'));
insert into public.messages (conversation_id, sender_id, body, sent_at) select id, tests.id_of('mio'), 'やあ', 1 from public.conversations;
insert into public.connections (user_id, connected_user_id) values (tests.id_of('mio'), tests.id_of('ken'));
insert into public.relations (user_id, other_id, is_blocked, blocked_edited_at) values (tests.id_of('mio'), tests.id_of('ken'), false, 1);
insert into public.reports (reporter_id, reported_id, reason, body) values (tests.id_of('mio'), tests.id_of('ken'), 'spam', '');
insert into private.contacts (id, name, email, kind, message) values (gen_random_uuid(), '', 'mio@pgtap.test', 'usage', 'どうすれば？');
insert into public.user_verification (
  user_id, verification_level, phone_verified, phone_number, verification_provider, verification_id, verification_expiry, last_verified
)
select tests.id_of(name), 2, true, '+8190000' || place, 'firebase', name, now() + '1 year', now()
from unnest(array['mio', 'ken']) with ordinality as people (name, place);
insert into public.point_transactions (user_id, amount, transaction_type, description) values (tests.id_of('mio'), 20, 'login_bonus', '電話番号認証ボーナス');
insert into public.verification_requests (user_id, document_path, birth_date)
select tests.id_of(name), name || '.jpg', '1990-01-01' from unnest(array['mio', 'ken']) as name;
insert into public.suspensions (user_id, reason) values (tests.id_of('rei'), '理由');
insert into private.seal_keys (user_id, public_key, private_key) values (tests.id_of('mio'), 'B' || repeat('a', 86), repeat('a', 80));
insert into public.youtuber_profiles (id, channel_id, channel_url, channel_title)
select tests.id_of(name), tests.channel_id(name), 'https://www.youtube.com/@' || name || '-constraints', name from unnest(array['mio', 'ken']) as name;
insert into public.premium_subscriptions (user_id, stripe_subscription_id, plan, status, as_of)
select tests.id_of(name), 'sub_' || name, 'monthly', 'incomplete', now() from unnest(array['mio', 'ken']) as name;
update public.profile_private set stripe_customer_id = 'cus_' || user_id, stripe_subscription_id = 'sub_' || user_id;
delete from public.slot_prices;
delete from public.promotion_slots;
insert into public.promotion_slots (id, name, type) values (tests.id_of('slot'), '枠', 'home');
insert into public.slot_prices (slot_id, price_per_day) values (tests.id_of('slot'), 500);
insert into public.slot_bookings (id, user_id, slot_id, start_date, end_date, duration, amount_paid, payment_intent_id) values
  (tests.id_of('first'), tests.id_of('mio'), tests.id_of('slot'), '2030-01-01', '2030-01-08', 7, 700, 'pi_first'),
  (tests.id_of('second'), tests.id_of('ken'), tests.id_of('slot'), '2030-01-08', '2030-01-15', 7, 700, 'pi_second');
insert into private.booking_payments (payment_intent_id, booking_id) values ('pi_first', tests.id_of('first')), ('pi_second', tests.id_of('second'));
insert into public.promotion_events (booking_id, kind, hour, viewer, is_visitor) values (tests.id_of('first'), 'click', '2026-01-01 00:00+00', '\x00', false);
insert into public.promotion_days (booking_id, day) values (tests.id_of('first'), '2026-01-01');
insert into public.events (id, organizer_id, title, starts_at, ends_at, is_online, place)
values (tests.id_of('event'), tests.id_of('mio'), '会', now() + interval '1 day', now() + interval '2 days', false, '渋谷');
insert into public.event_links (event_id, url) values (tests.id_of('event'), 'https://meet.test/room');

/** Which constraint a statement breaks; null when it breaks none, and nothing of it stays. */
create function tests.broken_by(statement text) returns text language plpgsql
as $$
declare
  broken text;
begin
  begin
    execute statement;
    raise exception 'it was taken' using errcode = 'UT000';
  exception
    when sqlstate 'UT000' then
      return null;
    when integrity_constraint_violation or unique_violation or check_violation or exclusion_violation then
      get stacked diagnostics broken = constraint_name;
      return broken;
  end;
end
$$;

create table tests.breaks (name text primary key, statement text not null);
insert into tests.breaks values
  ('admin_acts_act_known', $$ insert into public.admin_acts (act, subject_type, subject_id) values ('forgive', 'person', 'x') $$),
  ('admin_acts_answer_of_outcome', $$ insert into public.admin_acts (act, subject_type, subject_id, outcome) values ('refund', 'payment', 'x', 'refused') $$),
  ('admin_acts_outcome_known', $$ insert into public.admin_acts (act, subject_type, subject_id, outcome) values ('refund', 'payment', 'x', 'forgotten') $$),
  ('admin_acts_subject_known', $$ insert into public.admin_acts (act, subject_type, subject_id) values ('suspend', 'thing', 'x') $$),
  ('blocks_not_oneself', $$ insert into public.blocks (blocker_id, blocked_id) values (tests.id_of('mio'), tests.id_of('mio')) $$),
  ('budgets_in_order', $$ update private.budgets set a_day = an_hour - 1 $$),
  ('booking_payments_booking_id_key', $$ insert into private.booking_payments (payment_intent_id, booking_id) values ('pi_third', tests.id_of('first')) $$),
  ('booking_payments_refunded', $$ update private.booking_payments set refunded = -1 $$),
  ('booking_payments_state_known', $$ update private.booking_payments set state = 'lost' $$),
  ('connections_one_per_pair', $$ insert into public.connections (user_id, connected_user_id) values (tests.id_of('ken'), tests.id_of('mio')) $$),
  ('connections_status_known', $$ update public.connections set status = 'perhaps' $$),
  ('contacts_email_form', $$ update private.contacts set email = 'mio' $$),
  ('contacts_kind_known', $$ update private.contacts set kind = 'gossip' $$),
  ('contacts_message_length', $$ update private.contacts set message = repeat('x', 2001) $$),
  ('contacts_name_length', $$ update private.contacts set name = repeat('x', 101) $$),
  ('connections_two_people', $$ insert into public.connections (user_id, connected_user_id) values (tests.id_of('mio'), tests.id_of('mio')) $$),
  ('conversations_one_per_pair', $$ insert into public.conversations (user1_id, user2_id) select user1_id, user2_id from public.conversations $$),
  ('conversations_pair_in_order', $$ insert into public.conversations (user1_id, user2_id) select user2_id, user1_id from public.conversations $$),
  ('event_links_url_length', $$ update public.event_links set url = 'https://meet.test/' || repeat('x', 2000) $$),
  ('event_links_url_web', $$ update public.event_links set url = 'javascript:x' $$),
  (
    'event_participants_once',
    $$ insert into public.event_participants (event_id, user_id) select id, tests.id_of('ken') from public.events, generate_series(1, 2) $$
  ),
  ('events_capacity_sensible', $$ update public.events set capacity = 0 $$),
  ('events_description_length', $$ update public.events set description = repeat('x', 4001) $$),
  ('events_description_plain', $$ update public.events set description = E'x\u202ey' $$),
  ('events_participants_fit', $$ update public.events set capacity = 1, participant_count = 2 $$),
  ('events_place_length', $$ update public.events set place = repeat('x', 201) $$),
  ('events_place_or_online', $$ update public.events set is_online = true $$),
  ('events_place_plain', $$ update public.events set place = E'x\u202ey' $$),
  ('events_times_in_order', $$ update public.events set ends_at = starts_at $$),
  ('events_times_near', $$ update public.events set ends_at = starts_at + interval '31 days 1 minute' $$),
  ('events_title_length', $$ update public.events set title = repeat('x', 101) $$),
  ('events_title_plain', $$ update public.events set title = E'x\u202ey' $$),
  ('events_title_trimmed', $$ update public.events set title = ' x' $$),
  ('favorites_added_at_before', $$ update public.favorites set added_at = 5 $$),
  ('favorites_edited_at_positive', $$ update public.favorites set edited_at = -1 $$),
  ('genres_id_check', $$ insert into public.genres (id, name, position) values ('Not A Slug', '名', 999) $$),
  ('genres_name_check', $$ insert into public.genres (id, name, position) values ('nameless', '', 999) $$),
  ('genres_position_key', $$ insert into public.genres (id, name, position) select 'another', '名', position from public.genres limit 1 $$),
  ('history_edited_at_positive', $$ update public.history set edited_at = -1 $$),
  ('messages_body_length', $$ update public.messages set body = repeat('x', 10001) $$),
  ('messages_body_present', $$ update public.messages set body = e'\u3000\u200b' $$),
  ('messages_sent_at_positive', $$ update public.messages set sent_at = -1 $$),
  ('messages_taken_back_empty', $$ update public.messages set is_deleted = true, body = 'x' $$),
  ('notification_preferences_interval', $$ update public.notification_preferences set batch_interval_minutes = 0 $$),
  ('notification_preferences_per_day', $$ update public.notification_preferences set max_notifications_per_day = -1 $$),
  ('notifications_link_inside', $$ update public.notifications set link = '/.//evil.example' $$),
  ('notifications_message_length', $$ update public.notifications set message = repeat('x', 2001) $$),
  ('notifications_priority_known', $$ update public.notifications set priority = 'urgent' $$),
  ('notifications_title_length', $$ update public.notifications set title = repeat('x', 201) $$),
  ('notifications_type_known', $$ update public.notifications set type = 'gossip' $$),
  ('payment_calls_kind_known', $$ insert into private.payment_calls (user_id, kind) values (tests.id_of('mio'), 'gift') $$),
  ('point_transactions_amount_counts', $$ insert into public.point_transactions (user_id, amount, transaction_type, description) values (tests.id_of('mio'), 0, 'login_bonus', 'x') $$),
  ('point_transactions_description_length', $$ insert into public.point_transactions (user_id, amount, transaction_type, description) values (tests.id_of('mio'), 1, 'login_bonus', '') $$),
  (
    'point_transactions_one_phone_bonus',
    $$ insert into public.point_transactions (user_id, amount, transaction_type, description) values (tests.id_of('mio'), 20, 'login_bonus', '電話番号認証ボーナス') $$
  ),
  ('point_transactions_type_known', $$ insert into public.point_transactions (user_id, amount, transaction_type, description) values (tests.id_of('mio'), 1, 'gift', 'x') $$),
  ('premium_subscriptions_status_known', $$ update public.premium_subscriptions set status = 'forever' $$),
  ('premium_subscriptions_stripe_subscription_id_key', $$ update public.premium_subscriptions set stripe_subscription_id = 'sub_ken' where user_id = tests.id_of('mio') $$),
  ('profile_private_area_length', $$ update public.profile_private set area = repeat('x', 61) $$),
  ('profile_private_area_plain', $$ update public.profile_private set area = E'x\u202ey' $$),
  ('profile_private_birth_date_plausible', $$ update public.profile_private set birth_date = '1899-12-31' $$),
  ('profile_private_gender_known', $$ update public.profile_private set gender = 'robot' $$),
  ('profile_private_stripe_customer_id_key', $$ update public.profile_private set stripe_customer_id = 'cus_one' $$),
  ('profile_private_stripe_subscription_id_key', $$ update public.profile_private set stripe_subscription_id = 'sub_one' $$),
  ('profiles_avatar_url_own', $$ update public.profiles set avatar_url = 'https://evil.example/x.webp' $$),
  ('profiles_bio_length', $$ update public.profiles set bio = repeat('x', 501) $$),
  ('profiles_channel_url_length', $$ update public.profiles set channel_url = 'https://x.test/' || repeat('x', 2000) $$),
  ('profiles_channel_url_web', $$ update public.profiles set channel_url = 'javascript:x' $$),
  ('profiles_description_length', $$ update public.profiles set description = repeat('x', 2001) $$),
  ('profiles_display_name_length', $$ update public.profiles set display_name = repeat('x', 61) $$),
  ('profiles_display_name_plain', $$ update public.profiles set display_name = E'x\u202ey' $$),
  ('profiles_interests_few', $$ update public.profiles set interests = array(select id from public.genres order by id limit 11) $$),
  ('profiles_role_known', $$ update public.profiles set role = 'emperor' $$),
  ('profiles_username_length', $$ update public.profiles set username = repeat('x', 31) $$),
  ('profiles_username_plain', $$ update public.profiles set username = E'x\u202ey' $$),
  ('profiles_username_present', $$ update public.profiles set username = ' x' $$),
  ('promotion_days_counts', $$ update public.promotion_days set clicks = -1 $$),
  ('promotion_events_hour_full', $$ update public.promotion_events set hour = '2026-01-01 00:01+00' $$),
  ('promotion_events_kind_known', $$ update public.promotion_events set kind = 'glance' $$),
  ('viewer_salt_single', $$ insert into private.viewer_salt (is_only) values (false) $$),
  ('promotion_slots_labelled', $$ update public.promotion_slots set video_id = tests.video_id(1), advertiser = '', ends_at = now() $$),
  ('promotion_slots_name_length', $$ update public.promotion_slots set name = '' $$),
  ('promotion_slots_type_known', $$ update public.promotion_slots set type = 'sky' $$),
  ('push_subscriptions_auth_form', $$ update public.push_subscriptions set auth = 'short' $$),
  ('push_subscriptions_endpoint_key', $$ update public.push_subscriptions set endpoint = 'https://push.test/one' $$),
  ('push_subscriptions_endpoint_length', $$ update public.push_subscriptions set endpoint = 'https://push.test/' || repeat('x', 2000) where user_id = tests.id_of('mio') $$),
  ('push_subscriptions_endpoint_web', $$ update public.push_subscriptions set endpoint = 'ftp://x' where user_id = tests.id_of('mio') $$),
  ('push_subscriptions_p256dh_form', $$ update public.push_subscriptions set p256dh = 'short' $$),
  ('rating_likes_once', $$ insert into public.rating_likes (rating_id, user_id) select id, tests.id_of('ken') from public.video_ratings, generate_series(1, 2) $$),
  ('rating_replies_body_length', $$ update public.rating_replies set body = repeat('x', 2001) $$),
  ('rating_replies_body_present', $$ update public.rating_replies set body = ' ' $$),
  ('relations_answered_at_positive', $$ update public.relations set answered_at = -1 $$),
  ('relations_blocked_edited_at_positive', $$ update public.relations set blocked_edited_at = -1 $$),
  ('relations_connection_answer_known', $$ update public.relations set connection_answer = 'perhaps' $$),
  ('relations_liking_edited_at_positive', $$ update public.relations set liking_edited_at = -1 $$),
  ('relations_liking_known', $$ update public.relations set liking = 'love' $$),
  ('relations_not_oneself', $$ insert into public.relations (user_id, other_id, is_blocked, blocked_edited_at) values (tests.id_of('mio'), tests.id_of('mio'), false, 1) $$),
  ('relations_report_body_length', $$ update public.relations set report_body = repeat('x', 2001) $$),
  ('relations_report_reason_known', $$ update public.relations set report_reason = 'boring' $$),
  ('relations_reported_at_positive', $$ update public.relations set reported_at = -1 $$),
  ('reports_status_known', $$ update public.reports set status = 'lost' $$),
  ('seal_keys_private_key_encoded', $$ update private.seal_keys set private_key = 'short' $$),
  ('seal_keys_public_key_point', $$ update private.seal_keys set public_key = 'A' || repeat('a', 86) $$),
  ('seal_secret_only_row_check', $$ insert into private.seal_secret (secret, only_row) values ('x', false) $$),
  ('settings_edited_at_positive', $$ update public.settings set edited_at = -1 $$),
  ('settings_name_known', $$ insert into public.settings (user_id, name, value, edited_at) values (tests.id_of('mio'), 'invented', '1', 1) $$),
  ('settings_value_length', $$ update public.settings set value = to_jsonb(repeat('x', 8192)) $$),
  ('settings_value_present', $$ update public.settings set value = 'null' $$),
  ('slot_bookings_amount', $$ update public.slot_bookings set amount_refunded = 701 $$),
  ('slot_bookings_duration_known', $$ update public.slot_bookings set duration = 8, end_date = start_date + 8 where id = tests.id_of('second') $$),
  ('slot_bookings_end', $$ update public.slot_bookings set end_date = start_date + 8 where id = tests.id_of('second') $$),
  ('slot_bookings_no_overlap', $$ update public.slot_bookings set start_date = '2030-01-07', end_date = '2030-01-14' where id = tests.id_of('second') $$),
  ('slot_bookings_paid_before_shown', $$ update public.slot_bookings set status = 'active' $$),
  ('slot_bookings_payment_intent_id_key', $$ update public.slot_bookings set payment_intent_id = 'pi_one' $$),
  ('slot_bookings_payment_status_known', $$ update public.slot_bookings set payment_status = 'promised' $$),
  ('slot_bookings_status_known', $$ update public.slot_bookings set status = 'lost' $$),
  ('slot_prices_positive', $$ update public.slot_prices set price_per_day = 49 $$),
  ('subscription_plans_amount_positive', $$ update public.subscription_plans set amount = 0 $$),
  ('subscription_plans_known', $$ update public.subscription_plans set id = 'weekly' where id = 'yearly' $$),
  ('subscription_plans_position_key', $$ update public.subscription_plans set position = 1 $$),
  ('subscription_plans_stripe_price_id_key', $$ update public.subscription_plans set stripe_price_id = 'price_one' $$),
  ('suspensions_reason_length', $$ update public.suspensions set reason = ' ' $$),
  ('sync_realm_is_only_row_check', $$ insert into public.sync_realm (is_only_row) values (false) $$),
  ('user_points_not_negative', $$ update public.user_points set balance = -1 $$),
  (
    'user_verification_level_known',
    $$ insert into public.user_verification (user_id, verification_level, phone_verified) values (tests.id_of('rei'), 0, false) $$
  ),
  ('user_verification_levels_hold', $$ insert into public.user_verification (user_id, verification_level, email_verified) values (tests.id_of('rei'), 1, false) $$),
  ('user_verification_one_account_per_number', $$ update public.user_verification set phone_number = '+81900001111' $$),
  ('user_verification_phone_international', $$ update public.user_verification set phone_number = '09012345678' where user_id = tests.id_of('mio') $$),
  ('user_verification_phone_known', $$ update public.user_verification set verification_expiry = null $$),
  ('verification_requests_decided', $$ update public.verification_requests set decided_at = now() $$),
  ('verification_requests_document_path_key', $$ update public.verification_requests set document_path = 'one.jpg' $$),
  ('verification_requests_document_until_decided', $$ update public.verification_requests set document_path = null $$),
  ('verification_requests_birth_date_past', $$ update public.verification_requests set birth_date = '2999-01-01' $$),
  ('verification_requests_one_pending', $$ insert into public.verification_requests (user_id, document_path, birth_date) values (tests.id_of('mio'), 'other.jpg', '1990-01-01') $$),
  ('verification_requests_status_known', $$ update public.verification_requests set status = 'lost', decided_at = now() $$),
  ('video_imports_some', $$ insert into private.video_imports (user_id, how_many) values (tests.id_of('mio'), 0) $$),
  ('video_ratings_comment_length', $$ update public.video_ratings set comment = repeat('x', 10001) $$),
  ('video_ratings_comment_visible', $$ update public.video_ratings set comment = e'\u3000\n' $$),
  ('video_ratings_scores', $$ update public.video_ratings set usefulness = 5.5 $$),
  ('videos_channel_title_length', $$ update public.videos set channel_title = repeat('x', 201) $$),
  ('videos_description_length', $$ update public.videos set description = repeat('x', 10001) $$),
  ('videos_duration_positive', $$ update public.videos set duration = -1 $$),
  ('videos_histogram_of_five', $$ update public.videos set overall_histogram = '{0}' $$),
  ('videos_thumbnail_length', $$ update public.videos set thumbnail = repeat('x', 2001) $$),
  ('videos_title_length', $$ update public.videos set title = repeat('x', 501) $$),
  ('videos_view_count_positive', $$ update public.videos set view_count = -1 $$),
  ('videos_youtube_id_form', $$ insert into public.videos (youtube_id, title) values ('short', 'x') $$),
  ('youtuber_profiles_channel_id_form', $$ update public.youtuber_profiles set channel_id = 'UCshort' where id = tests.id_of('mio') $$),
  ('youtuber_profiles_channel_title_length', $$ update public.youtuber_profiles set channel_title = repeat('x', 101) $$),
  ('youtuber_profiles_channel_title_plain', $$ update public.youtuber_profiles set channel_title = E'x\u202ey' $$),
  ('youtuber_profiles_channel_url_form', $$ update public.youtuber_profiles set channel_url = 'https://www.youtube.com/' where id = tests.id_of('mio') $$),
  (
    'youtuber_profiles_one_person_per_channel',
    $$ update public.youtuber_profiles set channel_id = tests.channel_id('ken') where id = tests.id_of('mio') $$
  );

-- Triggers that mend or refuse a row before it is looked at are not what is asked here.
alter table public.messages disable trigger user;
alter table public.profiles disable trigger order_interests;

select set_eq(
  $$
    select conname::text from pg_constraint
    where connamespace in ('public'::regnamespace, 'private'::regnamespace) and conrelid <> 0 and contype in ('c', 'u', 'x')
      -- Of an id that is alone anyway; two are there to be referred to, one for upserts.
      and conname <> all ('{notifications_of_person,video_ratings_once,videos_youtube_id_key}')
    union
    select pg_class.relname::text from pg_index join pg_class on pg_class.oid = indexrelid
    where relnamespace in ('public'::regnamespace, 'private'::regnamespace) and indisunique
      and not exists (select from pg_constraint where conindid = indexrelid)
  $$,
  $$ select name from tests.breaks $$,
  'each is broken below'
);
select is(tests.broken_by(statement), name, name) from tests.breaks order by name;

select * from finish();
rollback;
