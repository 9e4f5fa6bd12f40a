import type { Live, Loaded } from '#domain/catalogue.ts'

type Told<T> = { known: false } | { known: true; value: T | null }
type Sources<T> = {
  /** null: the device does not hold it. */
  device: Live<T | null>
  server: Live<Loaded<T>>
  /** Which stands when both have an answer. */
  prefer: 'device' | 'server'
  /** When the device was last in step, in ms. */
  asOf: () => number | null
}

/**
 * One value out of two sources. What the device holds is shown at once; the server is asked when it holds nothing, or
 * always where its answer is the fuller one. A failed question to the server never hides what the device holds.
 */
export function fromTwoSources<T>({ device, server, prefer, asOf }: Sources<T>): Live<Loaded<T>> {
  return {
    subscribe: (next) => {
      let held: Told<T> = { known: false }
      let answered: Loaded<T> = { status: 'loading' }
      let asking: { unsubscribe(): void } | undefined

      const tell = (): void => {
        const fromDevice = held.known && held.value !== null
        if (answered.status === 'ready' && (prefer === 'server' || !fromDevice)) next(answered)
        else if (held.known && held.value !== null) {
          next({ status: 'ready', value: held.value, asOf: asOf(), source: 'device' })
        } else if (held.known) next(answered)
        else next({ status: 'loading' })
      }
      const ask = (): void => {
        asking ??= server.subscribe((answer) => {
          answered = answer
          tell()
        })
      }
      const watching = device.subscribe((value) => {
        held = { known: true, value }
        if (value === null || prefer === 'server') ask()
        tell()
      })
      return {
        unsubscribe: () => {
          watching.unsubscribe()
          asking?.unsubscribe()
        },
      }
    },
  }
}
