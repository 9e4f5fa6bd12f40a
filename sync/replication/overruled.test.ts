import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest'
import { FREE_FAVORITE_LIMIT } from '#domain/limits.ts'
import { OVERRULED_KEPT } from '../outbox/overruled-values.ts'
import type { Overruled } from '../outbox/overruled.ts'
import { type Device, now$ } from '../testing/device.ts'
import { ANNA, nextMoment, openScene, pushes, type Scene, videoId } from '../testing/scene.ts'

const VIDEO = 'abcdefghijk'

let scene: Scene
beforeEach(() => {
  scene = openScene()
})
afterEach(() => scene.end())

const told = async (device: Device) =>
  (await now$(device.engine.conflicts(device.store))).map(({ collection, values }) => [
    collection,
    ...values.map(({ field, mine, theirs }) => [field, mine, theirs]),
  ])
const kept = (device: Device): Promise<Overruled[]> => now$(device.store.outbox.overruled$)

/** A phone that wrote without a connection, and a laptop that wrote later and is heard first. */
async function phoneBehindLaptop(
  write: (device: Device, which: 'phone' | 'laptop') => Promise<unknown>,
): Promise<{ phone: Device; laptop: Device }> {
  const [phone, laptop] = [await scene.device({ name: 'phone' }), await scene.device({ name: 'laptop' })]
  await phone.replicate().syncNow()
  await laptop.replicate().syncNow()
  phone.link.online = false
  await write(phone, 'phone')
  await nextMoment()
  await write(laptop, 'laptop')
  await laptop.replication?.syncNow()
  phone.link.online = true
  await phone.replication?.syncNow()
  return { phone, laptop }
}

const rateDifferently = () =>
  phoneBehindLaptop((device, which) =>
    device.engine.rateVideo(
      device.store,
      VIDEO,
      which === 'phone' ? { overall: 5, comment: '朝' } : { overall: 4.5 },
    ),
  )

