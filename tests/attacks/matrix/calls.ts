import { randomUUID } from 'node:crypto'
import * as v from 'valibot'
import type { Member } from '../../support/member.ts'
import type { Cast } from './cast.ts'

type Given = Record<string, unknown>

/** How a function is tried: what is given, once there is something for it to do, and by what one sees that it did what it is for. */
export type Call = {
  given?: (cast: Cast, caller: Member) => Given | Promise<Given>
  does: (answer: unknown, cast: Cast, caller: Member) => boolean | Promise<boolean>
  /** Beside 42501: hints by which it refuses. */
  refusals?: string[]
  /** Says that the answer is not whole yet: it is asked again. */
  isHeldBack?: (answer: unknown) => boolean
}

const KEYS = { p256dh: 'k'.repeat(87), auth: 'a'.repeat(22) }
const SEALED = { offered_public: `B${'A'.repeat(86)}`, offered_private: 'A'.repeat(100) }

const OwnRow = v.looseObject({ id: v.string() })
const OfPerson = v.looseObject({ user_id: v.string() })
const Offered = v.looseObject({ per_day: v.number() })
const Budget = v.looseObject({ limit: v.number() })
const Total = v.looseObject({ total: v.number() })
const Overview = v.looseObject({ people: v.number() })
const Rows = v.array(v.looseObject({ id: v.string() }))
const Letters = v.looseObject({ rows: Rows })
const Pulled = v.looseObject({
  held_back: v.boolean(),
  collections: v.looseObject({ settings: v.looseObject({ rows: Rows }) }),
})
const Pushed = v.looseObject({
  answers: v.looseObject({ favorites: v.array(v.looseObject({ result: v.string() })) }),
})

const isThere = async ({ sql }: Cast, query: string, values: unknown[]): Promise<boolean> =>
  (await sql.value(`select exists (${query})`, values)) === true
/** Self's request for level 3 that waits for an admin. */
const requestOf = ({ sql, people: { self } }: Cast): Promise<unknown> =>
  sql.value(
    `insert into public.verification_requests (user_id, document_path, birth_date) values ($1, $2, '1990-01-01')
     on conflict (user_id) where status = 'pending' do update set document_path = excluded.document_path returning id`,
    [self.id, `${self.id}/${randomUUID()}.jpg`],
  )
const PARTICIPATION = 'select from public.event_participants where event_id = $1 and user_id = $2'
/** For the service alone: whatever it answers to anybody else is too much. */
const served = (given: (cast: Cast) => Given = () => ({})): Call => ({ given, does: () => true })

