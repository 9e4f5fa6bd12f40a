import { afterAll, beforeAll, describe, expect, inject, test } from 'vitest'
import { channelCode } from '#domain/channel.ts'
import { aChannel, askToRegister, describeChannel } from '../../../tests/support/channel.ts'
import { type Member, signUpAdult } from '../../../tests/support/member.ts'
import { serviceClient } from '../../../tests/support/session.ts'
import { complaint, serveWithYoutube } from '../../../tests/support/youtube-in-place.ts'
import { madeChannel } from '../../local/youtube/made-videos.ts'

const stack = inject('stack')
const service = serviceClient(stack)

const ask = (member: Member | null, channel_url: unknown, more: object = {}) =>
  askToRegister(stack, member, { channel_url, ...more })
const refused = (status: number, code: string) => [status, { code }]
const rowOf = async ({ id }: Member) =>
  (
    await service
      .from('youtuber_profiles')
      .select('channel_id, channel_url, channel_title')
      .eq('id', id)
      .maybeSingle()
  ).data
const handleOf = (number: number): string => `@local-channel-${number}`

/** A person whose code stands in the description of a made channel. */
async function whoRuns(...channels: number[]): Promise<Member> {
  const person = await signUpAdult(stack)
  for (const number of channels) await describeChannel(stack, handleOf(number), channelCode(person.id))
  return person
}

describe('register-channel', () => {
  test('registers a channel whose description holds the code, as YouTube describes it', async () => {
    const mio = await signUpAdult(stack)
    const [number, typed] = [50, 'https://m.youtube.com/@LOCAL-Channel-50/videos']
    await describeChannel(
      stack,
      handleOf(number),
      `料理の動画です。\n確認:${channelCode(mio.id)}（ミルトモ）`,
    )
    const shown = {
      channel_url: 'https://www.youtube.com/@local-channel-50',
      channel_title: 'ローカルチャンネル50',
    }
    expect(await ask(mio, typed)).toEqual([200, shown])
    expect(await rowOf(mio)).toEqual({ channel_id: madeChannel(number).id, ...shown })
    const profile = await service
      .from('profiles')
      .select('role, youtuber_profile_id')
      .eq('id', mio.id)
      .single()
    expect(profile.data).toEqual({ role: 'youtuber', youtuber_profile_id: mio.id })
    // The answer may have been lost: the same request again is no refusal
    expect(await ask(mio, typed)).toEqual([200, shown])
  })

  test('registers no channel without the code of the person in its description', async () => {
    const [mio, ken] = [await signUpAdult(stack), await signUpAdult(stack)]
    expect(await ask(mio, handleOf(51))).toEqual(refused(409, 'code_missing'))
    for (const description of [
      channelCode(ken.id),
      `${channelCode(mio.id)}0`,
      channelCode(mio.id).slice(0, -1),
    ]) {
      await describeChannel(stack, handleOf(51), description)
      expect(await ask(mio, handleOf(51))).toEqual(refused(409, 'code_missing'))
    }
    expect(await rowOf(mio)).toBeNull()
    expect(await ask(ken, handleOf(51))).toEqual(refused(409, 'code_missing'))
    await describeChannel(stack, handleOf(51), channelCode(ken.id))
    expect((await ask(ken, handleOf(51)))[0]).toBe(200)
  })

  test('registers a channel once, also under another address', async () => {
    const mio = await whoRuns(52)
    expect((await ask(mio, handleOf(52)))[0]).toBe(200)
    const ken = await whoRuns(52)
    for (const address of [
      handleOf(52),
      madeChannel(52).id,
      `youtube.com/channel/${madeChannel(52).id}/about`,
    ])
      expect(await ask(ken, address)).toEqual(refused(409, 'channel_taken'))
    expect(await rowOf(ken)).toBeNull()
  })

  test('replaces the channel of a person only on request, and only by one that they prove', async () => {
    const mio = await whoRuns(53, 54)
    expect((await ask(mio, handleOf(53)))[0]).toBe(200)
    expect(await ask(mio, handleOf(54))).toEqual(refused(409, 'already_registered'))
    expect(await ask(mio, handleOf(55), { replace: true })).toEqual(refused(409, 'code_missing'))
    expect(await rowOf(mio)).toMatchObject({ channel_id: madeChannel(53).id })
    expect((await ask(mio, handleOf(54), { replace: true }))[0]).toBe(200)
    expect(await rowOf(mio)).toMatchObject({ channel_id: madeChannel(54).id })
    // The channel that was given up is free again
    const ken = await whoRuns(53)
    expect((await ask(ken, handleOf(53)))[0]).toBe(200)
    await describeChannel(stack, handleOf(54), channelCode(ken.id))
    expect(await ask(ken, handleOf(54), { replace: true })).toEqual(refused(409, 'channel_taken'))
  })

  test('stores the id as the address of a channel without a handle', async () => {
    const [mio, ken] = [await signUpAdult(stack), await signUpAdult(stack)]
    const channel = aChannel()
    const given = { id: ken.id, ...channel, channel_title: '古い名前' }
    expect((await service.from('youtuber_profiles').insert(given)).error).toBeNull()
    await describeChannel(stack, channel.channel_id, channelCode(ken.id))
    expect(await ask(ken, channel.channel_id)).toEqual([
      200,
      { channel_url: channel.channel_url, channel_title: '古い名前' },
    ])
    await describeChannel(stack, channel.channel_id, channelCode(mio.id))
    expect(await ask(mio, channel.channel_id)).toEqual(refused(409, 'channel_taken'))
  })

  test('refuses addresses of no channel', async () => {
    const mio = await signUpAdult(stack)
    for (const address of [
      'https://example.com/@local-channel-56',
      'https://youtu.be/ch56video01',
      '@ab',
      '',
    ])
      expect(await ask(mio, address)).toEqual(refused(400, 'channel_url_invalid'))
    expect(await ask(mio, 'https://www.youtube.com/c/local-channel-56')).toEqual(
      refused(400, 'handle_needed'),
    )
    expect(await ask(mio, '@nobody-at-all')).toEqual(refused(409, 'channel_unknown'))
    for (const strange of [null, 1, {}, '@'.repeat(1_001)])
      expect(await ask(mio, strange)).toEqual(refused(400, 'invalid'))
    expect(await ask(mio, handleOf(56), { replace: 'yes' })).toEqual(refused(400, 'invalid'))
  })

  test('asks YouTube ten times an hour for a person', async () => {
    const mio = await signUpAdult(stack)
    for (let attempt = 0; attempt < 10; attempt++)
      expect(await ask(mio, '@nobody-at-all')).toEqual(refused(409, 'channel_unknown'))
    await describeChannel(stack, handleOf(57), channelCode(mio.id))
    expect(await ask(mio, handleOf(57))).toEqual(refused(429, 'rate_limited'))
  })

  test('refuses visitors and suspended people', async () => {
    expect(await ask(null, handleOf(58))).toEqual(refused(401, 'signed_out'))
    const mio = await whoRuns(58)
    const suspension = { user_id: mio.id, reason: '迷惑行為' }
    expect((await service.from('suspensions').insert(suspension)).error).toBeNull()
    expect(await ask(mio, handleOf(58))).toEqual(refused(403, 'suspended'))
    expect(await rowOf(mio)).toBeNull()
  })

  test('leaves members no other way to a channel', async () => {
    const mio = await signUpAdult(stack)
    const channel = { ...aChannel(), channel_title: 'みお' }
    const stored = await mio.client.rpc('store_channel', { person: mio.id, ...channel, replaces: true })
    expect(stored.error).toMatchObject({ code: '42501' })
    for (const gone of ['register_youtuber', 'change_channel'])
      expect(
        (await mio.client.rpc(gone, { channel_url: '@mio', channel_title: 'みお' })).error,
      ).not.toBeNull()
    const inserted = await mio.client.from('youtuber_profiles').insert({ id: mio.id, ...channel })
    expect(inserted.error).toMatchObject({ code: '42501' })
    expect(await rowOf(mio)).toBeNull()
  })
})

