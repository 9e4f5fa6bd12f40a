import type { Live, Loaded } from '#domain/catalogue.ts'
import type { FailureCode } from '#domain/errors.ts'
import { createValue, type ObservableValue } from '#platform/observable-value.ts'

/** `kept`: what this device has of an earlier answer. */
type Load<T> = (() => Promise<Answer<T>>) & {
  kept?: () => Promise<{ value: Answer<T>; asOf: number | null } | null>
}
export type Answer<T> = { value: T; asOf: number | null }
type Surroundings = {
  now: () => number
  online: ObservableValue<boolean>
  codeOf: (error: unknown) => FailureCode
  loaded: (asOf: number | null) => void
}

/** A value younger than this is not asked for again when a screen opens. */
const FRESH_MS = 60_000
const MAX_KEPT = 100

/** unanswered: also what is being asked already, in case it never comes. */
type Rerun = 'failed' | 'unanswered' | 'all'
type Query = { live: Live<Loaded<unknown>>; watched: () => boolean; rerun: (how: Rerun) => void }

/**
 * Questions to the server, each kept under its key with its last answer: shown at once when asked again, renewed behind it
 * when old, repeated when the connection returns. A failure never takes away what is shown.
 */
export function createQueries({ now, online, codeOf, loaded }: Surroundings) {
  const kept = new Map<string, Query>()

  function create<T>(load: Load<T>): { query: Query; live: Live<Loaded<T>> } {
    const value = createValue<Loaded<T>>({ status: 'loading' })
    let loadedAt = Number.NEGATIVE_INFINITY
    let running = false
    /** What was asked first and is answered last counts for nothing. */
    let turn = 0
    /** The connection came back while the question was on its way: it may still fail for the want of it. */
    let askAgain = false
    let watchers = 0

    const recall = async (): Promise<void> => {
      const kept = await load.kept?.()
      if (!kept || value.read().status === 'ready') return
      loaded(kept.asOf)
      value.set({ status: 'ready', source: 'device', value: kept.value.value, asOf: kept.asOf })
    }
    const run = async (): Promise<void> => {
      const own = ++turn
      running = true
      if (value.read().status !== 'ready') void recall()
      try {
        const answer = await load()
        if (own !== turn) return
        loadedAt = now()
        loaded(answer.asOf)
        value.set({ status: 'ready', source: 'server', ...answer })
      } catch (error) {
        if (own !== turn) return
        if (value.read().status !== 'ready' && !askAgain) value.set({ status: 'error', code: codeOf(error) })
      } finally {
        if (own === turn) running = false
      }
      if (!askAgain) return
      askAgain = false
      void run()
    }
    const live: Live<Loaded<T>> = {
      subscribe: (next) => {
        watchers++
        if (now() - loadedAt > FRESH_MS && !running) void run()
        const { unsubscribe } = value.subscribe(next)
        return {
          unsubscribe: () => {
            watchers--
            unsubscribe()
          },
        }
      },
    }
    const rerun = (how: Rerun) => {
      const { status } = value.read()
      if (how === 'failed' ? status !== 'error' : how === 'unanswered' && status === 'ready') return
      if (status === 'error') value.set({ status: 'loading' })
      if (running && how !== 'unanswered') askAgain = true
      else void run()
    }
    return { live, query: { live, watched: () => watchers > 0, rerun } }
  }

  const retry = (how: Rerun = 'failed'): void => {
    for (const query of kept.values()) if (query.watched()) query.rerun(how)
  }
  online.listen(() => online.read() && retry('all'))

  return {
    /** The same key gives the same Live. */
    live<T>(key: string, load: Load<T>): Live<Loaded<T>> {
      const known = kept.get(key)
      // Guarantee: a key names its method and arguments, so what is under it has this type.
      if (known) return known.live as Live<Loaded<T>>
      const { query, live } = create(load)
      if (kept.size >= MAX_KEPT) {
        for (const [old, { watched }] of kept) if (!watched() && kept.size >= MAX_KEPT) kept.delete(old)
      }
      kept.set(key, query)
      return live
    },
    retry,
  }
}
