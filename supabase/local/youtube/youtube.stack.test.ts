import { expect, inject, test } from 'vitest'
import * as v from 'valibot'
import { describeChannel } from '../../../tests/support/channel.ts'
import { serviceClient } from '../../../tests/support/session.ts'
import { madeChannel } from './made-videos.ts'
import { pageAddress } from '../gateway/local-secrets.ts'
import { localYoutubeKey } from './selection.ts'
import { EXHAUSTED_KEY } from './youtube.ts'

const stack = inject('stack')
const KEY = localYoutubeKey(stack.serviceKey)
const List = v.object({
  pageInfo: v.object({ totalResults: v.number() }),
  items: v.optional(v.array(v.looseObject({ id: v.string() })), []),
})
const Complaint = v.object({
  error: v.object({ code: v.number(), errors: v.array(v.object({ reason: v.string() })) }),
})

const ask = (path: string): Promise<Response> => fetch(`${stack.api}/youtube/v3/${path}`)
const listOf = async (path: string) => v.parse(List, await (await ask(`${path}&key=${KEY}`)).json())
const ALL = 'part=snippet,contentDetails,statistics,status'

test('a video of the made catalogue is always the same', async () => {
  const { items } = await listOf(`videos?${ALL}&id=ch07video03`)
  expect(items).toEqual([
    {
      kind: 'youtube#video',
      id: 'ch07video03',
      snippet: expect.objectContaining({
        channelId: madeChannel(7).id,
        channelTitle: 'ローカルチャンネル07',
        title: '質問に答えます #3（ローカルチャンネル07）',
        publishedAt: '2026-08-05T03:00:00.000Z',
      }),
      contentDetails: { duration: 'PT0H8M8S' },
      statistics: { viewCount: '2241' },
      status: { uploadStatus: 'processed', privacyStatus: 'public', embeddable: true },
    },
  ])
  expect((await listOf(`videos?${ALL}&id=ch07video03`)).items).toEqual(items)
})

test('what the catalogue of the stack holds is there too, and unknown ids are left out', async () => {
  const { data } = await serviceClient(stack).from('videos').select('youtube_id, title').limit(1).single()
  const { youtube_id, title } = v.parse(v.object({ youtube_id: v.string(), title: v.string() }), data)
  const { items, pageInfo } = await listOf(`videos?part=snippet&id=${youtube_id},ch00video01,ch01deleted`)
  expect(pageInfo.totalResults).toBe(1)
  expect(items).toEqual([
    { kind: 'youtube#video', id: youtube_id, snippet: expect.objectContaining({ title }) },
  ])
})

test('a channel is found by its handle or its id', async () => {
  const { id } = madeChannel(7)
  for (const filter of ['forHandle=@Local-Channel-07', 'forHandle=local-channel-07', `id=${id}`])
    expect((await listOf(`channels?part=id&${filter}`)).items.map((channel) => channel.id)).toEqual([id])
  expect((await listOf('channels?part=id&forHandle=@nobody-at-all')).items).toEqual([])
})

test('a channel has the description that somebody wrote at /studio, and none before', async () => {
  const { id } = madeChannel(59)
  const described = async () => (await listOf(`channels?part=snippet&id=${id}`)).items
  const snippet = { title: 'ローカルチャンネル59', customUrl: '@local-channel-59' }
  expect(await described()).toEqual([
    { kind: 'youtube#channel', id, snippet: { ...snippet, description: '' } },
  ])
  const description = '説明 <b>&\n二行目'
  await describeChannel(stack, '@Local-Channel-59', description)
  expect(await described()).toMatchObject([{ snippet: { description } }])
  const shown = await (
    await fetch(`${pageAddress(stack.api, 'studio', stack.serviceKey)}?channel=${id}`)
  ).text()
  expect(shown).toContain('説明 &lt;b&gt;&amp;\n二行目')
  await expect(describeChannel(stack, id, 'あ'.repeat(1_001))).rejects.toThrow('400')
  await expect(describeChannel(stack, '@nobody-at-all', 'x')).rejects.toThrow('404')
  expect(await described()).toMatchObject([{ snippet: { description } }])
})

test.each([
  ['without a key', `videos?${ALL}&id=ch07video03`, 403, 'forbidden'],
  ['with another', `videos?${ALL}&id=ch07video03&key=x`, 400, 'keyInvalid'],
  ['beyond the quota', `videos?${ALL}&id=ch07video03&key=${EXHAUSTED_KEY}`, 403, 'quotaExceeded'],
  ['without a part', `videos?id=ch07video03&key=${KEY}`, 400, 'missingRequiredParameter'],
  ['without a filter', `videos?${ALL}&key=${KEY}`, 400, 'missingRequiredParameter'],
  [
    'for more than 50',
    `videos?part=id&key=${KEY}&id=${Array.from({ length: 51 }, () => 'ch07video03').join()}`,
    400,
    'invalidFilters',
  ],
  ['for another part', `videos?part=player&id=ch07video03&key=${KEY}`, 501, 'notImplemented'],
  ['by another filter', `videos?${ALL}&chart=mostPopular&key=${KEY}`, 501, 'notImplemented'],
  ['for anything else', `search?part=snippet&q=x&key=${KEY}`, 501, 'notImplemented'],
])('asking %s is refused as YouTube does', async (_, path, status, reason) => {
  const answer = await ask(path)
  expect(answer.status).toBe(status)
  expect(v.parse(Complaint, await answer.json()).error).toMatchObject({ code: status, errors: [{ reason }] })
})
