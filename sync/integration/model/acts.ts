import fc from 'fast-check'
import { PULLED_NAMES } from '../../collections/registry.ts'
import { CONNECTIONS, CONVERSATIONS, messageId, NOTIFICATIONS, PEOPLE, VIDEOS } from './beginning.ts'

/** A row as a device would push it, well formed or not. `read_seq` may name a message instead of a number. */
export type Pushed = unknown
export type Batches = Record<string, Pushed[]>

/** What the server is made to write by itself; the same in a transaction of its own and in one that is held open. */
export type Writing =
  | { act: 'push'; person: number; batches: Batches }
  | {
      act: 'notify'
      recipient: number
      sender: number | null
      type: string
      priority: string
      premiumOnly: boolean
      group: string | null
    }
  | {
      act: 'video'
      video: number
      change: { title: string } | { is_hidden: boolean } | { on_shelf: boolean }
    }
  | { act: 'profile'; person: number; bio: string }
  | { act: 'connection'; status: string }

/** One step of a schedule. */
export type Act =
  | Writing
  | {
      act: 'pull'
      device: number
      collections: string[]
      limit: number
      from: 'own' | 'start' | 'stale' | 'garbage'
    }
  /** `before`: a message, or null for the newest. */
  | { act: 'older'; person: number; conversation: number; before: number | null; limit: number }
  | { act: 'block' | 'unblock'; person: number; other: number }
  | { act: 'close' | 'reopen'; conversation: number }
  | { act: 'delete'; what: 'notifications' | 'messages' | 'conversations' | 'connections'; which: number }
  | { act: 'premium'; person: number; has: boolean }
  | { act: 'publish' }
  | { act: 'restart'; person: number; collection: string }
  | { act: 'hold'; slot: 0 | 1; writing: Writing }
  | { act: 'release'; slot: 0 | 1; commit: boolean }
  | { act: 'copy' }
  | { act: 'restore' }

export const DEVICES = 5
export const personOfDevice = (device: number): number => device % PEOPLE.length

const person = fc.nat(PEOPLE.length - 1)
const video = fc.nat(VIDEOS.length - 1)
/** Few of them, so that ties and staleness come about; the last is always in the future. */
export const FUTURE = 9_000_000_000_000
const time = fc.oneof(
  { weight: 6, arbitrary: fc.constantFrom(1, 2, 3, 4, 5, 1000, 1_700_000_000_000) },
  { weight: 2, arbitrary: fc.constantFrom(FUTURE, FUTURE + 1) },
)
const score = fc.constantFrom(1, 2.5, 4, 4, 5)
const garbage = fc.constantFrom<unknown>(
  null,
  5,
  'x',
  true,
  -1,
  4.3,
  [],
  {},
  '',
  'ffffffff-ffff-4fff-8fff-ffffffffffff',
)

/** Stands for a long text, so that a failing schedule can be read. */
const long = (char: string, times: number): string => `${char}×${times}`
const LONG = /(.)×(\d+)/u
const written = (value: string): string =>
  value.replace(LONG, (_, char: string, times: string) => char.repeat(Number(times)))

/** What a push sends in the end: long texts written out, and places instead of the messages that read marks name. */
export function asSent(batches: Batches, seqs: Map<string, number>): unknown {
  return JSON.parse(JSON.stringify(batches), (name, value: unknown) => {
    // The two servers count places alike only as far as their order goes
    if (name === 'read_seq' && typeof value === 'number')
      return Number.isInteger(value) && value > 0 ? FUTURE : value
    if (typeof value !== 'string') return value
    return name === 'read_seq' && value.length === 36 ? (seqs.get(value) ?? 0) : written(value)
  })
}

type Columns = Record<string, unknown>
const idOf = (row: Columns, of: string): Columns => ({
  ...row,
  id: `${String(row['user_id'])}|${String(row[of])}`,
})

/** A row of a person, now and then with a column that is missing, somebody else's or nonsense. */
function spoiled(row: fc.Arbitrary<Columns>): fc.Arbitrary<unknown> {
  const broken = fc
    .tuple(row, fc.nat(9), fc.oneof(garbage, fc.constant(undefined)))
    .map(([columns, which, value]) => {
      const names = Object.keys(columns)
      const name = names[which % names.length]
      if (name === undefined) return columns
      const { [name]: _old, ...rest } = columns
      return value === undefined ? rest : { ...rest, [name]: value }
    })
  return fc.oneof(
    { weight: 20, arbitrary: row },
    { weight: 2, arbitrary: broken },
    { weight: 1, arbitrary: fc.constantFrom<unknown>(null, 7, 'x', []) },
  )
}

const mostly = <Value>(usual: Value, other: fc.Arbitrary<Value>): fc.Arbitrary<Value> =>
  fc.oneof({ weight: 9, arbitrary: fc.constant(usual) }, { weight: 1, arbitrary: other })
const anybody = (me: number): fc.Arbitrary<string> =>
  mostly<string>(PEOPLE[me] ?? '', fc.constantFrom(...PEOPLE))

