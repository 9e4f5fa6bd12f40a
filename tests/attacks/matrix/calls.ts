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
/** For the service alone: whatever it answers to anybody else is too much. */
const served = (given: (cast: Cast) => Given = () => ({})): Call => ({ given, does: () => true })

/** Every function of the schema `public`, given what is self's where something is given. */
export const calls: Record<string, Call> = {
  account_rows: served(({ people }) => ({ person: people.self.id })),
  create_notification: served(({ people }) => ({
    recipient: people.self.id,
    type: 'system',
    title: '行',
    message: '列',
  })),
  create_notifications: served(({ people }) => ({
    notifications: [{ user_id: people.self.id, type: 'system', title: '行', message: '列' }],
  })),
  decide_verification: {
    given: async ({ sql, people: { self } }) => ({
      request: await sql.value(
        `insert into public.verification_requests (user_id, document_path, birth_date) values ($1, $2, '1990-01-01')
         on conflict (user_id) where status = 'pending' do update set document_path = excluded.document_path returning id`,
        [self.id, `${self.id}/${randomUUID()}.jpg`],
      ),
      approve: false,
    }),
    does: (_, cast) =>
      isThere(cast, `select from public.verification_requests where user_id = $1 and status = 'rejected'`, [
        cast.people.self.id,
      ]),
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
  own_profile: { does: (answer, _, caller) => v.is(OwnRow, answer) && answer.id === caller.id },
  publish_video_aggregates: served(),
  record_phone_verification: served(({ people }) => ({
    person: people.self.id,
    phone: '+818099990000',
    provider: 'firebase',
    provider_id: people.self.id,
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
  seal_key: {
    given: () => SEALED,
    does: (answer, _, caller) => v.is(OfPerson, answer) && answer.user_id === caller.id,
  },
  search_videos: {
    given: ({ video }) => ({ query: video.title }),
    does: (answer, { video }) => v.is(Rows, answer) && answer.some(({ id }) => id === video.id),
  },
  settle_pushes: served(({ people }) => ({ done: [], gone: [`https://push.test/${people.self.id}`] })),
  subscribe_push: {
    given: (_, caller) => ({ endpoint: `https://push.test/${caller.id}/own`, ...KEYS }),
    does: (_, cast, caller) =>
      isThere(cast, 'select from public.push_subscriptions where user_id = $1 and endpoint = $2', [
        caller.id,
        `https://push.test/${caller.id}/own`,
      ]),
  },
  sync_pull: {
    given: async ({ sql, people }) => {
      await sql.rows(
        `insert into public.settings (user_id, name, value, edited_at) values ($1, 'pulled', '1', 1) on conflict (id) do nothing`,
        [people.self.id],
      )
      return { checkpoints: { settings: null } }
    },
    isHeldBack: (answer) => v.is(Pulled, answer) && answer.held_back,
    does: (answer, { people }) =>
      v.is(Pulled, answer) &&
      answer.collections.settings.rows.some(({ id }) => id === `${people.self.id}|pulled`),
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
}
