import type { Page } from 'playwright-core'

/** Whatever a browser keeps for an origin, as text: what a search for somebody's words must not find after they left. */
export type Traces = Record<string, string>

/**
 * Reads every place in which this origin may keep something: all IndexedDB databases with keys and values
 * (bytes told as UTF-8 and UTF-16), Cache Storage with addresses, headers and bodies but those of code,
 * storages, cookies, shown notifications, push subscription.
 */
export async function tracesOf(page: Page): Promise<Traces> {
  const traces = await page.evaluate(readTraces, '')
  const cookies = await page.context().cookies()
  return { ...traces, cookies: JSON.stringify(cookies) }
}

/** What the databases hold whose names begin so. */
export async function textIn(page: Page, databases: string): Promise<string> {
  return Object.values(await page.evaluate(readTraces, databases)).join('\n')
}

/** Where each of the words is found: `word in place`. */
export function found(traces: Traces, words: readonly string[]): string[] {
  return Object.entries(traces).flatMap(([place, text]) =>
    words.filter((word) => text.includes(word)).map((word) => `${word} in ${place}`),
  )
}

/** Everything shown on a page, with what its fields hold. */
export function shownOn(page: Page): Promise<string> {
  return page.evaluate(() => {
    const fields = Array.from(document.querySelectorAll('input, textarea'), (field) =>
      field instanceof HTMLInputElement || field instanceof HTMLTextAreaElement ? field.value : '',
    )
    return [document.title, document.body.innerText, ...fields].join('\n')
  })
}

/** The names of the databases that are there. */
export const databaseNames = (page: Page): Promise<string[]> =>
  page.evaluate(async () => (await indexedDB.databases()).flatMap(({ name }) => name ?? []))

/** Runs in the page. Unless `only` is empty it reads nothing but the databases whose names begin so. */
export async function readTraces(only: string): Promise<Traces> {
  const textOfBytes = (bytes: Uint8Array): string =>
    ['utf-8', 'utf-16le'].map((encoding) => new TextDecoder(encoding).decode(bytes)).join('\n')
  const blobs: Blob[] = []
  const textOf = (value: unknown): string => {
    if (value instanceof Blob) return `blob ${blobs.push(value)}`
    if (value instanceof ArrayBuffer) return textOfBytes(new Uint8Array(value))
    if (ArrayBuffer.isView(value))
      return textOfBytes(new Uint8Array(value.buffer, value.byteOffset, value.byteLength))
    if (value instanceof Map || value instanceof Set) return textOf([...value])
    if (Array.isArray(value)) return value.map(textOf).join('\n')
    if (typeof value === 'object' && value !== null) return textOf(Object.entries(value).flat())
    return String(value)
  }
  const openDatabase = (name: string): Promise<IDBDatabase | undefined> =>
    new Promise((resolve) => {
      const request = indexedDB.open(name)
      // Deleted since it was listed: looking must not make it again
      request.onupgradeneeded = () => request.transaction?.abort()
      request.onsuccess = () => resolve(request.result)
      request.onerror = () => resolve(undefined)
    })
  const readTable = (database: IDBDatabase, table: string): Promise<unknown[]> =>
    new Promise((resolve, reject) => {
      const transaction = database.transaction(table, 'readonly')
      const keys = transaction.objectStore(table).getAllKeys()
      const values = transaction.objectStore(table).getAll()
      transaction.oncomplete = () => resolve([keys.result, values.result])
      transaction.onabort = () => reject(transaction.error ?? new Error(table))
    })

  const traces: Record<string, string> = {}
  for (const { name = '' } of await indexedDB.databases()) {
    if (!name.startsWith(only)) continue
    const database = await openDatabase(name)
    if (database === undefined) continue
    traces[`database ${name}`] = name
    for (const table of database.objectStoreNames)
      traces[`database ${name}/${table}`] = textOf(await readTable(database, table))
    database.close()
  }
  for (const [index, blob] of blobs.entries()) traces[`blob ${index + 1}`] = textOf(await blob.arrayBuffer())
  if (only !== '') return traces
  for (const name of await caches.keys()) {
    const cache = await caches.open(name)
    for (const request of await cache.keys()) {
      const answer = await cache.match(request)
      const headers = [...request.headers, ...(answer?.headers ?? [])]
      // The name has the content's hash in it: the same for everybody, and megabytes
      const isCode = new URL(request.url).pathname.startsWith('/assets/')
      const body = isCode || answer?.type === 'opaque' ? '' : await answer?.text()
      traces[`cache ${name}: ${request.url}`] = textOf([name, request.url, headers, body])
    }
  }
  traces['local storage'] = JSON.stringify(Object.entries(localStorage))
  traces['session storage'] = JSON.stringify(Object.entries(sessionStorage))
  const registration = await navigator.serviceWorker.getRegistration()
  const notifications = (await registration?.getNotifications()) ?? []
  traces['notifications'] = JSON.stringify(
    notifications.map(({ title, body, tag, data }) => [title, body, tag, data]),
  )
  traces['push'] = JSON.stringify((await registration?.pushManager?.getSubscription()) ?? null)
  return traces
}
