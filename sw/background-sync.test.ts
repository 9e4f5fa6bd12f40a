import { beforeEach, expect, test, vi } from 'vitest'
import type { OpenStoreOptions } from '#sync/store.ts'
import { sendWhatIsPending } from './background-sync.ts'

const log = vi.hoisted((): string[] => [])
const opened = vi.hoisted(() => vi.fn<(options: OpenStoreOptions) => void>())
const occupancy = vi.hoisted(() => ({ evicting: new AbortController() }))
const closing = vi.hoisted(() => vi.fn(async () => {}))
const sync = vi.hoisted(() => vi.fn<() => Promise<void>>())

vi.mock('./environment.ts', () => ({
  readEnvironment: async () => ({ apiUrl: 'http://api', publishableKey: 'pk', thumbnailBase: '' }),
}))
vi.mock('#sync/session/access-token.ts', () => ({
  readAccessToken: async () => ({ userId: 'mio', accessToken: 'token' }),
}))
vi.mock('#sync/session/own-session.ts', () => ({ isSignedIn: async () => true }))
vi.mock('#sync/departure/occupancy.ts', () => ({
  occupy: async () => ({ evicted: occupancy.evicting.signal, release: () => log.push('released') }),
}))
vi.mock('#sync/store.ts', () => ({
  openStore: async (options: OpenStoreOptions) => {
    opened(options)
    return { userId: options.userId, close: () => closing().then(() => void log.push('closed')) }
  },
}))
vi.mock('#sync/generations/carry-over.ts', () => ({ carryOver: async () => {} }))
vi.mock('#sync/generations/put-away.ts', () => ({ putOlderAway: async () => void log.push('put away') }))
vi.mock('#sync/replication/transport.ts', () => ({ createTransport: () => ({}) }))
vi.mock('#sync/replication/once.ts', () => ({ syncOnce: sync }))
vi.mock('./favorite-thumbnails.ts', () => ({ favoriteThumbnails: async () => ['picture'] }))
vi.mock('./thumbnail-cache.ts', () => ({
  keepThumbnails: async (urls: string[]) => void log.push(`kept ${urls.join()}`),
}))

const EVENT = new Event('sync') as ExtendableEvent
beforeEach(() => {
  log.length = 0
  occupancy.evicting = new AbortController()
  sync.mockReset().mockResolvedValue()
})

test('no edit is acknowledged any more once the account leaves: the store hears of it', async () => {
  await sendWhatIsPending(EVENT)
  expect(opened).toHaveBeenCalledExactlyOnceWith(
    expect.objectContaining({ userId: 'mio', evicted: occupancy.evicting.signal }),
  )
})

test('pictures are waited for when the databases are closed', async () => {
  expect(await sendWhatIsPending(EVENT)).toBe(true)
  expect(log).toEqual(['put away', 'closed', 'released', 'kept picture'])
})

test('of an account that left meanwhile no pictures are kept', async () => {
  sync.mockImplementation(async () => occupancy.evicting.abort())
  expect(await sendWhatIsPending(EVENT)).toBe(true)
  expect(log).toEqual(['closed', 'released'])
})

test('nor of one that leaves while they are closed', async () => {
  closing.mockImplementationOnce(async () => occupancy.evicting.abort())
  expect(await sendWhatIsPending(EVENT)).toBe(true)
  expect(log).toEqual(['put away', 'closed', 'released'])
})

test('what fails is told, and nothing stays open', async () => {
  sync.mockRejectedValue(new Error('no network'))
  await expect(sendWhatIsPending(EVENT)).rejects.toThrow('no network')
  expect(log).toEqual(['closed', 'released'])
})
