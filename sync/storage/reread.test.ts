import { firstValueFrom, type Subscription } from 'rxjs'
import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest'
import { favoriteVideos } from '../collections/favorites.ts'
import { changeSetting } from '../collections/settings.ts'
import { openStore, type Store } from '../store.ts'
import { failingQueries$, rereadNow } from './reread.ts'

let store: Store
let watching: Subscription | undefined
beforeEach(async () => {
  store = await openStore({ userId: crypto.randomUUID(), deviceId: 'phone', now: Date.now })
})
afterEach(async () => {
  vi.restoreAllMocks()
  watching?.unsubscribe()
  await store.close()
})

/** From now on every reading of a page of an index fails, until `mend` is called, or so many times. */
function breakReading(times = Number.POSITIVE_INFINITY): { failures: () => number; mend: () => void } {
  // oxlint-disable-next-line typescript/unbound-method -- called on what it was called on
  const stock = IDBIndex.prototype.getAll
  let failures = 0
  const broken = vi.spyOn(IDBIndex.prototype, 'getAll').mockImplementation(function (
    this: IDBIndex,
    ...given
  ) {
    if (failures >= times) return stock.apply(this, given)
    failures += 1
    throw new DOMException('the disk says no', 'UnknownError')
  })
  return { failures: () => failures, mend: () => broken.mockRestore() }
}

const query = () => store.collections.settings.find({ selector: { name: 'theme' } })

describe('a live query', () => {
  test('whose reading fails once shows what there is', async () => {
    await changeSetting(store, 'theme', 'dark')
    const { failures } = breakReading(1)
    expect((await firstValueFrom(query().$)).map(({ value }) => value)).toEqual(['dark'])
    expect(failures()).toBe(1)
    expect(failingQueries$.value).toBe(0)
  })

  test('whose reading fails for long is read anew, says meanwhile that it fails, and follows what is written later', async () => {
    await changeSetting(store, 'theme', 'dark')
    const { mend } = breakReading()
    const shown: unknown[] = []
    watching = query().$.subscribe((found) => shown.push(found.map(({ value }) => value)))
    await vi.waitFor(() => expect(failingQueries$.value).toBe(1))
    expect(shown).toEqual([])
    mend()
    rereadNow()
    await vi.waitFor(() => expect(shown).toEqual([['dark']]))
    expect(failingQueries$.value).toBe(0)
    await changeSetting(store, 'theme', 'light')
    await vi.waitFor(() => expect(shown).toEqual([['dark'], ['light']]))
  })

  test('that nobody watches any more fails no more', async () => {
    breakReading()
    watching = query().$.subscribe()
    await vi.waitFor(() => expect(failingQueries$.value).toBe(1))
    watching.unsubscribe()
    expect(failingQueries$.value).toBe(0)
  })

  test('is asked anew after a failure by whoever asks the same again', async () => {
    await changeSetting(store, 'theme', 'dark')
    const { mend } = breakReading()
    await expect(query().exec()).rejects.toThrow('the disk says no')
    mend()
    expect((await query().exec()).map(({ value }) => value)).toEqual(['dark'])
  })

  test('through which a list is shown is read again by itself', async () => {
    const { mend } = breakReading()
    const shown: unknown[] = []
    watching = favoriteVideos(store).subscribe((found) => shown.push(found))
    await vi.waitFor(() => expect(failingQueries$.value).toBe(1))
    mend()
    await vi.waitFor(() => expect(shown).not.toEqual([]))
  })
})
