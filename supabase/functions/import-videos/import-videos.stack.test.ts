import { afterAll, beforeAll, describe, expect, inject, test } from 'vitest'
import { madeChannel } from '../../local/youtube/made-videos.ts'
import { aChannel } from '../../../tests/support/channel.ts'
import { type Member, signUpAdmin, signUpAdult } from '../../../tests/support/member.ts'
import { serviceClient } from '../../../tests/support/session.ts'
import { complaint, serveWithYoutube } from '../../../tests/support/youtube-in-place.ts'

const stack = inject('stack')
const service = serviceClient(stack)

const tokenOf = async ({ client }: Member): Promise<string> =>
  (await client.auth.getSession()).data.session?.access_token ?? ''

async function call(
  base: string,
  token: string | null,
  body: unknown,
  apikey = stack.publishableKey,
): Promise<[number, unknown]> {
  const answer = await fetch(`${base}/functions/v1/import-videos`, {
    method: 'POST',
    headers: {
      'content-type': 'application/json',
      apikey,
      ...(token !== null && { authorization: `Bearer ${token}` }),
    },
    body: JSON.stringify(body),
  })
  return [answer.status, await answer.json()]
}

async function aCreator(channel = aChannel()): Promise<Member> {
  const person = await signUpAdult(stack)
  const row = { id: person.id, ...channel, channel_title: 'ローカルチャンネル' }
  const { error } = await service.from('youtuber_profiles').insert(row)
  if (error) throw error
  return person
}
const stored = async (youtubeId: string) =>
  (
    await service
      .from('videos')
      .select('title, duration, youtuber, genre_id, is_hidden')
      .eq('youtube_id', youtubeId)
      .maybeSingle()
  ).data

describe('with the stand-in of the stack', () => {
  test('a creator brings in their own videos; each of the others is refused by its reason', async () => {
    const mio = await aCreator({
      channel_id: madeChannel(90).id,
      // Handles move between channels: the id decides
      channel_url: 'https://www.youtube.com/@local-channel-89',
    })
    const token = await tokenOf(mio)
    const order = {
      videos: [
        'https://www.youtube.com/watch?v=ch90video01&t=3',
        'https://youtu.be/ch90video02?si=x',
        'ch90video01',
        'ch89video01',
        'ch90private',
        'ch90noembed',
        'ch90deleted',
        'not a video',
      ],
      genre_id: 'vlog',
    }
    const refused = (youtube_id: string, reason: string) => ({ youtube_id, status: 'refused', reason })
    expect(await call(stack.api, token, order)).toEqual([
      200,
      {
        videos: [
          { youtube_id: 'ch90video01', status: 'added', reason: null },
          { youtube_id: 'ch90video02', status: 'added', reason: null },
          refused('ch89video01', 'foreign_channel'),
          refused('ch90private', 'not_public'),
          refused('ch90noembed', 'not_embeddable'),
          refused('ch90deleted', 'not_found'),
          refused('not a video', 'invalid_id'),
        ],
      },
    ])
    expect(await stored('ch90video01')).toEqual({
      title: '朝の支度 #1（ローカルチャンネル90）',
      duration: 226,
      youtuber: mio.id,
      genre_id: 'vlog',
      is_hidden: false,
    })
    expect(await stored('ch89video01')).toBeNull()
    expect(await call(stack.api, token, { videos: ['ch90video01'] })).toEqual([
      200,
      { videos: [{ youtube_id: 'ch90video01', status: 'updated', reason: null }] },
    ])
  })

  test('an admin brings in any video, as nobody’s own', async () => {
    const admin = await signUpAdmin(stack)
    const [status, answer] = await call(stack.api, await tokenOf(admin), {
      videos: ['ch91video01', 'ch92video01'],
      genre_id: 'music',
    })
    expect([status, answer]).toEqual([
      200,
      {
        videos: [
          { youtube_id: 'ch91video01', status: 'added', reason: null },
          { youtube_id: 'ch92video01', status: 'added', reason: null },
        ],
      },
    ])
    expect(await stored('ch92video01')).toMatchObject({ youtuber: null, genre_id: 'music' })
  })

  test('who is no creator, or nobody, brings in nothing', async () => {
    const person = await signUpAdult(stack)
    const order = { videos: ['ch93video01'] }
    expect(await call(stack.api, await tokenOf(person), order)).toEqual([403, { code: 'not_creator' }])
    expect((await call(stack.api, null, order))[0]).toBe(401)
    expect(await call(stack.api, stack.publishableKey, order)).toEqual([401, { code: 'signed_out' }])
    expect(await stored('ch93video01')).toBeNull()
  })

  test('only the service has videos refreshed', async () => {
    const person = await signUpAdult(stack)
    for (const token of [await tokenOf(person), stack.publishableKey])
      expect(await call(stack.api, token, { refresh: true })).toEqual([403, { code: 'forbidden' }])
  })

  test.each([
    ['nothing', null, 'invalid'],
    ['an order without videos', {}, 'invalid'],
    ['an order of none', { videos: [] }, 'invalid'],
    ['an order of what is no text', { videos: [1] }, 'invalid'],
    ['an unknown genre', { videos: ['ch95video01'], genre_id: 'nothing' }, 'invalid'],
    ['an order of 101', { videos: Array.from({ length: 101 }, () => 'ch95video01') }, 'too_many'],
  ])('%s is refused', async (_, body, code) => {
    const person = await aCreator()
    expect(await call(stack.api, await tokenOf(person), body)).toEqual([400, { code }])
  })

  test('more than a hundred videos in an hour are refused', async () => {
    const token = await tokenOf(await aCreator())
    const ids = (from: number) =>
      Array.from({ length: 60 }, (_, index) => `unknown-${String(from + index).padStart(3, '0')}`)
    expect((await call(stack.api, token, { videos: ids(0) }))[0]).toBe(200)
    expect(await call(stack.api, token, { videos: ids(100) })).toEqual([429, { code: 'rate_limited' }])
  })
})