const favorites = (me: number): fc.Arbitrary<Columns> =>
  fc
    .record({
      user_id: anybody(me),
      video_id: video.map((index) => VIDEOS[index]?.id),
      is_favorite: fc.boolean(),
      edited_at: time,
      added_at: fc.option(time),
    })
    .map((row) => idOf(row, 'video_id'))
const history = (me: number): fc.Arbitrary<Columns> =>
  fc
    .record({
      user_id: anybody(me),
      video_id: video.map((index) => VIDEOS[index]?.id),
      viewed_at: fc.constantFrom(
        '2026-01-01T00:00:00Z',
        '2026-01-01T00:00:00.120Z',
        '2026-03-04T05:06:07+09:00',
      ),
      is_deleted: fc.boolean(),
      edited_at: time,
    })
    .map((row) => idOf(row, 'video_id'))
const settings = (me: number): fc.Arbitrary<Columns> =>
  fc
    .record({
      user_id: anybody(me),
      name: mostly('theme', fc.constantFrom('presence', 'genres', '', long('n', 60), long('n', 61))),
      value: fc.oneof(
        fc.constantFrom<unknown>(
          'dark',
          'light',
          1,
          { bb: 1, a: [true, 'あ'] },
          ['x', '𝒳', '～'],
          '～',
          '𝒳',
          null,
        ),
        fc.constantFrom(long('x', 8190), long('x', 8191), long('あ', 2730), long('あ', 2731)),
      ),
      edited_at: time,
    })
    .map((row) => idOf(row, 'name'))
const relations = (me: number): fc.Arbitrary<Columns> =>
  fc
    .record({
      user_id: anybody(me),
      other_id: mostly<string>(PEOPLE[(me + 1) % PEOPLE.length] ?? '', fc.constantFrom(...PEOPLE, madeId(1))),
      // Or hardly anybody could write to anybody
      is_blocked: fc.constantFrom(true, false, false, false),
      blocked_edited_at: time,
      liking: fc.constantFrom<(string | null)[]>('none', 'like', 'like', 'like', 'skip', 'love', null),
      liking_edited_at: time,
      connection_answer: fc.constantFrom<(string | null)[]>(
        'none',
        'none',
        'accept',
        'reject',
        'maybe',
        null,
      ),
      answered_at: time,
      report_reason: fc.constantFrom<(string | null)[]>('', '', 'spam', 'minor', 'hate', null),
      report_body: fc.oneof(
        fc.constantFrom('', 'あ', '～', '𝒳'),
        fc.constantFrom(long('x', 2000), long('x', 2001)),
      ),
      reported_at: time,
    })
    .map((row) => idOf(row, 'other_id'))
const ratings = (me: number): fc.Arbitrary<Columns> =>
  fc
    .record({
      user_id: anybody(me),
      video_id: video.map((index) => VIDEOS[index]?.youtube_id),
      overall: score,
      clarity: fc.option(score),
      quality: fc.option(score),
      comment: fc.constantFrom('', 'よい', '～', '𝒳', ' '),
      is_deleted: fc.boolean(),
      edited_at: fc.record(
        { overall: time, clarity: time, quality: time, comment: time, is_deleted: time },
        { requiredKeys: [] },
      ),
    })
    .map((row) => idOf(row, 'video_id'))
const notification_reads = (me: number): fc.Arbitrary<Columns> =>
  fc.record(
    {
      id: fc.constantFrom(...NOTIFICATIONS.map((row) => row.id), madeId(1), madeId(2), madeId(3)),
      user_id: anybody(me),
      is_read: fc.boolean(),
      read_edited_at: time,
      is_deleted: fc.boolean(),
      deleted_edited_at: time,
    },
    { requiredKeys: ['id', 'is_read', 'is_deleted'] },
  )
const conversations = (): fc.Arbitrary<Columns> =>
  fc.record({
    id: fc.constantFrom(...CONVERSATIONS.map((row) => row.id)),
    // A text names a message: its place is known when the act is done.
    read_seq: fc.oneof(
      fc.nat(39).map((number) => messageId(number)),
      fc.constantFrom(0, FUTURE, FUTURE),
    ),
  })
const messages = (me: number): fc.Arbitrary<Columns> =>
  fc.record({
    id: fc.nat(9).map((number) => messageId(number * 4 + me)),
    conversation_id: fc.constantFrom(...CONVERSATIONS.map((row) => row.id)),
    sender_id: anybody(me),
    body: mostly('こんにちは', fc.constantFrom('', ' ', long('x', 10_001), long('𝒳', 10_000))),
    sent_at: time,
    is_deleted: mostly(false, fc.constant(true)),
  })

/** Of whose messages a message id of this number is. */
export const madeId = (number: number): string =>
  `018e0000-0000-7000-8000-${String(number).padStart(12, '0')}`

const ROWS: Record<string, (me: number) => fc.Arbitrary<Columns>> = {
  favorites,
  history,
  settings,
  relations,
  ratings,
  notification_reads,
  conversations,
  messages,
}