describe('a value that lost to another device', () => {
  test('is kept, once, on the device that lost it', async () => {
    const { phone, laptop } = await rateDifferently()
    expect(await told(phone)).toEqual([['ratings', ['overall', 5, 4.5]]])
    await phone.replication?.syncNow()
    expect(await kept(phone)).toHaveLength(1)
    await laptop.replication?.syncNow()
    expect(await told(laptop)).toEqual([])
  })

  test('of a favourite and a setting is kept too', async () => {
    const { phone } = await phoneBehindLaptop(async ({ engine, store }, which) => {
      await engine.favoriteVideo(store, videoId(1))
      if (which === 'laptop') await engine.unfavoriteVideo(store, videoId(1))
      await engine.changeSetting(store, 'theme', which)
    })
    expect((await told(phone)).toSorted(([a], [b]) => (String(a) < String(b) ? -1 : 1))).toEqual([
      ['favorites', ['is_favorite', true, false]],
      ['settings', ['value', 'phone', 'laptop']],
    ])
  })

  test('outlives a restart', async () => {
    const { phone } = await rateDifferently()
    await phone.close()
    const again = await scene.device({ name: 'phone' })
    expect(await told(again)).toEqual([['ratings', ['overall', 5, 4.5]]])
  })

  test('is kept once when the answer was lost and the edit went up again', async () => {
    const [phone, laptop] = [await scene.device({ name: 'phone' }), await scene.device({ name: 'laptop' })]
    await phone.replicate().syncNow()
    await laptop.replicate().syncNow()
    phone.link.online = false
    await phone.engine.rateVideo(phone.store, VIDEO, { overall: 5 })
    await nextMoment()
    await laptop.engine.rateVideo(laptop.store, VIDEO, { overall: 4.5 })
    await laptop.replication?.syncNow()
    phone.link.online = true
    phone.link.faults.push('reply_lost')
    phone.replication?.syncNow().catch(() => {})
    await vi.waitFor(async () => expect(await told(phone)).toEqual([['ratings', ['overall', 5, 4.5]]]))
    await vi.waitFor(() => expect(pushes(phone)).toBeGreaterThan(1))
    await phone.replication?.syncNow()
    expect(await kept(phone)).toHaveLength(1)
  })

  test('is kept before the document takes the other value, so that no crash loses it', async () => {
    const { phone } = await rateDifferently()
    const order: string[] = []
    const overrule = vi.spyOn(phone.store.outbox, 'overrule').mockImplementation(() => {
      order.push('kept')
      return Promise.reject(new Error('the disk is full'))
    })
    phone.link.online = false
    await phone.engine.rateVideo(phone.store, VIDEO, { overall: 2 })
    scene.server.write('ratings', {
      ...(scene.server.row('ratings', `${ANNA}|${VIDEO}`) ?? { id: '' }),
      overall: 1,
      edited_at: { overall: Date.now() - 1 + 60_000, comment: 1, is_deleted: 1 },
    })
    phone.link.online = true
    phone.replication?.syncNow().catch(() => {})
    await vi.waitFor(() => expect(order.length).toBeGreaterThan(0))
    expect(await now$(phone.engine.myRating(phone.store, VIDEO))).toMatchObject({
      overall: 2,
      row_version: 0,
    })
    overrule.mockRestore()
    await vi.waitFor(
      async () =>
        expect(await now$(phone.engine.myRating(phone.store, VIDEO))).toMatchObject({
          overall: 1,
          sync: 'saved',
        }),
      { timeout: 10_000 },
    )
    expect(await told(phone)).toEqual([['ratings', ['overall', 2, 1]]])
  })

  test('comes back as a new edit, which wins on every device', async () => {
    const { phone, laptop } = await rateDifferently()
    const [conflict] = await now$(phone.engine.conflicts(phone.store))
    if (conflict === undefined) throw new Error('nothing was lost')
    await phone.engine.restoreOverruled(phone.store, conflict)
    expect(await kept(phone)).toEqual([])
    await phone.replication?.syncNow()
    await laptop.replication?.syncNow()
    expect(await now$(laptop.engine.myRating(laptop.store, VIDEO))).toMatchObject({
      overall: 5,
      comment: '朝',
    })
    expect([await told(phone), await told(laptop)]).toEqual([[], []])
  })

  test('of a rating that was deleted elsewhere comes back whole', async () => {
    const [phone, laptop] = [await scene.device({ name: 'phone' }), await scene.device({ name: 'laptop' })]
    await phone.engine.rateVideo(phone.store, VIDEO, { overall: 3, axes: { clarity: 2 } })
    await phone.replicate().syncNow()
    await laptop.replicate().syncNow()
    await nextMoment()
    await laptop.engine.deleteRating(laptop.store, VIDEO)
    await laptop.replication?.syncNow()
    phone.link.online = false
    await phone.engine.rateVideo(phone.store, VIDEO, { comment: 'あとで書いた' })
    phone.link.online = true
    await phone.replication?.syncNow()
    const [conflict] = await now$(phone.engine.conflicts(phone.store))
    expect(conflict?.values).toMatchObject([{ field: 'is_deleted', theirs: true }])
    if (conflict === undefined) return
    await phone.engine.restoreOverruled(phone.store, conflict)
    await phone.replication?.syncNow()
    await laptop.replication?.syncNow()
    expect(await now$(laptop.engine.myRating(laptop.store, VIDEO))).toMatchObject({
      overall: 3,
      clarity: 2,
      comment: 'あとで書いた',
    })
  })

  test('is forgotten when the person dismisses it, and the other value stands', async () => {
    const { phone } = await rateDifferently()
    const [conflict] = await now$(phone.engine.conflicts(phone.store))
    if (conflict === undefined) throw new Error('nothing was lost')
    await phone.engine.dismissOverruled(phone.store, conflict)
    expect([await kept(phone), await told(phone)]).toEqual([[], []])
    expect(await now$(phone.engine.myRating(phone.store, VIDEO))).toMatchObject({
      overall: 4.5,
      sync: 'saved',
    })
  })

  test('is forgotten when a later edit of this device stands', async () => {
    const { phone } = await rateDifferently()
    await phone.engine.rateVideo(phone.store, VIDEO, { overall: 2 })
    expect(await told(phone)).toEqual([])
    await phone.replication?.syncNow()
    expect(await kept(phone)).toEqual([])
  })

  test('is never told of an edit whose time the server clamped', async () => {
    const phone = await scene.device({ now: () => Date.now() + 172_800_000 })
    await phone.engine.rateVideo(phone.store, VIDEO, { overall: 5 })
    await phone.engine.favoriteVideo(phone.store, videoId(1))
    await phone.replicate().syncNow()
    expect(await kept(phone)).toEqual([])
  })

  test('gives way to newer ones beyond the number that is kept', async () => {
    const phone = await scene.device()
    const lost = Array.from({ length: OVERRULED_KEPT + 5 }, (_, at): Overruled => ({
      collection: 'favorites',
      id: String(at),
      field: 'is_favorite',
      mine: true,
      theirs: false,
      at,
    }))
    await phone.store.outbox.overrule(lost.slice(0, OVERRULED_KEPT), [])
    await phone.store.outbox.overrule(lost.slice(OVERRULED_KEPT), [])
    const all = await kept(phone)
    expect([all.length, all[0]?.at, all.at(-1)?.at]).toEqual([OVERRULED_KEPT, OVERRULED_KEPT + 4, 5])
  })
})