describe('register-channel with a YouTube of our own', () => {
  let answer: (question: URL) => Response
  let close: () => Promise<void>
  let base: string

  beforeAll(async () => {
    ;({ base, close } = await serveWithYoutube(stack, 'register-channel', (question) => answer(question)))
  })
  afterAll(() => close())

  test.each([
    ['the quota is used up', () => complaint(403, 'quotaExceeded'), 429, 'quota_exceeded'],
    ['the key is refused', () => complaint(400, 'keyInvalid'), 503, 'youtube_unavailable'],
    ['YouTube fails', () => new Response('oops', { status: 500 }), 503, 'youtube_unavailable'],
    [
      'the id is none of a channel',
      () => Response.json({ items: [{ id: 'x', snippet: { title: 'x' } }] }),
      503,
      'youtube_unavailable',
    ],
  ])('says so when %s', async (_, failing, status, code) => {
    answer = failing
    const mio = await signUpAdult(stack)
    expect(await askToRegister(stack, mio, { channel_url: '@mio.ch' }, base)).toEqual(refused(status, code))
  })

  test('sends YouTube the handle as it was typed, and shows a title without what hides or turns text', async () => {
    const mio = await signUpAdult(stack)
    const { channel_id } = aChannel()
    const questions: [string, Record<string, string>][] = []
    answer = ({ pathname, searchParams }) => {
      questions.push([pathname, Object.fromEntries(searchParams)])
      const snippet = { title: '\u202E台所\u0000', description: channelCode(mio.id), customUrl: '@みおち' }
      return Response.json({ items: [{ id: channel_id, snippet }] })
    }
    const channel_url = 'https://www.youtube.com/@%E3%81%BF%E3%81%8A%E3%81%A1'
    expect(await askToRegister(stack, mio, { channel_url }, base)).toEqual([
      200,
      { channel_url: 'https://www.youtube.com/@みおち', channel_title: '台所' },
    ])
    expect(questions).toEqual([['/channels', { part: 'id,snippet', forHandle: '@みおち', key: 'k' }]])
  })
})
