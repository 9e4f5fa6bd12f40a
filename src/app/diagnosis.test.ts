// @vitest-environment jsdom
import { afterEach, expect, test } from 'vitest'
import { COLLECTION_NAMES, COLLECTIONS } from '#sync/collections/registry.ts'
import { openStore, type Store } from '#sync/store.ts'
import type { App } from './app.ts'
import { diagnose } from './diagnosis.ts'
import { noteError } from './last-errors.ts'

const USER = '018f0000-0000-7000-8000-0000000000ca'
const CANARY = 'canary'

const opened: Store[] = []
afterEach(() => Promise.all(opened.splice(0).map((store) => store.close())))

/** A document of this collection with the canary in every text of it, its id included. */
function canaryDocument(name: (typeof COLLECTION_NAMES)[number]): Record<string, unknown> {
  const { properties } = COLLECTIONS[name].schema
  const ofType: Record<string, (maxLength: number) => unknown> = {
    string: (maxLength) => `${CANARY}-${name}`.slice(0, maxLength),
    number: () => 7,
    boolean: () => false,
    object: () => ({ note: CANARY }),
    array: () => [CANARY],
  }
  const fields = Object.entries(properties).map(([field, property]) => {
    const { type, maxLength } = property as { type: string; maxLength?: number }
    return [field, ofType[type]?.(maxLength ?? 100)]
  })
  return { ...Object.fromEntries(fields), retries: 0 }
}

async function canaryStore(): Promise<Store> {
  const store = await openStore({ userId: USER, deviceId: CANARY, now: Date.now })
  opened.push(store)
  const marks = store.inFlight.lead()
  for (const name of COLLECTION_NAMES) {
    const document = canaryDocument(name)
    // Each collection is given a document of its own schema
    await (store.collections[name] as unknown as { insert: (doc: unknown) => Promise<unknown> }).insert(
      document,
    )
    await store.outbox.park([
      { collection: name, id: `${CANARY}-${name}`, code: 'invalid', document, base: document, parkedAt: 1 },
    ])
    await store.outbox.overrule(
      [{ collection: name, id: `${CANARY}-${name}`, field: CANARY, mine: CANARY, theirs: CANARY, at: 1 }],
      [],
    )
    marks.add(name, [`${CANARY}-${name}`])
  }
  store.engine.move('failed', 'server')
  store.engine.syncedCollections({ favorites: 5 })
  return store
}

const app = (store: Store): App =>
  ({
    connectivity: { online: { read: () => true } },
    session: {
      state: { read: () => ({ status: 'signedIn', userId: USER, email: `${CANARY}@example.com` }) },
    },
    keeper: {
      state: {
        read: () => ({
          status: 'open',
          opened: {
            store,
            checkpoints: () => ({
              favorites: { epoch: '1.1', row_version: 12, id: `${USER}|${CANARY}` },
              ratings: { epoch: CANARY, row_version: 1, id: CANARY },
            }),
          },
        }),
      },
    },
  }) as unknown as App

test('a diagnostic file says how the device does, and nothing of whose it is or what they wrote', async () => {
  noteError(new Error(`${CANARY} wrote to ${USER}`))
  noteError(Object.assign(new Error('x'), { name: `${CANARY} the name` }))
  noteError(`${CANARY} thrown as a text`)
  const diagnosis = await diagnose(app(await canaryStore()))
  const text = JSON.stringify(diagnosis)
  expect(text.toLowerCase()).not.toContain(CANARY)
  expect(text).not.toContain(USER)
  expect(text).not.toContain('example.com')
  expect(diagnosis).toMatchObject({
    database: 'open',
    checkpoints: { favorites: { epoch: '1.1', row_version: 12 }, ratings: null },
    errors: [{ name: 'unknown' }, { name: 'unknown' }, { name: 'Error' }],
    store: {
      engine: { state: 'waiting', failure: 'server' },
      collections: {
        favorites: {
          documents: 1,
          unsaved: 0,
          sending: 1,
          refused: { invalid: 1 },
          overruled: 1,
          syncedAt: 5,
        },
      },
    },
  })
})

test('a database that did not open is told by the kind of its error', async () => {
  const broken = app({} as Store)
  const failed = {
    read: () => ({
      status: 'failed',
      userId: USER,
      error: Object.assign(new Error(CANARY), { name: 'QuotaExceededError' }),
    }),
  }
  const diagnosis = await diagnose({
    ...broken,
    keeper: { ...broken.keeper, state: failed as unknown as App['keeper']['state'] },
  })
  expect(diagnosis).toMatchObject({ database: 'failed', failure: 'QuotaExceededError', store: null })
  expect(JSON.stringify(diagnosis)).not.toContain(USER)
})