const batch = (noun: string, me: number): fc.Arbitrary<unknown[]> =>
  fc.array(spoiled((ROWS[noun] ?? favorites)(me)), { maxLength: 4 })
/** Talking twice as often as all else: what is written must be read before its counters say anything. */
const NOUNS = [...Object.keys(ROWS), 'messages', 'conversations']
const push: fc.Arbitrary<Writing> = fc
  .record({
    me: person,
    nouns: fc.uniqueArray(fc.constantFrom(...NOUNS), { minLength: 1, maxLength: 2 }),
  })
  .chain(({ me, nouns }) =>
    fc
      .record(Object.fromEntries(nouns.map((noun) => [noun, batch(noun, me)])))
      .map((batches): Writing => ({ act: 'push', person: me, batches })),
  )
const notify = fc.record({
  act: fc.constant('notify' as const),
  recipient: person,
  sender: fc.option(person),
  type: fc.constantFrom('system', 'like', 'match', 'message'),
  priority: fc.constantFrom('medium', 'high'),
  premiumOnly: mostly(false, fc.constant(true)),
  group: fc.constantFrom(null, null, 'g'),
})
const videoChange = fc.record({
  act: fc.constant('video' as const),
  video,
  change: fc.oneof(
    fc.record({ title: fc.constantFrom('new', 'newer') }),
    fc.record({ is_hidden: fc.boolean() }),
    fc.record({ on_shelf: fc.boolean() }),
  ),
})
const profile = fc.record({ act: fc.constant('profile' as const), person, bio: fc.constantFrom('', 'bio') })
const connection = fc.record({
  act: fc.constant('connection' as const),
  status: fc.constantFrom('none', 'connected', 'rejected'),
})
const writing: fc.Arbitrary<Writing> = fc.oneof(
  { weight: 12, arbitrary: push },
  { weight: 3, arbitrary: notify },
  { weight: 2, arbitrary: videoChange },
  { weight: 1, arbitrary: profile },
  { weight: 1, arbitrary: connection },
)
const slot = fc.constantFrom(0 as const, 1 as const)

const act: fc.Arbitrary<Act> = fc.oneof(
  { weight: 16, arbitrary: writing },
  {
    weight: 12,
    arbitrary: fc.record({
      act: fc.constant('pull' as const),
      device: fc.nat(DEVICES - 1),
      collections: fc.oneof(
        { weight: 3, arbitrary: fc.constant<string[]>([...PULLED_NAMES]) },
        { weight: 2, arbitrary: fc.subarray<string>([...PULLED_NAMES], { minLength: 1 }) },
      ),
      limit: fc.constantFrom(1, 2, 3, 500),
      from: fc.oneof(
        { weight: 16, arbitrary: fc.constant('own' as const) },
        { weight: 2, arbitrary: fc.constantFrom('start' as const, 'stale' as const) },
        { weight: 1, arbitrary: fc.constant('garbage' as const) },
      ),
    }),
  },
  {
    weight: 3,
    arbitrary: fc.record({
      act: fc.constant('older' as const),
      person,
      conversation: fc.nat(CONVERSATIONS.length - 1),
      before: fc.option(fc.nat(39)),
      limit: fc.constantFrom(1, 2, 100),
    }),
  },
  {
    weight: 2,
    arbitrary: fc.record({
      act: fc.constantFrom('block' as const, 'unblock' as const),
      person,
      other: person,
    }),
  },
  {
    weight: 1,
    arbitrary: fc.record({
      act: fc.constantFrom('close' as const, 'reopen' as const),
      conversation: fc.nat(CONVERSATIONS.length - 1),
    }),
  },
  {
    weight: 1,
    arbitrary: fc.record({
      act: fc.constant('delete' as const),
      what: fc.constantFrom(
        'notifications' as const,
        'notifications' as const,
        'messages' as const,
        'messages' as const,
        'conversations' as const,
        'connections' as const,
      ),
      which: fc.nat(40),
    }),
  },
  { weight: 1, arbitrary: fc.record({ act: fc.constant('premium' as const), person, has: fc.boolean() }) },
  { weight: 1, arbitrary: fc.constant({ act: 'publish' as const }) },
  {
    weight: 1,
    arbitrary: fc.record({
      act: fc.constant('restart' as const),
      person,
      collection: fc.constantFrom(...PULLED_NAMES),
    }),
  },
  { weight: 4, arbitrary: fc.record({ act: fc.constant('hold' as const), slot, writing }) },
  {
    weight: 4,
    arbitrary: fc.record({
      act: fc.constant('release' as const),
      slot,
      commit: mostly(true, fc.constant(false)),
    }),
  },
  { weight: 1, arbitrary: fc.constantFrom({ act: 'copy' as const }, { act: 'restore' as const }) },
)

/** Steps of several people, in one order. */
export const schedules: fc.Arbitrary<Act[]> = fc.array(act, { minLength: 4, maxLength: 24, size: 'max' })
export const CONNECTION = CONNECTIONS[0]
