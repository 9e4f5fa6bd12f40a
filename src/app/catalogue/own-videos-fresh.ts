import { filter, pairwise, Subscription } from 'rxjs'
import * as v from 'valibot'
import type { ObservableValue } from '#platform/observable-value.ts'
import { isExpired } from '#sync/catalogue/expire-videos.ts'
import { missingOwnVideos } from '#sync/catalogue/own-videos.ts'
import { learn } from '#sync/replication/learn.ts'
import type { Store } from '#sync/store.ts'
import type { Rest } from '../rest.ts'
import { VIDEO_COLUMNS } from './rows.ts'

const ASKED_AT_ONCE = 50
/** After the first sweep of what has expired (sync/catalogue/expire-videos.ts). */
const FIRST_MS = 60_000
const EVERY_MS = 24 * 60 * 60 * 1000
/** Not again before, however often the connection comes and goes. */
const AGAIN_MS = 60 * 60 * 1000
/** A screen full of missing videos asks once. */
const SHARED_MS = 5_000

const Rows = v.array(v.looseObject({ refreshed_at: v.string() }))

/**
 * Has the videos that the person rated, favourited or watched, and of which the device holds nothing any more, again from the server; unless YouTube was not asked
 * there for too long either. Answers how many were missing.
 */
export async function fetchMissingOwnVideos(store: Store, rest: Rest): Promise<number> {
  const missing = await missingOwnVideos(store)
  for (let from = 0; from < missing.length; from += ASKED_AT_ONCE) {
    const asked = missing.slice(from, from + ASKED_AT_ONCE).join(',')
    const { body } = await rest('videos', { params: { select: VIDEO_COLUMNS, id: `in.(${asked})` } })
    const rows = v.safeParse(Rows, body)
    if (!rows.success) continue
    const fresh = rows.output.filter((row) => !isExpired(row.refreshed_at, Infinity, store.now()))
    if (fresh.length > 0) learn(store, 'videos', fresh)
  }
  return missing.length
}

type FreshVideos = {
  /**
   * Fetches what is missing now, for a screen that shows it: once for all that ask within seconds. Resolves
   * once the server has answered, rejects if it did not.
   */
  fetchMissing: () => Promise<void>
  stop: () => void
}

/**
 * Does that after the account's first round, some time after the start, every day, and when the connection
 * returns.
 */
export function keepOwnVideosFresh(store: Store, rest: Rest, online: ObservableValue<boolean>): FreshVideos {
  let asked: { at: number; answer: Promise<void> } | undefined
  const fetchMissing = (): Promise<void> => {
    const at = performance.now()
    if (asked === undefined || at - asked.at > SHARED_MS)
      asked = { at, answer: fetchMissingOwnVideos(store, rest).then(() => {}) }
    return asked.answer
  }
  let due = performance.now() + FIRST_MS
  const look = (): void => {
    if (!online.read() || performance.now() < due) return
    due = performance.now() + AGAIN_MS
    fetchMissing().catch(() => {
      due = 0
    })
  }
  const first = setTimeout(look, FIRST_MS)
  const daily = setInterval(look, EVERY_MS)
  const following = new Subscription(() => {
    clearTimeout(first)
    clearInterval(daily)
  })
  following.add(online.subscribe(look))
  const hasArrived$ = store.engine.arrival$.pipe(
    pairwise(),
    filter(([, now]) => now === 'arrived'),
  )
  following.add(
    hasArrived$.subscribe(() => {
      due = 0
      look()
    }),
  )
  return { fetchMissing, stop: () => following.unsubscribe() }
}
