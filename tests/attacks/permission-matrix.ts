/**
 * Who may do what: every table, view and function of the schema `public`. The row tried on is one of `self`'s, or, where only a creator has such, of the
 * creator's: a channel, a video.
 *
 * n nobody signed in · s self, whose row it is · o another member · b a member whom self blocked · p with premium · l whose premium lapsed ·
 * c a creator · a an admin. A letter: may; a dash: may not.
 */
export const ROLES = {
  n: 'nobody',
  s: 'self',
  o: 'other',
  b: 'blocked',
  p: 'premium',
  l: 'lapsed',
  c: 'creator',
  a: 'admin',
} as const
export type Role = (typeof ROLES)[keyof typeof ROLES]

export const VERBS = ['select', 'insert', 'update', 'delete'] as const
export type Verb = (typeof VERBS)[number]

const TABLES = `
                          select    insert    update    delete
admin_acts                -------a  --------  --------  --------
blocks                    -s------  -s------  --------  -s------
connections               -s------  --------  --------  --------
conversations             -s------  --------  --------  --------
event_links               -s------  --------  --------  --------
event_participants        -s------  --------  --------  --------
events                    nso-plca  --------  --------  --------
favorites                 -s------  -s------  -s------  --------
genres                    nsobplca  --------  --------  --------
history                   -s------  -s------  -s------  --------
messages                  -s------  -s------  -s------  --------
notification_preferences  -s------  -s------  -s------  --------
notification_reads        -s------  -s------  -s------  --------
notifications             -s------  --------  --------  --------
point_transactions        -s------  --------  --------  --------
premium_subscriptions     -s------  --------  --------  --------
profile_private           -s------  --------  -s------  --------
profiles                  nso-plca  --------  -s------  --------
promotion_days            --------  --------  --------  --------
promotion_events          --------  --------  --------  --------
promotion_slots           nsobplca  --------  --------  --------
push_subscriptions        -s------  --------  --------  --------
rating_likes              nso-plca  -s------  --------  -s------
rating_replies            nso-plca  -s------  -s------  --------
relations                 -s------  --------  --------  --------
reports                   -s------  --------  --------  --------
reviews                   nso-plca  --------  --------  --------
revocations               -s------  --------  --------  --------
settings                  -s------  -s------  -s------  --------
slot_bookings             -s-----a  --------  --------  --------
slot_prices               nsobplca  --------  --------  --------
subscription_plans        nsobplca  --------  --------  --------
suspensions               -s------  --------  --------  --------
sync_epochs               -s------  --------  --------  --------
sync_realm                -sobplca  --------  --------  --------
user_points               -s------  --------  --------  --------
user_verification         -s------  --------  --------  --------
verification_requests     -s------  --------  --------  --------
video_ratings             nso-plca  -s------  -s------  --------
videos                    nsobplca  --------  --------  --------
youtuber_profiles         nsobplca  --------  --------  --------
`

const FUNCTIONS = `
account_rows                --------
admin_bookings              -------a
admin_contacts              -------a
admin_overview              -------a
admin_people                -------a
admin_reports               -------a
admin_verifications         -------a
answer_contact              -------a
begin_booking_payment       --------
begin_video_import          --------
book_slot                   ------c-
cancel_booking              -s------
cancel_event                -s------
count_channel_check         --------
count_payment_call          --------
create_notification         --------
create_notifications        --------
decide_report               -------a
decide_verification         -------a
drop_video_import           --------
finish_stripe_event         --------
hide_rating_comment         -------a
join_event                  --o-plca
leave_event                 -sobplca
note_refund                 -------a
notification_budget         -sobplca
offer_candidates            -sobplca
older_messages              -s------
open_verification_document  -------a
own_profile                 -sobplca
own_video_averages          ------c-
own_video_ratings           ------c-
profile_of                  -so-plca
promotion_report            -s------
publish_video_aggregates    --------
record_booking_payment      --------
record_phone_verification   --------
record_promotion_events     n-obplca
record_stripe_event         --------
record_subscription         --------
refresh_catalogue_shelf     --------
request_connection          ----p---
request_id_verification     -s------
run_scheduled_work          --------
save_event                  -s------
save_slot                   -------a
seal_key                    -sobplca
search_videos               nsobplca
search_videos_advanced      ----p---
send_contact                nsobplca
set_role                    -------a
set_slot_price              -------a
settle_act                  --------
settle_pushes               --------
store_channel               --------
store_imported_videos       --------
store_refreshed_videos      --------
stripe_events_since         --------
subscribe_push              -sobplca
stop_event                  -------a
suspend                     -------a
sync_pull                   -s------
sync_push                   -s------
take_pushes                 --------
taken_dates                 nsobplca
tell_incoming_likes         -sobplca
unseal_key                  -sobplca
unsubscribe_push            -s------
unsuspend                   -------a
videos_to_refresh           --------
`

type Permissions = Record<Role, boolean>

export const tables: Map<string, Record<Verb, Permissions>> = new Map(
  linesOf(TABLES.replace(/^.*select.*$/m, '')).map(([name, select, insert, update, remove]) => [
    name,
    {
      select: permissionsOf(select),
      insert: permissionsOf(insert),
      update: permissionsOf(update),
      delete: permissionsOf(remove),
    },
  ]),
)

export const functions: Map<string, Permissions> = new Map(
  linesOf(FUNCTIONS).map(([name, letters]) => [name, permissionsOf(letters)]),
)

function linesOf(text: string): [string, ...string[]][] {
  return text
    .trim()
    .split('\n')
    .map((line) => {
      const [name = '', ...letters] = line.trim().split(/\s+/)
      return [name, ...letters]
    })
}

/** One letter for each role in the order of `ROLES`; throws at anything else. */
function permissionsOf(letters = ''): Permissions {
  const order = Object.keys(ROLES).join('')
  if (
    letters.length !== order.length ||
    letters.split('').some((letter, at) => letter !== '-' && letter !== order[at])
  )
    throw new Error(`${letters} does not say what ${order} may`)
  const [nobody, self, other, blocked, premium, lapsed, creator, admin] = letters
    .split('')
    .map((letter) => letter !== '-')
  return {
    nobody: nobody === true,
    self: self === true,
    other: other === true,
    blocked: blocked === true,
    premium: premium === true,
    lapsed: lapsed === true,
    creator: creator === true,
    admin: admin === true,
  }
}
