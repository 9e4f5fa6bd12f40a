import { beforeEach, expect, test, vi } from 'vitest'
import type { OpenStoreOptions } from '#sync/store.ts'
import { sendPending } from './send-pending.ts'

const log = vi.hoisted((): string[] => [])
const opened = vi.hoisted(() => vi.fn<(options: OpenStoreOptions) => void>())
const occupancy = vi.hoisted(() => ({ evicting: new AbortController() }))
const losing = vi.hoisted(() => ({ databases: new AbortController() }))
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
    return {
      userId: options.userId,
      lost: losing.databases.signal,
      close: () => closing().then(() => void log.push('closed')),
    }
  },
}))
vi.mock('#sync/generations/carry-over.ts', () => ({ carryOver: async () => {} }))
vi.mock('#sync/generations/put-away.ts', () => ({ putOlderAway: async () => void log.push('put away') }))
vi.mock('#sync/replication/transport.ts', () => ({ createTransport: () => ({}) }))
vi.mock('#sync/replication/once.ts', () => ({ syncOnce: sync }))
vi.mock('./favorite-thumbnails.ts', () => ({ favoriteThumbnails: async () => ['picture'] }))

beforeEach(() => {
  log.length = 0
  occupancy.evicting = new AbortController()
  losing.databases = new AbortController()
  sync.mockReset().mockResolvedValue()
})

test('no edit is acknowledged any more once the account leaves: the store hears of it', async () => {
  await sendPending()
  expect(opened).toHaveBeenCalledExactlyOnceWith(
    expect.objectContaining({ userId: 'mio', evicted: occupancy.evicting.signal }),
  )
})

test('pictures are kept when the databases are closed', async () => {
  expect(await sendPending()).toEqual(['picture'])
  expect(log).toEqual(['put away', 'closed', 'released'])
})

test('of an account that left meanwhile no pictures are kept', async () => {
  sync.mockImplementation(async () => occupancy.evicting.abort())
  expect(await sendPending()).toEqual([])
  expect(log).toEqual(['closed', 'released'])
})

test('nor of one that leaves while they are closed', async () => {
  closing.mockImplementationOnce(async () => occupancy.evicting.abort())
  expect(await sendPending()).toEqual([])
  expect(log).toEqual(['put away', 'closed', 'released'])
})

test('what fails is told, and nothing stays open', async () => {
  sync.mockRejectedValue(new Error('no network'))
  await expect(sendPending()).rejects.toThrow('no network')
  expect(log).toEqual(['closed', 'released'])
})

test('a round whose databases are deleted fails, and gives the locks back though nothing answers any more', async () => {
  sync.mockImplementation(() => {
    losing.databases.abort()
    return new Promise(() => {})
  })
  await expect(sendPending()).rejects.toThrow('deleted')
  expect(log).toEqual(['closed', 'released'])
})
