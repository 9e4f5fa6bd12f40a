import { SimEvent, type SimTarget } from './events.ts'
import type { Process } from './process.ts'

/** Until what a page has written is told to the others, ms. */
const TOLD_AFTER_MS = 5
/** Until a browser has it on its disk, ms: what is younger is lost when the browser is killed. */
const ON_DISK_AFTER_MS = 5_000

/** localStorage of one device, as its browser holds it for all pages. */
export type WebStorageArea = {
  items: Map<string, string>
  /** What each living page holds of it; one that is frozen does not hear what others write. */
  pages: Set<Page>
  /** What was written lately, and what stood there before. */
  written: { at: number; key: string; before: string | undefined }[]
}
type Page = { process: Process; items: Map<string, string>; self: SimTarget }

export const createArea = (): WebStorageArea => ({ items: new Map(), pages: new Set(), written: [] })

/** The browser was killed: what it had not yet brought to its disk never was. */
export function loseUnwritten(area: WebStorageArea, now: number): void {
  for (const { at, key, before } of area.written.splice(0).toReversed()) {
    if (at > now - ON_DISK_AFTER_MS) put(area.items, key, before)
  }
}

/** The localStorage of a page. Others hear of what it writes by an event, in its order. */
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

/** A Storage whose keys are its own properties, as those of a browser are. */
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
