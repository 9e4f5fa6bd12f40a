import { afterEach, expect, test, vi } from 'vitest'
import { SETTLED } from '#sync/seal/settled.ts'
import { SESSION_KEY, sessionStorage } from '#sync/session/session-storage.ts'
import { openStore } from '#sync/store.ts'
import { createValue } from '#platform/observable-value.ts'
import type { Environment } from '../environment.ts'
import { lastErrors } from '../last-errors.ts'
import { openAccountStore } from './open-store.ts'

afterEach(async () => {
  vi.restoreAllMocks()
  vi.unstubAllGlobals()
  await sessionStorage.removeItem(SESSION_KEY)
})

const SESSION = { access_token: 'a', refresh_token: 'r', expires_at: 0, user: { id: 'anna' } }

/** Who holds what of the account, by the names of the locks. */
async function holding(): Promise<string[]> {
  const { held = [] } = await navigator.locks.query()
  return held.flatMap(({ name = '' }) => (name.includes('anna') ? [name] : []))
}

const surroundings = (environment: () => Promise<Environment>): Parameters<typeof openAccountStore>[0] => ({
  userId: 'anna',
  environment,
  accessToken: () => Promise.resolve(null),
  connectivity: { online: createValue(false), report: () => {} },
  rest: () => Promise.reject(new Error('there is none')),
  onSignedOut: () => {},
})

test('notes a replication that cannot start, and the account stays open', async () => {
  vi.stubGlobal('document', new EventTarget())
  await sessionStorage.setItem(SESSION_KEY, JSON.stringify(SESSION))
  const environment = {
    get apiUrl(): string {
      throw new Error('no replication')
    },
    publishableKey: 'key',
    thumbnailBase: 'http://thumbnails',
  }
  const opened = await openAccountStore(surroundings(() => Promise.resolve(environment)))
  await vi.waitFor(
    () => expect(lastErrors.read().map(({ message }) => message)).toContain('Error: no replication'),
    { timeout: 10_000 },
  )
  await expect(opened?.syncNow()).rejects.toThrow('no replication')
  await opened?.close()
})

test('an account whose database could be opened but not prepared is closed again', async () => {
  await sessionStorage.setItem(SESSION_KEY, JSON.stringify(SESSION))
  const store = await openStore({ userId: 'anna', deviceId: 'd', now: Date.now })
  await store.outbox.remember(SETTLED, true)
  await store.close()
  vi.spyOn(IDBObjectStore.prototype, 'put').mockImplementation(() => {
    throw new DOMException('full', 'QuotaExceededError')
  })
  const opening = openAccountStore(surroundings(() => Promise.reject(new Error('there is none'))))
  await expect(opening).rejects.toThrow('full')
  await vi.waitFor(async () => expect(await holding()).toEqual([]), { timeout: 1_000 })
})
