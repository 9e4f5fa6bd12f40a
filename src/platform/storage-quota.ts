export type StorageReport = { usedBytes: number; quotaBytes: number; persisted: boolean }

/** Asks the browser not to evict what this origin stores. Browsers decide silently or ask the person; false when refused. */
export async function keepStorage(): Promise<boolean> {
  if (!navigator.storage?.persist) return false
  return (await navigator.storage.persisted()) || (await navigator.storage.persist())
}

export async function storageReport(): Promise<StorageReport | undefined> {
  if (!navigator.storage?.estimate) return undefined
  const { usage = 0, quota = 0 } = await navigator.storage.estimate()
  return { usedBytes: usage, quotaBytes: quota, persisted: await navigator.storage.persisted() }
}
