import { readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { afterAll, afterEach, beforeAll, describe, expect, test, vi } from 'vitest'
import {
  DOCUMENT_STATES,
  type DocumentEvent,
  type DocumentState,
  NEXT_DOCUMENT_STATE,
} from './document-states.ts'
import { type Device, now$ } from './testing/device.ts'
import { ANNA, BEN, CONVERSATION, openScene, type Scene, videoId } from './testing/scene.ts'
import { urlOf } from './testing/requests.ts'

type Release = 'through' | 'fail'

/**
 * One device over the model server, its requests held until the test lets them go on. Each walk takes a document of its own (a favourite) into a state, lets
 * one thing happen to it, and looks at what it shows.
 */
let scene: Scene
let phone: Device
let held: ((release: Release) => void)[] = []
let holding = { sync_push: false, sync_pull: false }
let documents = 0

beforeAll(async () => {
  scene = openScene()
  phone = await scene.device()
  const send = phone.link.fetch
  phone.link.fetch = async (input, init) => {
    const name = urlOf(input).endsWith('/sync_pull') ? 'sync_pull' : 'sync_push'
    if (holding[name]) {
      const release = await new Promise<Release>((resolve) => held.push(resolve))
      if (release === 'fail') throw new TypeError('Failed to fetch')
    }
    return send(input, init)
  }
  await phone.replicate().syncNow()
}, 60_000)
afterAll(async () => {
  letGo('through')
  await scene.end()
})

/** Leaves nothing behind for the next walk. */
afterEach(async () => {
  letGo('through')
  connect()
  await vi.waitFor(async () =>
    expect(await now$(phone.engine.syncActivity(phone.store))).toMatchObject({ pending: 0, sending: 0 }),
  )
  await phone.replication?.syncNow()
})

function letGo(release: Release): void {
  holding = { sync_push: false, sync_pull: false }
  for (const resolve of held.splice(0)) resolve(release)
}

/** A walk's document. */
type Subject = { video: string; id: string; favorite: boolean }

const shown = async ({ video }: Subject): Promise<DocumentState> =>
  (await now$(phone.engine.favoriteOf(phone.store, video)))?.sync ?? 'none'
const shows = (subject: Subject, state: DocumentState): Promise<void> =>
  vi.waitFor(async () => expect(await shown(subject)).toBe(state), { timeout: 5_000 })

/** Nothing new leaves the device. */
const stayHere = (): void => phone.connectivity$.next(false)
const connect = (): void => phone.connectivity$.next(true)
const requestHeld = (): Promise<void> => vi.waitFor(() => expect(held).toHaveLength(1), { timeout: 5_000 })

async function edit(subject: Subject): Promise<void> {
  subject.favorite = !subject.favorite
  const write = subject.favorite ? phone.engine.favoriteVideo : phone.engine.unfavoriteVideo
  await write(phone.store, subject.video)
}

/** As another device would have written it. */
const serverRow = ({ id, video }: Subject, edited_at = 1) => ({
  id,
  user_id: ANNA,
  video_id: video,
  edited_at,
  is_favorite: true,
})

const INTO: Record<DocumentState, (subject: Subject) => Promise<void>> = {
  none: () => Promise.resolve(),
  local: async (subject) => {
    stayHere()
    await edit(subject)
  },
  sending: async (subject) => {
    holding.sync_push = true
    await edit(subject)
    await requestHeld()
  },
  saved: async (subject) => {
    await edit(subject)
    await shows(subject, 'saved')
  },
  attention: async (subject) => {
    scene.server.refuse('favorites', subject.id, 'forbidden')
    await edit(subject)
  },
}

const pulledAt = (): number | undefined => phone.store.engine.status$.value.syncedAt['favorites']

/** A whole pull of what `change` did on the server. */
async function pull(change: () => void): Promise<void> {
  const before = pulledAt()
  change()
  connect()
  await phone.replication?.syncNow()
  await vi.waitFor(() => expect(pulledAt()).not.toBe(before))
}

/** Edits while a pull is under way: so the edit waits, and the pull's answer is yet to come. */
async function editDuringPull(subject: Subject): Promise<void> {
  connect()
  holding.sync_pull = true
  phone.poke$.next(['favorites'])
  await requestHeld()
  await edit(subject)
}

async function endPull(change: () => void): Promise<void> {
  const before = pulledAt()
  change()
  stayHere()
  letGo('through')
  await vi.waitFor(() => expect(pulledAt()).not.toBe(before))
}

const parkedOf = async ({ id }: Subject) => {
  const edit_ = (await now$(phone.store.outbox.parked$)).find((one) => one.id === id)
  if (edit_ === undefined) throw new Error('nothing was parked')
  return edit_
}

type Walk = (subject: Subject) => Promise<unknown>
type Walks = Partial<Record<DocumentEvent, Walk>>

const newEpoch = (subject: Subject): void => {
  scene.server.remove('favorites', subject.id)
  scene.server.startUserEpoch(ANNA, 'favorites')
}

const WALKS: Record<DocumentState, Walks> = {
  none: {
    edit: (subject) => (stayHere(), edit(subject)),
    pulled: (subject) => pull(() => scene.server.write('favorites', serverRow(subject))),
    revoked: (subject) => pull(() => scene.server.revoke(ANNA, 'favorites', subject.id)),
    swept: (subject) => pull(() => newEpoch(subject)),
  },
  local: {
    edit,
    sent: async () => {
      holding.sync_push = true
      connect()
      await requestHeld()
    },
    pulled: (subject) => endPull(() => scene.server.write('favorites', serverRow(subject))),
    revoked: (subject) => endPull(() => scene.server.revoke(ANNA, 'favorites', subject.id)),
    swept: (subject) => endPull(() => newEpoch(subject)),
  },
  sending: {
    edit,
    answered: () => Promise.resolve(letGo('through')),
    overtaken: async (subject) => {
      await edit(subject)
      stayHere()
      letGo('through')
    },
    failed: () => Promise.resolve((stayHere(), letGo('fail'))),
    passed: (subject) => {
      scene.server.refuse('favorites', subject.id, 'rate_limited')
      stayHere()
      return Promise.resolve(letGo('through'))
    },
    refused: (subject) => {
      scene.server.refuse('favorites', subject.id, 'forbidden')
      return Promise.resolve(letGo('through'))
    },
  },
  saved: {
    edit: (subject) => (stayHere(), edit(subject)),
    pulled: (subject) => pull(() => scene.server.write('favorites', serverRow(subject, Date.now()))),
    revoked: (subject) => pull(() => scene.server.revoke(ANNA, 'favorites', subject.id)),
    swept: (subject) => pull(() => newEpoch(subject)),
  },
  attention: {
    edit: (subject) => (stayHere(), edit(subject)),
    pulled: (subject) => pull(() => scene.server.write('favorites', serverRow(subject))),
    revoked: (subject) => pull(() => scene.server.revoke(ANNA, 'favorites', subject.id)),
    swept: (subject) => pull(() => newEpoch(subject)),
    retry: async (subject) => {
      stayHere()
      await phone.engine.retryParked(phone.store, await parkedOf(subject))
    },
    discard_edit: async (subject) => {
      const parked = await parkedOf(subject)
      const base = { ...parked.document, is_favorite: false, edited_at: 1, row_version: 5, sync_epoch: '1.1' }
      await phone.store.outbox.park([{ ...parked, base }])
      await phone.engine.discardParked(phone.store, await parkedOf(subject))
    },
    discard_new: async (subject) => phone.engine.discardParked(phone.store, await parkedOf(subject)),
  },
}

const intoOf = (state: DocumentState, event: DocumentEvent) =>
  state === 'local' && ['pulled', 'revoked', 'swept'].includes(event) ? editDuringPull : INTO[state]

/** One request at a time: while a row is on its way no pull is. That its pages are stored a little later is the storage's affair: an unsaved document stays. */
const NOT_WALKED = ['sending/pulled', 'sending/revoked', 'sending/swept', 'sending/dropped']

const cells = DOCUMENT_STATES.flatMap((state) =>
  Object.entries(NEXT_DOCUMENT_STATE[state]).map(([event, next]) => ({
    state,
    event: event as DocumentEvent,
    next: next as DocumentState | null,
  })),
)
const possible = cells.filter(({ next }) => next !== null)

describe('every cell of the table of a document', () => {
  test('stands in the specification as it is', async () => {
    const spec = await readFile(join(import.meta.dirname, 'SPEC.md'), 'utf8')
    const events = Object.keys(NEXT_DOCUMENT_STATE.none) as DocumentEvent[]
    const row = (event: DocumentEvent): string =>
      `| ${[event, ...DOCUMENT_STATES.map((state) => NEXT_DOCUMENT_STATE[state][event] ?? '·')].join(' | ')} |`
    expect(spec).toContain(`| | ${DOCUMENT_STATES.join(' | ')} |`)
    for (const event of events) expect(spec).toContain(row(event))
  })

  test('that can happen is walked', () => {
    const walked = DOCUMENT_STATES.flatMap((state) =>
      Object.keys(WALKS[state]).map((event) => `${state}/${event}`),
    )
    expect([...walked, ...NOT_WALKED].toSorted()).toEqual(
      possible.map(({ state, event }) => `${state}/${event}`).toSorted(),
    )
  })

  test.each(possible.filter(({ state, event }) => WALKS[state][event] !== undefined))(
    '$state, $event: $next',
    async ({ state, event, next }) => {
      const video = videoId(++documents)
      const subject: Subject = { video, id: `${ANNA}|${video}`, favorite: false }
      await intoOf(state, event)(subject)
      await shows(subject, state)
      await WALKS[state][event]?.(subject)
      if (next !== null) await shows(subject, next)
    },
  )

  test('sending, dropped: saved', async () => {
    const conversation = { id: CONVERSATION, user1_id: ANNA, user2_id: BEN, is_active: true }
    scene.server.write('conversations', conversation)
    scene.server.write('messages', {
      id: videoId(999),
      conversation_id: CONVERSATION,
      sender_id: BEN,
      recipient_id: ANNA,
      body: 'x',
      seq: 4,
      sent_at: 1,
    })
    await phone.replication?.syncNow()
    scene.server.refuse('conversations', CONVERSATION, 'blocked')
    await phone.engine.markConversationRead(phone.store, CONVERSATION)
    await phone.replication?.syncNow()
    const row = await phone.store.collections.conversations.findOne(CONVERSATION).exec()
    expect(row?.row_version).toBeGreaterThan(0)
    expect(await now$(phone.store.outbox.parked$)).not.toContainEqual(
      expect.objectContaining({ id: CONVERSATION }),
    )
  })
})
