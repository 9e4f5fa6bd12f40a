import { isGecko } from './engine.ts'

export type StorageReport = { usedBytes: number; quotaBytes: number; persisted: boolean }

/** Asks the browser not to evict what this origin stores. Firefox asks the person; the others decide silently. False when refused. */
export async function keepStorage(): Promise<boolean> {
  if (!navigator.storage?.persist) return false
  return (await navigator.storage.persisted()) || (await navigator.storage.persist())
}

let hasAsked = false

/**
 * Asks that once in the life of the page, where nobody is disturbed by it: a browser that refused may agree later, when the app is
 * installed or used more.
 */
export async function keepStorageSilently(): Promise<void> {
  if (hasAsked || isGecko()) return
  hasAsked = true
  await keepStorage().catch(() => false)
}

export async function storageReport(): Promise<StorageReport | undefined> {
  if (!navigator.storage?.estimate) return undefined
  const { usage = 0, quota = 0 } = await navigator.storage.estimate()
  return { usedBytes: usage, quotaBytes: quota, persisted: await navigator.storage.persisted() }
}
