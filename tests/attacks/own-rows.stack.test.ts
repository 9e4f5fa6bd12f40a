import { expect, inject, test } from 'vitest'
import { signUpAdult } from '../support/member.ts'
import { isRefused } from '../support/refused.ts'
import { anonymousClient, serviceClient } from '../support/session.ts'

const stack = inject('stack')
const service = serviceClient(stack)
const visitor = anonymousClient(stack)

test('nobody makes, changes or removes a favourite, a view or a setting of another, or says that the server had it', async () => {
  const [mio, eve] = [await signUpAdult(stack), await signUpAdult(stack)]
  const { data: video } = await service.from('videos').select('id').limit(1).single()
  const own: Record<string, Record<string, unknown>> = {
    favorites: { user_id: mio.id, video_id: String(video?.id), is_favorite: true, edited_at: 1 },
    history: {
      user_id: mio.id,
      video_id: String(video?.id),
      viewed_at: '2026-01-01T00:00:00Z',
      edited_at: 1,
    },
    settings: { user_id: mio.id, name: 'theme', value: 'dark', edited_at: 1 },
  }
  for (const [table, row] of Object.entries(own)) {
    expect((await service.from(table).insert(row)).error).toBeNull()
    for (const client of [visitor, eve.client]) {
      const attempts = [
        client.from(table).select('user_id').eq('user_id', mio.id),
        client.from(table).insert(row).select(),
        client
          .from(table)
          .upsert({ ...row, edited_at: 9 })
          .select(),
        client.from(table).update({ edited_at: 9 }).eq('user_id', mio.id).select(),
        client.from(table).delete().eq('user_id', mio.id).select(),
      ]
      for (const attempt of attempts) expect(isRefused(await attempt)).toBe(true)
    }
    for (const forged of [{ row_version: 1 }, { updated_at: '2000-01-01T00:00:00Z' }])
      expect(isRefused(await mio.client.from(table).update(forged).eq('user_id', mio.id).select())).toBe(true)
    const { data } = await service.from(table).select('edited_at').eq('user_id', mio.id)
    expect(data).toEqual([{ edited_at: 1 }])
  }
})
