import { Observable } from 'rxjs'
import * as v from 'valibot'
import type { ObservableValue } from '#platform/observable-value.ts'

type Surroundings = {
  userId: string
  apiUrl: string
  apiKey: string
  accessToken: () => Promise<string | null>
  online: ObservableValue<boolean>
}

const Poke = v.object({ payload: v.object({ collections: v.array(v.string()) }) })

/**
 * Tells the collections in which something may have changed. Realtime is loaded only when somebody listens and there is a
 * connection. A poke is a reason to pull and nothing else: one that is lost costs time, no data.
 */
export function watchPokes({
  userId,
  apiUrl,
  apiKey,
  accessToken,
  online,
}: Surroundings): Observable<string[]> {
  return new Observable((subscriber) => {
    let leave = (): void => {}
    let left = false
    const join = async (): Promise<void> => {
      const { RealtimeClient } = await import('./realtime-client.ts')
      if (left) return
      const client = new RealtimeClient(`${apiUrl.replace(/^http/, 'ws')}/realtime/v1`, {
        params: { apikey: apiKey },
        accessToken: () => accessToken().catch(() => null),
      })
      client
        .channel(`user:${userId}`, { config: { private: true } })
        .on('broadcast', { event: 'poke' }, (message: unknown) => {
          const poke = v.safeParse(Poke, message)
          subscriber.next(poke.success ? poke.output.payload.collections : [])
        })
        .subscribe((status: string) => {
          // What was said while nobody listened is asked for once.
          if (status === 'SUBSCRIBED') subscriber.next([])
        })
      leave = () => void client.disconnect()
    }
    let joined = false
    const { unsubscribe } = online.subscribe((isOnline) => {
      if (!isOnline || joined) return
      joined = true
      join().catch(() => {
        joined = false
      })
    })
    return () => {
      left = true
      unsubscribe()
      leave()
    }
  })
}
