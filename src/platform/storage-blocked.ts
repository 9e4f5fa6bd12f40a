import { createValue, type ObservableValue } from './observable-value.ts'

const blocked = createValue(false)

/** true when this browser keeps nothing for the app: forbidden by the person, or by the browser's mode. */
export const storageBlocked: Pick<ObservableValue<boolean>, 'read' | 'listen'> = blocked

/** Finds that out; leaves nothing behind. */
export async function lookWhetherStorageIsBlocked(): Promise<void> {
  blocked.set(!(await canOpen()))
}

/** Rejects where this browser keeps nothing for the app: a session has no place there. */
export async function requireStorage(): Promise<void> {
  await lookWhetherStorageIsBlocked()
  if (blocked.read()) throw new Error('storage is blocked')
}

async function canOpen(): Promise<boolean> {
  // Where even the list is refused, the attempt below tells why
  const kept = async () => indexedDB.databases()
  return (await kept().catch(() => [])).length > 0 || canCreate()
}

function canCreate(): Promise<boolean> {
  return new Promise((resolve) => {
    try {
      // A new name: a page that is frozen while it creates a database keeps all others out of it (WebKit)
      const request = indexedDB.open(`mirutomo-probe-${crypto.randomUUID()}`)
      // An upgrade that is aborted leaves no database
      request.onupgradeneeded = () => {
        request.transaction?.abort()
        resolve(true)
      }
      // WebKit after its storage process has ended: another document can open it
      request.onerror = () => resolve(/server lost/.test(request.error?.message ?? ''))
    } catch {
      resolve(false)
    }
  })
}
