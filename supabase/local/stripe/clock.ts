import * as v from 'valibot'
import type { Context } from './context.ts'
import { emitter } from './events.ts'
import { doDue, nextDue } from './renewals.ts'
import type { Database, Store } from './store.ts'

const Row = v.object({ ahead_ms: v.pipe(v.string(), v.transform(Number)) })
/** How late, in real time, what falls due is done. */
const LOOK_EVERY_MS = 1_000

export type Clock = {
  /** Seconds. */
  now(): number
  /** Moves it to `now` (seconds), or with null back to the real time; then does all that fell due. */
  move(store: Store, now: number | null): Promise<void>
  /** Does what falls due as time goes by. */
  start(onDone: () => void, log: (line: string) => void): () => Promise<void>
}

/** The time that the stand-in lives in: the real one, unless it was moved. */
export async function openClock(database: Database): Promise<Clock> {
  const [row] = v.parse(v.array(Row), await database.query('select ahead_ms from stripe_stand_in.settings'))
  let aheadMs = row?.ahead_ms ?? 0
  const now = (): number => Math.floor((Date.now() + aheadMs) / 1000)

  async function catchUp(store: Store): Promise<boolean> {
    let did = false
    for (let due = await nextDue(store); due && due.due <= now(); due = await nextDue(store)) {
      const at = due.due
      const context: Context = {
        store,
        now: at,
        access: 'secret',
        emit: emitter(store, at, { id: null, idempotency_key: null }),
      }
      await doDue(context, due)
      did = true
    }
    return did
  }

  return {
    now,
    async move(store, to) {
      const before = aheadMs
      aheadMs = to === null ? 0 : to * 1000 - Date.now()
      try {
        await store.query('update stripe_stand_in.settings set ahead_ms = $1', [Math.round(aheadMs)])
        await catchUp(store)
      } catch (error) {
        // The database takes its part back by itself.
        aheadMs = before
        throw error
      }
    },
    start(onDone, log) {
      let underWay: Promise<void> = Promise.resolve()
      const look = (): void => {
        underWay = database
          .change(catchUp)
          .then((did) => (did ? onDone() : undefined))
          .catch((error: unknown) => log(`stripe: ${String(error)}`))
          .finally(() => {
            if (!stopped) timer = setTimeout(look, LOOK_EVERY_MS).unref()
          })
      }
      let stopped = false
      let timer = setTimeout(look, LOOK_EVERY_MS).unref()
      return async () => {
        stopped = true
        clearTimeout(timer)
        await underWay
      }
    },
  }
}
