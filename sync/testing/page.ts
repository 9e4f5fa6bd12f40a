/** The browser's word that a page goes into the back/forward cache, or comes out of it. */
export function fromCache(type: 'pagehide' | 'pageshow', persisted: boolean): Event {
  return Object.assign(new Event(type), { persisted })
}

export const freeze = (): unknown => dispatchEvent(fromCache('pagehide', true))
export const resume = (): unknown => dispatchEvent(fromCache('pageshow', true))

/** What is kept for the next page. */
const kept = new Map<string, string>()

/**
 * Makes a page of this process, which has no document, as far as the engine knows one: its events and its localStorage. Answers how to undo that. Copies of
 * the engine go on hearing the same events, so these stay.
 */
export function openPage(): { kept: ReadonlyMap<string, string>; close: () => void } {
  const target = new EventTarget()
  if (!('addEventListener' in globalThis))
    Object.assign(globalThis, {
      addEventListener: target.addEventListener.bind(target),
      removeEventListener: target.removeEventListener.bind(target),
      dispatchEvent: target.dispatchEvent.bind(target),
    })
  const localStorage = {
    get length() {
      return kept.size
    },
    key: (position: number) => [...kept.keys()][position] ?? null,
    getItem: (key: string) => kept.get(key) ?? null,
    setItem: (key: string, value: string) => void kept.set(key, value),
    removeItem: (key: string) => void kept.delete(key),
  }
  const before = Object.getOwnPropertyDescriptor(globalThis, 'localStorage')
  Object.defineProperty(globalThis, 'localStorage', { value: localStorage, configurable: true })
  Object.assign(globalThis, { onpagehide: null })
  return {
    kept,
    close: () => {
      kept.clear()
      Reflect.deleteProperty(globalThis, 'onpagehide')
      if (before === undefined) Reflect.deleteProperty(globalThis, 'localStorage')
      else Object.defineProperty(globalThis, 'localStorage', before)
    },
  }
}

/** Runs `watch`, which watches this process's IndexedDB. Answers how to undo that. */
export function watching(watch: () => void): () => void {
  const prototypes = [IDBFactory.prototype, IDBDatabase.prototype]
  const before = prototypes.map((prototype) => Object.getOwnPropertyDescriptors(prototype))
  watch()
  return () => {
    for (const [position, prototype] of prototypes.entries())
      Object.defineProperties(prototype, before[position] ?? {})
  }
}