describe('a refused edit', () => {
  const parkedRating = async () => {
    const phone = await scene.device({ name: 'phone' })
    const row = { id: `${ANNA}|${VIDEO}`, user_id: ANNA, video_id: VIDEO, comment: '', is_deleted: false }
    scene.server.write('ratings', {
      ...row,
      overall: 2,
      edited_at: { overall: 1, comment: 1, is_deleted: 1 },
    })
    await phone.replicate().syncNow()
    scene.server.refuse('ratings', row.id, 'too_long')
    await phone.engine.rateVideo(phone.store, VIDEO, { overall: 5, comment: '長い' })
    await phone.replication?.syncNow()
    const [edit] = await now$(phone.store.outbox.parked$)
    if (edit === undefined) throw new Error('nothing was parked')
    return { phone, row, edit }
  }
  const later = { overall: Date.now() + 60_000, comment: 1, is_deleted: 1 }

  test('stays as it was written while another device goes on, and nothing of it is lost by the next edit', async () => {
    const { phone, row } = await parkedRating()
    scene.server.write('ratings', { ...row, overall: 3, edited_at: later })
    await phone.replication?.syncNow()
    expect(await now$(phone.engine.myRating(phone.store, VIDEO))).toMatchObject({
      overall: 5,
      comment: '長い',
      sync: 'attention',
    })
    await phone.engine.rateVideo(phone.store, VIDEO, { axes: { clarity: 4 } })
    await phone.replication?.syncNow()
    expect(await now$(phone.engine.myRating(phone.store, VIDEO))).toMatchObject({
      overall: 3,
      clarity: 4,
      comment: '長い',
      sync: 'saved',
    })
    expect(await told(phone)).toEqual([['ratings', ['overall', 5, 3]]])
  })

  test('that is sent again and loses keeps what lost', async () => {
    const { phone, row, edit } = await parkedRating()
    scene.server.write('ratings', { ...row, overall: 3, edited_at: later })
    await phone.engine.retryParked(phone.store, edit)
    await phone.replication?.syncNow()
    expect(await told(phone)).toEqual([['ratings', ['overall', 5, 3]]])
  })

  test('that is refused again still knows what the server had, so that it can be discarded without a connection', async () => {
    const { phone, row, edit } = await parkedRating()
    scene.server.refuse('ratings', row.id, 'too_long')
    await phone.engine.retryParked(phone.store, edit)
    await phone.close()
    const again = await scene.device({ name: 'phone' })
    await again.replicate().syncNow()
    const [refusedAgain] = await now$(again.store.outbox.parked$)
    expect(refusedAgain?.base).toMatchObject({ overall: 2 })
    again.link.online = false
    if (refusedAgain !== undefined) await again.engine.discardParked(again.store, refusedAgain)
    expect(await now$(again.engine.myRating(again.store, VIDEO))).toMatchObject({ overall: 2, sync: 'saved' })
  })

  test('for want of room on the server leaves the others alone, and goes up once there is room', async () => {
    const row = (number: number, is_favorite = true) => ({
      id: `${ANNA}|${videoId(number)}`,
      user_id: ANNA,
      video_id: videoId(number),
      is_favorite,
      edited_at: Date.now(),
    })
    const phone = await scene.device()
    await phone.replicate().syncNow()
    phone.link.online = false
    await phone.engine.favoriteVideo(phone.store, videoId(500))
    // Another device was faster
    scene.server.write(
      'favorites',
      ...Array.from({ length: FREE_FAVORITE_LIMIT }, (_, number) => row(number)),
    )
    phone.link.online = true
    await phone.replication?.syncNow()
    const [edit] = await now$(phone.engine.refusedEdits(phone.store))
    expect(edit).toMatchObject({ code: 'favorite_limit', subject: { kind: 'video', videoId: videoId(500) } })
    scene.server.write('favorites', row(1, false))
    if (edit !== undefined) await phone.engine.retryParked(phone.store, edit)
    await phone.replication?.syncNow()
    expect(scene.server.row('favorites', `${ANNA}|${videoId(500)}`)).toMatchObject({ is_favorite: true })
    expect(await now$(phone.store.outbox.parked$)).toEqual([])
  })

  test('goes all the same when it may no longer be seen', async () => {
    const { phone, row } = await parkedRating()
    scene.server.revoke(ANNA, 'ratings', row.id)
    await phone.replication?.syncNow()
    expect(await now$(phone.engine.myRating(phone.store, VIDEO))).toBeUndefined()
  })
})
