/**
 * Who may do what: every table, view and function of the schema `public`. The row tried on is always one's own of `self`.
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
blocks                    -s------  -s------  --------  -s------
connections               -s------  --------  --------  --------
conversations             -s------  --------  --------  --------
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
sync_epochs               -s------  --------  --------  --------
sync_realm                -sobplca  --------  --------  --------
user_points               -s------  --------  --------  --------
user_verification         -s------  --------  --------  --------
verification_requests     -s-----a  --------  --------  --------
video_ratings             nso-plca  -s------  -s------  --------
videos                    nsobplca  --------  --------  --------
youtuber_profiles         nsobplca  --------  --------  --------
`

const FUNCTIONS = `
account_rows               --------
create_notification        --------
create_notifications       --------
decide_verification        -------a
notification_budget        -sobplca
offer_candidates           -sobplca
older_messages             -s------
own_profile                -sobplca
publish_video_aggregates   --------
record_phone_verification  --------
refresh_catalogue_shelf    --------
request_connection         ----p---
request_id_verification    -s------
run_scheduled_work         --------
seal_key                   -sobplca
search_videos              nsobplca
settle_pushes              --------
subscribe_push             -sobplca
sync_pull                  -s------
sync_push                  -s------
take_pushes                --------
tell_incoming_likes        -sobplca
unseal_key                 -sobplca
unsubscribe_push           -s------
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