/** Every function of the schema `public`, given what is self's where something is given. */
export const calls: Record<string, Call> = {
  account_rows: served(({ people }) => ({ person: people.self.id })),
  admin_bookings: { does: (answer) => v.is(Total, answer) && answer.total > 0 },
  admin_contacts: { does: (answer) => v.is(Total, answer) },
  admin_overview: { does: (answer) => v.is(Overview, answer) && answer.people > 0 },
  admin_people: {
    given: ({ people }) => ({ q: people.self.id }),
    does: (answer) => v.is(Total, answer) && answer.total === 1,
  },
  admin_reports: { does: (answer) => v.is(Total, answer) },
  admin_verifications: { does: (answer) => v.is(Total, answer) },
  answer_contact: {
    given: async ({ sql }) => ({
      contact: await sql.value(
        `insert into private.contacts (id, name, email, kind, message)
         values (gen_random_uuid(), '行列', 'matrix@mirutomo.test', 'usage', '行') returning id`,
      ),
    }),
    does: (_, cast) =>
      isThere(cast, `select from private.contacts where name = '行列' and answered_at is not null`, []),
  },
  begin_booking_payment: served(({ booking, people }) => ({
    booking: booking.id,
    person: people.self.id,
    amount: 3500,
    intent: booking.intent,
  })),
  begin_video_import: served(({ people }) => ({ person: people.self.id, how_many: 1 })),
  book_slot: {
    given: async ({ sql, bookable, video }) => {
      await sql.rows('delete from public.slot_bookings where slot_id = $1', [bookable])
      return {
        slot: bookable,
        video: video.id,
        starts: await sql.value('select (private.day_in_japan() + 10)::text'),
        days: 7,
      }
    },
    does: (_, cast, caller) =>
      isThere(cast, 'select from public.slot_bookings where slot_id = $1 and user_id = $2', [
        cast.bookable,
        caller.id,
      ]),
    refusals: ['not_creator'],
  },
  cancel_booking: {
    given: async ({ sql, bookable, video, people: { self } }) => {
      await sql.rows('delete from public.slot_bookings where slot_id = $1', [bookable])
      return {
        booking: await sql.value(
          `insert into public.slot_bookings (user_id, youtuber_id, slot_id, video_id, start_date, end_date, duration, amount_paid)
           values ($1, $1, $2, $3, '2030-01-01', '2030-01-08', 7, 3500) returning id`,
          [self.id, bookable, video.id],
        ),
      }
    },
    does: (_, cast) =>
      isThere(cast, `select from public.slot_bookings where slot_id = $1 and status = 'cancelled'`, [
        cast.bookable,
      ]),
    refusals: ['booking_not_found'],
  },
  cancel_event: {
    given: async ({ sql, events }) => {
      await sql.rows('update public.events set cancelled_at = null where id = $1', [events.own])
      return { event: events.own }
    },
    does: (_, cast) =>
      isThere(cast, 'select from public.events where id = $1 and cancelled_at is not null', [
        cast.events.own,
      ]),
    refusals: ['event_not_found'],
  },
  stop_event: {
    given: async ({ sql, events }) => {
      await sql.rows('update public.events set cancelled_at = null where id = $1', [events.own])
      return { event: events.own, reason: '行' }
    },
    does: (_, cast) =>
      isThere(cast, 'select from public.events where id = $1 and cancelled_at is not null', [
        cast.events.own,
      ]),
  },
  count_channel_check: served(({ people }) => ({ person: people.self.id })),
  count_payment_call: served(({ people }) => ({ person: people.self.id, kind: 'promotion' })),
  create_notification: served(({ people }) => ({
    recipient: people.self.id,
    type: 'system',
    title: '行',
    message: '列',
  })),
  create_notifications: served(({ people }) => ({
    notifications: [{ user_id: people.self.id, type: 'system', title: '行', message: '列' }],
  })),
  decide_report: {
    given: async ({ sql, people: { self }, stranger }) => {
      await sql.rows(
        `insert into public.reports (reporter_id, reported_id, reason, body) values ($1, $2, 'spam', '')
         on conflict (id) do update set status = 'open'`,
        [self.id, stranger.id],
      )
      return { report: `${self.id}|${stranger.id}`, decision: 'resolved', note: '行' }
    },
    does: (_, cast) =>
      isThere(cast, `select from public.reports where reporter_id = $1 and status = 'resolved'`, [
        cast.people.self.id,
      ]),
  },
  decide_verification: {
    given: async (cast) => ({
      request: await requestOf(cast),
      approve: false,
    }),
    does: (_, cast) =>
      isThere(cast, `select from public.verification_requests where user_id = $1 and status = 'rejected'`, [
        cast.people.self.id,
      ]),
  },
  drop_video_import: served(({ people }) => ({ person: people.self.id })),
  finish_stripe_event: served(() => ({ id: 'evt_matrix' })),
  hide_rating_comment: {
    given: async ({ sql, people: { self }, video }) => {
      await sql.rows(`update public.video_ratings set comment = '行' where user_id = $1`, [self.id])
      return { rating: `${self.id}|${video.youtube_id}`, reason: '行' }
    },
    does: (_, cast) =>
      isThere(cast, `select from public.video_ratings where user_id = $1 and comment = ''`, [
        cast.people.self.id,
      ]),
  },
  join_event: {
    given: async ({ sql, events }) => {
      await sql.rows('update public.events set cancelled_at = null where id = $1', [events.own])
      return { event: events.own }
    },
    does: (_, cast, { id }) => isThere(cast, PARTICIPATION, [cast.events.own, id]),
    refusals: ['event_not_found', 'own_event'],
  },
  leave_event: {
    given: async ({ sql, events }, { id }) => {
      await sql.rows(
        `insert into public.event_participants (event_id, user_id) select $1, id from public.profiles where id = $2
         on conflict do nothing`,
        [events.own, id],
      )
      return { event: events.own }
    },
    does: async (_, cast, { id }) => !(await isThere(cast, PARTICIPATION, [cast.events.own, id])),
  },
  note_refund: {
    given: ({ booking }) => ({ intent: booking.intent, amount: 1, reason: '行' }),
    does: (_, cast, { id }) =>
      isThere(
        cast,
        `select from public.admin_acts where act = 'refund' and subject_id = $1 and admin_id = $2`,
        [cast.booking.id, id],
      ),
  },
  notification_budget: { does: (answer) => v.is(Budget, answer) },
  offer_candidates: { does: (answer) => v.is(Offered, answer) },
  older_messages: {
    given: ({ talks, people }, caller) => ({
      conversation: caller === people.blocked ? talks.blocked : talks.friend,
      before_seq: Number.MAX_SAFE_INTEGER,
    }),
    does: (answer, { letters }) =>
      v.is(Letters, answer) && answer.rows.some(({ id }) => Object.values(letters).includes(id)),
  },
  open_verification_document: {
    given: async (cast) => ({ request: await requestOf(cast) }),
    does: (act, cast, { id }) =>
      isThere(
        cast,
        `select from public.admin_acts where act = 'open_document' and id = $1 and admin_id = $2 and outcome = 'begun'`,
        [act, id],
      ),
  },
  own_profile: { does: (answer, _, caller) => v.is(OwnRow, answer) && answer.id === caller.id },
  own_video_averages: {
    does: (answer) => v.is(v.tuple([v.looseObject({ video_count: v.literal(1) })]), answer),
  },
  own_video_ratings: {
    given: ({ video }) => ({ days: 7, video: video.id }),
    does: (answer) => Array.isArray(answer) && answer.length > 0,
  },
  profile_of: {
    given: ({ people }) => ({ person: people.self.id }),
    does: (answer, { people }) => v.is(OwnRow, answer) && answer.id === people.self.id,
  },
  promotion_report: {
    given: async ({ sql, booking }) => {
      await sql.rows(
        `insert into public.promotion_days (booking_id, day, impressions) values ($1, private.day_in_japan(), 1)
         on conflict (booking_id, day) do nothing`,
        [booking.id],
      )
      return { days: 7 }
    },
    does: (answer, { booking }) =>
      v.is(v.array(v.looseObject({ booking_id: v.string() })), answer) &&
      answer.some(({ booking_id }) => booking_id === booking.id),
  },
  publish_video_aggregates: served(),
  record_booking_payment: served(({ booking }) => ({
    intent: booking.intent,
    outcome: 'canceled',
    refunded: 3500,
    as_of: '2030-01-01T00:00:00Z',
  })),
  record_phone_verification: served(({ people }) => ({
    person: people.self.id,
    phone: '+818099990000',
    provider: 'firebase',
    provider_id: people.self.id,
  })),
  record_promotion_events: {
    given: ({ booking }) => ({
      events: [{ booking_id: booking.id, kind: 'impression', at: new Date().toISOString() }],
      visitor: randomUUID(),
    }),
    // Of the buyer's own views none counts
    does: (answer) => answer === 1,
  },
  record_stripe_event: served(() => ({
    id: 'evt_matrix',
    type: 'charge.refunded',
    created: '2030-01-01T00:00:00Z',
  })),
  record_subscription: served(({ people }) => ({
    person: people.self.id,
    subscription: 'sub_matrix',
    plan: 'yearly',
    status: 'active',
    period_end: '2030-01-01T00:00:00Z',
    cancel_at_period_end: false,
    as_of: '2030-01-01T00:00:00Z',
  })),
  refresh_catalogue_shelf: served(),
  request_connection: {
    given: ({ people }) => ({ recipient: people.self.id }),
    does: (_, cast, caller) =>
      isThere(cast, 'select from public.connections where user_id = $1 and connected_user_id = $2', [
        cast.people.self.id,
        caller.id,
      ]),
    refusals: ['connection_invalid', 'connection_not_found', 'premium_required'],
  },
  request_id_verification: {
    given: async ({ sql, people, document }) => {
      await sql.rows('delete from public.verification_requests where user_id = $1', [people.self.id])
      await sql.rows(
        'update public.user_verification set verification_level = 2, id_verified = false where user_id = any ($1)',
        [Object.values(people).map(({ id }) => id)],
      )
      return { path: document }
    },
    does: (_, cast, caller) =>
      isThere(cast, 'select from public.verification_requests where user_id = $1 and document_path = $2', [
        caller.id,
        cast.document,
      ]),
    refusals: ['document_missing'],
  },
  run_scheduled_work: served(),
  save_event: {
    given: async ({ sql, events }, { id }) => {
      await sql.rows('update public.events set cancelled_at = null where id = $1', [events.own])
      return {
        event: events.own,
        title: `列${id}`,
        description: '',
        starts_at: new Date(Date.now() + 86_400_000).toISOString(),
        ends_at: new Date(Date.now() + 90_000_000).toISOString(),
        is_online: true,
        place: '',
        url: '',
        capacity: null,
      }
    },
    does: (_, cast, { id }) =>
      isThere(cast, 'select from public.events where id = $1 and title = $2', [cast.events.own, `列${id}`]),
    refusals: ['event_not_found'],
  },
  save_slot: {
    given: ({ slot }) => ({ slot, name: '列', type: 'search' }),
    does: (_, cast) =>
      isThere(cast, `select from public.promotion_slots where id = $1 and type = 'search'`, [cast.slot]),
  },
  seal_key: {
    given: () => SEALED,
    does: (answer, _, caller) => v.is(OfPerson, answer) && answer.user_id === caller.id,
  },
  search_videos: {
    given: ({ video }) => ({ query: video.title }),
    does: (answer, { video }) => v.is(Rows, answer) && answer.some(({ id }) => id === video.id),
  },
  search_videos_advanced: {
    given: ({ video }) => ({ criteria: { text: video.title } }),
    does: (answer, { video }) => v.is(Rows, answer) && answer.some(({ id }) => id === video.id),
    refusals: ['premium_required'],
  },
  send_contact: {
    given: (_, { id }) => ({
      id: randomUUID(),
      name: '',
      email: `${id}@mirutomo.test`,
      kind: 'usage',
      message: '行',
    }),
    does: (_, cast, { id }) =>
      isThere(cast, 'select from private.contacts where email = $1', [`${id}@mirutomo.test`]),
  },
  set_role: {
    given: ({ stranger }) => ({ person: stranger.id, role: 'admin', reason: '行' }),
    does: async (_, cast) => {
      const became = await isThere(cast, `select from public.profiles where id = $1 and role = 'admin'`, [
        cast.stranger.id,
      ])
      await cast.sql.rows('update public.profiles set role = null where id = $1', [cast.stranger.id])
      return became
    },
  },
  set_slot_price: {
    given: ({ bookable }) => ({ slot: bookable, price: 700 }),
    does: (_, cast) =>
      isThere(cast, 'select from public.slot_prices where slot_id = $1 and price_per_day = 700', [
        cast.bookable,
      ]),
  },
  settle_act: served(({ act }) => ({ act, is_done: true })),
  settle_pushes: served(({ people }) => ({ done: [], gone: [`https://push.test/${people.self.id}`] })),
  store_channel: served(({ people }) => ({
    person: people.self.id,
    channel_id: `UC${'m'.repeat(22)}`,
    channel_url: 'https://www.youtube.com/@matrix',
    channel_title: '行列の人',
    replaces: true,
  })),
  store_imported_videos: served(({ people }) => ({ owner: people.self.id, imported: [] })),
  store_refreshed_videos: served(() => ({ asked: [], answers: [] })),
  stripe_events_since: served(),
  subscribe_push: {
    given: (_, caller) => ({ endpoint: `https://push.test/${caller.id}/own`, ...KEYS }),
    does: (_, cast, caller) =>
      isThere(cast, 'select from public.push_subscriptions where user_id = $1 and endpoint = $2', [
        caller.id,
        `https://push.test/${caller.id}/own`,
      ]),
  },
  suspend: {
    given: ({ stranger }) => ({ person: stranger.id, until: null, reason: '行' }),
    does: async (_, { sql, stranger }) => {
      const [lifted] = await sql.rows('delete from public.suspensions where user_id = $1 returning user_id', [
        stranger.id,
      ])
      return lifted !== undefined
    },
  },
  sync_pull: {
    given: async ({ sql, people }) => {
      await sql.rows(
        `insert into public.settings (user_id, name, value, edited_at) values ($1, 'theme', '1', 1) on conflict (id) do nothing`,
        [people.self.id],
      )
      return { checkpoints: { settings: null } }
    },
    isHeldBack: (answer) => v.is(Pulled, answer) && answer.held_back,
    does: (answer, { people }) =>
      v.is(Pulled, answer) &&
      answer.collections.settings.rows.some(({ id }) => id === `${people.self.id}|theme`),
  },
  sync_push: {
    given: async ({ sql, people: { self }, video }) => {
      await sql.rows('delete from public.favorites where user_id = $1', [self.id])
      const pushed = {
        id: `${self.id}|${video.id}`,
        user_id: self.id,
        video_id: video.id,
        is_favorite: true,
        edited_at: 1,
      }
      return { batches: { favorites: [pushed] } }
    },
    does: (answer) => v.is(Pushed, answer) && answer.answers.favorites[0]?.result === 'applied',
  },
  take_pushes: served(),
  taken_dates: {
    given: ({ booking }) => ({ slot: booking.slot, from_day: '2020-01-01', until_day: '2100-01-01' }),
    does: (answer) => Array.isArray(answer) && answer.length === 1,
  },
  tell_incoming_likes: { does: (answer) => v.is(v.number(), answer) },
  unseal_key: {
    given: async ({ sql, people: { nobody } }, { id }) => {
      if (id !== nobody.id)
        await sql.rows(
          'insert into private.seal_keys (user_id, public_key, private_key) values ($1, $2, $3) on conflict (user_id) do nothing',
          [id, SEALED.offered_public, SEALED.offered_private],
        )
      return {}
    },
    does: (answer, _, caller) => v.is(OfPerson, answer) && answer.user_id === caller.id,
  },
  unsubscribe_push: {
    given: async ({ sql, people: { self } }) => {
      const endpoint = `https://push.test/${self.id}/left`
      await sql.rows(
        `insert into public.push_subscriptions (user_id, endpoint, p256dh, auth) values ($1, $2, $3, $4) on conflict (endpoint) do nothing`,
        [self.id, endpoint, KEYS.p256dh, KEYS.auth],
      )
      return { endpoint }
    },
    does: async (_, cast) =>
      !(await isThere(cast, 'select from public.push_subscriptions where endpoint = $1', [
        `https://push.test/${cast.people.self.id}/left`,
      ])),
  },
  unsuspend: {
    given: async ({ sql, stranger }) => {
      await sql.rows(
        `insert into public.suspensions (user_id, reason) values ($1, '行') on conflict (user_id) do nothing`,
        [stranger.id],
      )
      return { person: stranger.id }
    },
    does: async (_, cast) =>
      !(await isThere(cast, 'select from public.suspensions where user_id = $1', [cast.stranger.id])),
  },
  videos_to_refresh: served(),
}
