export type StorageReport = { usedBytes: number; quotaBytes: number; persisted: boolean }

/** Asks the browser not to evict what this origin stores. Browsers decide silently or ask the person; false when refused. */
export async function keepStorage(): Promise<boolean> {
  if (!navigator.storage?.persist) return false
  return (await navigator.storage.persisted()) || (await navigator.storage.persist())
}

const ASKED = 'mirutomo-storage-asked'

/** Asks that once, and remembers the answer: a person who was asked and refused is not asked again unless they press for it. */
export async function keepStorageOnce(): Promise<void> {
  try {
    if (localStorage.getItem(ASKED) !== null) return
    localStorage.setItem(ASKED, (await keepStorage()) ? 'granted' : 'refused')
  } catch {
    // Where the browser remembers nothing, it keeps nothing either
  }
}

export async function storageReport(): Promise<StorageReport | undefined> {
  if (!navigator.storage?.estimate) return undefined
  const { usage = 0, quota = 0 } = await navigator.storage.estimate()
  return { usedBytes: usage, quotaBytes: quota, persisted: await navigator.storage.persisted() }
}
