import { SimEvent, type SimTarget } from './events.ts'
import type { Process } from './process.ts'

/** Delay of `storage` events, ms. */
const TOLD_AFTER_MS = 5
/** Writes younger than this, ms, are lost when the browser is killed. */
const ON_DISK_AFTER_MS = 5_000

/** The localStorage of one device. */
export type WebStorageArea = {
  items: Map<string, string>
  /** Each page has a copy, which goes stale while the page is frozen. */
  pages: Set<Page>
  /** Writes, with the value before each; undefined for none. */
  written: { at: number; key: string; before: string | undefined }[]
}
type Page = { process: Process; items: Map<string, string>; self: SimTarget }

export const createArea = (): WebStorageArea => ({ items: new Map(), pages: new Set(), written: [] })

/** Undoes the writes that a killed browser had not yet flushed to disk. */
export function loseUnwritten(area: WebStorageArea, now: number): void {
  for (const { at, key, before } of area.written.splice(0).toReversed()) {
    if (at > now - ON_DISK_AFTER_MS) put(area.items, key, before)
  }
}

/** The localStorage of a page. Its writes reach other pages in order, each with a `storage` event. */
export function localStorageDoor(area: WebStorageArea, process: Process, self: SimTarget): object {
  const page: Page = { process, items: new Map(area.items), self }
  area.pages.add(page)
  process.onDeath.add(() => void area.pages.delete(page))
  return storageOver(page.items, (key, value) => {
    area.written.push({ at: process.kernel.now(), key, before: area.items.get(key) })
    put(area.items, key, value)
    for (const other of area.pages) {
      if (other === page) continue
      other.process.task(TOLD_AFTER_MS, 'storage', () => {
        put(other.items, key, area.items.get(key))
        other.self.dispatchEvent(new SimEvent('storage', { key }))
      })
    }
  })
}

/** A Storage object; its keys are own properties, as in browsers. */
export function storageOver(
  items: Map<string, string>,
  written: (key: string, value: string | undefined) => void = () => {},
): object {
  const write = (key: string, value: string | undefined): void => {
    put(items, key, value)
    written(key, value)
  }
  const methods = {
    getItem: (key: string): string | null => items.get(key) ?? null,
    setItem: write,
    removeItem: (key: string): void => {
      if (items.has(key)) write(key, undefined)
    },
  }
  return new Proxy(methods, {
    ownKeys: () => [...items.keys()],
    getOwnPropertyDescriptor: (_, key) => {
      const value = items.get(String(key))
      return value === undefined ? undefined : { value, enumerable: true, configurable: true }
    },
  })
}

function put(items: Map<string, string>, key: string, value: string | undefined): void {
  if (value === undefined) items.delete(key)
  else items.set(key, value)
}
