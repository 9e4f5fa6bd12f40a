import { expect, inject, test } from 'vitest'
import { type Member, signUpAdult } from '../../tests/support/member.ts'
import { anonymousClient, serviceClient } from '../../tests/support/session.ts'

// Calls of spec §7 as it writes them, by the official client.
const stack = inject('stack')
const service = serviceClient(stack)

const rate = ({ id, client }: Member, video_id: string, overall: number) =>
  client
    .from('video_ratings')
    .upsert(
      { user_id: id, video_id, overall, clarity: 3, comment: 'よい' },
      { onConflict: 'user_id,video_id' },
    )
    .select('overall,edited_at')
    .single()

test('a rating is upserted on person and video, and read with who rated', async () => {
  const mio = await signUpAdult(stack)
  const { data: video } = await service.from('videos').select('youtube_id').limit(1).single()
  const youtubeId = String(video?.youtube_id)
  const first = await rate(mio, youtubeId, 4)
  expect(first).toMatchObject({ error: null, data: { overall: 4 } })
  const second = await rate(mio, youtubeId, 2)
  expect(second).toMatchObject({ error: null, data: { overall: 2 } })
  expect(second.data?.edited_at.overall).toBeGreaterThan(first.data?.edited_at.overall)
  expect(second.data?.edited_at.comment).toBe(first.data?.edited_at.comment)
  const read = await anonymousClient(stack)
    .from('video_ratings')
    .select('*,profiles(id,username,avatar_url)')
    .eq('video_id', youtubeId)
    .order('created_at', { ascending: false })
    .limit(1)
  expect(read.data).toMatchObject([{ overall: 2, profiles: { id: mio.id, username: expect.any(String) } }])
})

test('a rating is upserted for oneself alone', async () => {
  const [mio, eve] = [await signUpAdult(stack), await signUpAdult(stack)]
  const { data: video } = await service.from('videos').select('youtube_id').limit(1).single()
  const youtubeId = String(video?.youtube_id)
  expect((await rate(mio, youtubeId, 4)).error).toBeNull()
  expect((await rate({ ...eve, id: mio.id }, youtubeId, 1)).error).toMatchObject({ code: '42501' })
  const stored = await service.from('video_ratings').select('overall').eq('user_id', mio.id)
  expect(stored.data).toEqual([{ overall: 4 }])
})

test('preferences that are stated in the table reach the devices', async () => {
  const { id, client } = await signUpAdult(stack)
  expect((await client.from('notification_preferences').insert({ user_id: id })).error).toBeNull()
  const changed = await client.from('notification_preferences').update({ likes: false }).eq('user_id', id)
  expect(changed.error).toBeNull()
  const upserted = await client.from('notification_preferences').upsert({ user_id: id, likes: false })
  expect(upserted.error).toBeNull()
  const settings = await client.from('settings').select('name,value')
  expect(settings.data).toEqual([{ name: 'notification:likes', value: false }])
})