describe('with a YouTube of our own', () => {
  /** What it answers, given the ids that were asked for. */
  let answer: (ids: string[]) => Response
  let close: () => Promise<void>
  let base: string

  beforeAll(async () => {
    ;({ base, close } = await serveWithYoutube(stack, 'import-videos', ({ searchParams }) =>
      answer((searchParams.get('id') ?? '').split(',')),
    ))
  })
  afterAll(() => close())

  test.each([
    ['the quota is used up', () => complaint(403, 'quotaExceeded'), 429, 'quota_exceeded'],
    ['the key is refused', () => complaint(400, 'keyInvalid'), 503, 'youtube_unavailable'],
    ['YouTube fails', () => new Response('oops', { status: 500 }), 503, 'youtube_unavailable'],
    ['YouTube answers nonsense', () => Response.json({ items: [{ id: 1 }] }), 503, 'youtube_unavailable'],
  ])('when %s, the reason is told and nothing counts', async (_, failing, status, code) => {
    const mio = await aCreator()
    answer = failing
    const videos = Array.from({ length: 90 }, (_unused, index) => `failing-${String(index).padStart(3, '0')}`)
    for (let attempt = 0; attempt < 2; attempt++)
      expect(await call(base, await tokenOf(mio), { videos })).toEqual([status, { code }])
  })

  test('what is older than 30 days is asked about again; what is gone is hidden', async () => {
    const old = new Date(Date.now() - 400 * 86_400_000).toISOString()
    const made = await service.from('videos').insert([
      { youtube_id: 'refresh-001', title: '古い題名', refreshed_at: old },
      { youtube_id: 'refresh-002', title: '消えた動画', refreshed_at: old },
      { youtube_id: 'refresh-003', title: '新しい動画', refreshed_at: new Date().toISOString() },
    ])
    expect(made.error).toBeNull()
    answer = (ids) =>
      Response.json({
        items: ids
          .filter((id) => id !== 'refresh-002')
          .map((id) => ({
            id,
            snippet: {
              title: '今の題名',
              channelId: 'UC',
              publishedAt: '2026-01-02T03:04:05Z',
              thumbnails: { high: { url: `https://i.ytimg.com/vi/${id}/hqdefault_live.jpg` } },
            },
            contentDetails: { duration: 'PT1M' },
            status: { privacyStatus: 'public', uploadStatus: 'processed', embeddable: true },
          })),
      })
    const [status, answered] = await call(base, null, { refresh: true }, stack.serviceKey)
    expect([status, answered]).toEqual([200, { refreshed: expect.any(Number), hidden: 1 }])
    expect(await stored('refresh-001')).toMatchObject({ title: '今の題名', duration: 60, is_hidden: false })
    expect(await stored('refresh-002')).toMatchObject({ title: '消えた動画', is_hidden: true })
    expect(await stored('refresh-003')).toMatchObject({ title: '新しい動画', is_hidden: false })
    await service.from('videos').delete().like('youtube_id', 'refresh-%')
  })
})
