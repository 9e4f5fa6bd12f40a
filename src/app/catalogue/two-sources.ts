import type { Live, Loaded } from '#domain/catalogue.ts'

type Told<T> = { known: false } | { known: true; value: T | null }
type Sources<T> = {
  /** null: the device does not hold it. */
  device: Live<T | null>
  server: Live<Loaded<T>>
  /** Which stands when both have an answer. */
  prefer: 'device' | 'server'
  /** What the device holds, but which says little: it stands only once the server, which is always asked, has failed. */
  isLittle?: (held: T) => boolean
  /** When the device was last in step, in ms. */
  asOf: () => number | null
}

/**
 * One value out of two sources. What the device holds is shown at once; the server is asked when it holds nothing, or
 * always where its answer is the fuller one. A failed question to the server never hides what the device holds.
 */
export function fromTwoSources<T>({ device, server, prefer, isLittle, asOf }: Sources<T>): Live<Loaded<T>> {
  return {
    subscribe: (next) => {
      let held: Told<T> = { known: false }
      let answered: Loaded<T> = { status: 'loading' }
      let asking: { unsubscribe(): void } | undefined

      const tell = (): void => {
        const value = held.known ? held.value : null
        const isServers = answered.status === 'ready' && (prefer === 'server' || value === null)
        const isAwaited = answered.status === 'loading' && value !== null && isLittle?.(value)
        if (isServers || isAwaited) next(answered)
        else if (value !== null) next({ status: 'ready', value, asOf: asOf(), source: 'device' })
        else next(held.known ? answered : { status: 'loading' })
      }
      const ask = (): void => {
        asking ??= server.subscribe((answer) => {
          answered = answer
          tell()
        })
      }
      const watching = device.subscribe((value) => {
        held = { known: true, value }
        if (value === null) ask()
        tell()
      })
      // Not only once the device has answered: while it is busy with a pull that can take seconds
      if (prefer === 'server') ask()
      return {
        unsubscribe: () => {
          watching.unsubscribe()
          asking?.unsubscribe()
        },
      }
    },
  }
}
