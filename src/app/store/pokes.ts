import { Observable } from 'rxjs'
import * as v from 'valibot'
import type { Realtime } from './realtime.ts'

const Poke = v.object({ collections: v.array(v.string()) })

/**
 * Tells the collections in which something may have changed; none, where it may be any: what happened before the subscription held, or while it was lost, is
 * told by nobody. A poke is a reason to pull and nothing else: one that is lost costs time, no data.
 */
export function watchPokes(realtime: Realtime, userId: string): Observable<string[]> {
  return new Observable((subscriber) => {
    const { leave } = realtime.enter(`user:${userId}`, {
      joined: () => subscriber.next([]),
      heard: (event, payload) => {
        if (event !== 'poke') return
        const poke = v.safeParse(Poke, payload)
        subscriber.next(poke.success ? poke.output.collections : [])
      },
    })
    return leave
  })
}
