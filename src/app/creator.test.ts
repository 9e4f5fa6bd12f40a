import { beforeEach, describe, expect, test, vi } from 'vitest'
import { createValue } from '#platform/observable-value.ts'
import {
  loadAverages,
  loadBookings,
  loadChannel,
  loadOwnVideos,
  loadPromotionReport,
  registerChannel,
} from './creator.ts'
import { importVideos } from './import-videos.ts'
import type { Rest } from './rest.ts'

const answering = (body: unknown, total: number | null = null) => {
  const asked: Parameters<Rest>[] = []
  const rest: Rest = async (...question) => {
    asked.push(question)
    return { body, total, asOf: null }
  }
  return { rest, asked }
}
const BOOKING = {
  id: 'b',
  status: 'active',
  payment_status: 'succeeded',
  start_date: '2026-12-01',
  end_date: '2026-12-08',
  amount_paid: 7000,
  amount_refunded: 0,
  created_at: '2026-11-23T00:00:00Z',
  slot: { name: 'ホーム上部' },
  video: null,
}

test('who has no channel is no creator', async () => {
  expect(await loadChannel(answering([]), 'mio')).toBeNull()
  const channel = { channel_url: 'https://www.youtube.com/@mio', channel_title: 'みお' }
  expect(await loadChannel(answering([channel]), 'mio')).toEqual(channel)
})

test('a creator asks for their own bookings, an admin too', async () => {
  const { rest, asked } = answering([BOOKING])
  expect(await loadBookings({ rest }, 'mio')).toEqual([BOOKING])
  expect(asked[0]?.[1]?.params).toMatchObject({ user_id: 'eq.mio' })
})

test('an own video that cannot be read is left out, and all are counted', async () => {
  const { videos, total } = await loadOwnVideos(answering([{ id: 'v', youtube_id: 'y' }, {}], 70), 'mio')
  expect([videos.length, total]).toEqual([1, 70])
})

test.each([
  ['averages', () => loadAverages(answering([]))],
  ['bookings', () => loadBookings(answering([{ ...BOOKING, status: 'unheard of' }]), 'mio')],
  ['a report', () => loadPromotionReport(answering([{ day: 1 }]), 30)],
])('%s of another shape are a failure', (_, load) => expect(load()).rejects.toThrow('server'))

/** What the functions of a server are asked with; `token` is null when nobody is signed in. */
const functionDeps = (request: typeof fetch, reports: boolean[], token: string | null = 't') => ({
  environment: () =>
    Promise.resolve({ apiUrl: 'http://api', publishableKey: 'k', thumbnailBase: '/thumbnails' }),
  connectivity: {
    online: createValue(true),
    report: (reached: boolean) => reports.push(reached),
  } as unknown as Parameters<typeof importVideos>[0]['connectivity'],
  token: () => Promise.resolve(token),
  request,
})

describe('registerChannel', () => {
  const order = { channel_url: 'https://www.youtube.com/@mio', replace: false }
  const stored = { channel_url: 'https://www.youtube.com/@mio', channel_title: 'みお' }
  const syncNow = vi.fn(() => Promise.resolve())
  const keeper = {
    state: createValue({ status: 'open' as const, opened: { syncNow } }),
  } as unknown as Parameters<typeof registerChannel>[0]['keeper']
  const registering = (request: typeof fetch, token: string | null = 't') =>
    registerChannel({ ...functionDeps(request, [], token), keeper }, order)
  beforeEach(() => syncNow.mockClear())

  test('asks the server, and pulls what has become of the account', async () => {
    const asked: unknown[] = []
    const result = await registering(async (url, init) => {
      asked.push(url, init?.body)
      return Response.json(stored)
    })
    expect(result).toEqual({ ok: true })
    expect(asked).toEqual(['http://api/functions/v1/register-channel', JSON.stringify(order)])
    expect(syncNow).toHaveBeenCalledOnce()
  })

  test.each([
    ['a missing code', () => Response.json({ code: 'code_missing' }, { status: 409 }), 'code_missing'],
    ['an unknown refusal', () => Response.json({ code: 'x' }, { status: 400 }), 'server'],
    ['an answer of another shape', () => Response.json({}), 'server'],
    ['the page of a captive portal', () => new Response('<html>'), 'offline'],
  ])('returns a code for %s and pulls nothing', async (_, answer, code) => {
    expect(await registering(() => Promise.resolve(answer()))).toEqual({ ok: false, code })
    expect(syncNow).not.toHaveBeenCalled()
  })

  test('sends nothing without a session', async () => {
    expect(await registering(() => Promise.reject(new Error('sent')), null)).toEqual({
      ok: false,
      code: 'signed_out',
    })
  })
})

describe('importing videos', () => {
  const order = { videos: ['ch01video01'], genre_id: null }
  const reports: boolean[] = []
  const asking = (request: typeof fetch, token: string | null = 't') =>
    importVideos(functionDeps(request, reports, token), order)
  const added = { youtube_id: 'ch01video01', status: 'added', reason: null } as const

  test('answers what became of each', async () => {
    const bodies: unknown[] = []
    const result = await asking(async (_, init) => {
      bodies.push(init?.body)
      return Response.json({ videos: [added] })
    })
    expect(result).toEqual({ ok: true, videos: [added] })
    expect(bodies).toEqual([JSON.stringify(order)])
  })

  test.each([
    ['a refusal', () => Response.json({ code: 'quota_exceeded' }, { status: 429 }), 'quota_exceeded'],
    ['one that nobody knows', () => Response.json({ code: 'x' }, { status: 400 }), 'server'],
    ['an answer of another shape', () => Response.json({ videos: [{}] }), 'server'],
    ['a gateway that speaks for a broken server', () => new Response('<html>', { status: 502 }), 'server'],
    ['the page of a captive portal', () => new Response('<html>'), 'offline'],
  ])('tells of %s as a code', async (_, answer, code) => {
    reports.length = 0
    expect(await asking(() => Promise.resolve(answer()))).toEqual({ ok: false, code })
    expect(reports).toEqual([code !== 'offline'])
  })

  test('without a session nobody is asked', async () => {
    expect(await asking(() => Promise.reject(new Error('asked')), null)).toEqual({
      ok: false,
      code: 'signed_out',
    })
  })
})
