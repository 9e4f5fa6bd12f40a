import type { Catalogue, Live, Loaded } from '#domain/catalogue.ts'
import type { Suggestion } from '#domain/title-search.ts'
import type { ObservableValue } from '#platform/observable-value.ts'
import type { DeviceCatalogue } from './device-catalogue.ts'
import { fromTwoSources } from './two-sources.ts'

/** none: nobody is signed in · opening: the device's database is not open yet. */
export type DeviceSource =
  | 'none'
  | 'opening'
  | { catalogue: DeviceCatalogue; lastSyncedAt: () => number | null }

const LOADING = { status: 'loading' } as const
const NO_SUGGESTIONS: Suggestion[] = []
const MAX_KEPT = 200
/** Nothing found on the device is nothing to show while the server may know more. */
const isNothing = ({ total }: { total: number }): boolean => total === 0

/** Passes on what `choose` picks for the present device source, and changes over when that changes; `otherwise` where it picks nothing. */
function switching<T>(
  source: ObservableValue<DeviceSource>,
  choose: (device: DeviceSource) => Live<T> | null,
  otherwise: T,
): Live<T> {
  return {
    subscribe: (next) => {
      let inner: { unsubscribe(): void } | undefined
      const outer = source.subscribe((device) => {
        inner?.unsubscribe()
        const chosen = choose(device)
        if (chosen) inner = chosen.subscribe(next)
        else next(otherwise)
      })
      return {
        unsubscribe: () => {
          outer.unsubscribe()
          inner?.unsubscribe()
        },
      }
    },
  }
}

/** The catalogue of whoever looks: an anonymous visitor's from the server, a signed-in person's from the device first. */
export function createCatalogue(
  server: Omit<Catalogue, 'suggest'>,
  source: ObservableValue<DeviceSource>,
): Catalogue {
  const kept = new Map<string, Live<unknown>>()

  function once<T>(key: string, create: () => Live<T>): Live<T> {
    // Guarantee: a key names its method and arguments, so what is under it has this type.
    const known = kept.get(key) as Live<T> | undefined
    if (known) return known
    if (kept.size >= MAX_KEPT) kept.clear()
    const made = create()
    kept.set(key, made)
    return made
  }
  function both<T>(
    key: string,
    prefer: 'device' | 'server',
    fromDevice: (device: DeviceCatalogue) => Live<T | null>,
    fromServer: Live<Loaded<T>>,
    isLittle?: (held: T) => boolean,
  ): Live<Loaded<T>> {
    return once(key, () =>
      switching<Loaded<T>>(
        source,
        (device) => {
          if (device === 'opening') return null
          if (device === 'none') return fromServer
          const { catalogue, lastSyncedAt } = device
          return fromTwoSources({
            device: fromDevice(catalogue),
            server: fromServer,
            prefer,
            asOf: lastSyncedAt,
            ...(isLittle && { isLittle }),
          })
        },
        LOADING,
      ),
    )
  }

  return {
    top: (limit) => both(`top ${limit}`, 'device', (device) => device.top(limit), server.top(limit)),
    recent: (limit) =>
      both(`recent ${limit}`, 'device', (device) => device.recent(limit), server.recent(limit)),
    // The device holds 10,000 videos at most: the server's lists are the fuller ones, and its averages the newer.
    byGenre: (genreId, page) =>
      both(
        `genre ${genreId} ${page}`,
        'server',
        (device) => device.byGenre(genreId, page),
        server.byGenre(genreId, page),
      ),
    search: (query, page) =>
      both(
        `search ${page} ${query}`,
        'server',
        (device) => device.search(query, page),
        server.search(query, page),
        isNothing,
      ),
    suggest: (query) =>
      switching(
        source,
        (device) => (typeof device === 'string' ? null : device.catalogue.suggest(query)),
        NO_SUGGESTIONS,
      ),
    advanced: (criteria, page) =>
      both(
        `advanced ${page} ${JSON.stringify(criteria)}`,
        'server',
        (device) => device.advanced(criteria, page),
        server.advanced(criteria, page),
        isNothing,
      ),
    byId: (id) => both(`video ${id}`, 'server', (device) => device.byId(id), server.byId(id)),
    ratingsOf: (youtubeId) => server.ratingsOf(youtubeId),
    promoted: (type) => server.promoted(type),
    retry: () => server.retry(),
  }
}
