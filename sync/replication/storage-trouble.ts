import type { RxCollection } from 'rxdb/plugins/core'
import type { SyncedDocument } from '../collections/definition.ts'
import { writeDocuments } from '../collections/write.ts'
import { editKey } from '../outbox/parked.ts'
import type { Store } from '../store.ts'

/** How often the wait doubles. */
const DOUBLINGS = 4

/** RxDB reports what a handler threw under a code of its own; what comes from the storage comes as it is. */
export const isOfTheStorage = (error: unknown): boolean =>
  !(typeof error === 'object' && error !== null && 'rxdb' in error)

/**
 * Repeats what could not be stored: `again` is called after a wait that doubles while the trouble lasts, and is over when `settled` is called. Without it RxDB
 * would go on with the next page, and what was in this one would never come.
 */
export function createRecovery(waitMs: number, again: () => Promise<void>) {
  let failures = 0
  let timer: ReturnType<typeof setTimeout> | undefined
  const failed = (): void => {
    if (timer !== undefined) return
    timer = setTimeout(
      () => {
        timer = undefined
        again().catch(failed)
      },
      waitMs * 2 ** Math.min(failures++, DOUBLINGS),
    )
  }
  return {
    failed,
    settled: (): void => {
      if (timer === undefined) failures = 0
    },
    stop: (): void => clearTimeout(timer),
  }
}

/**
 * Has every unsaved document of a collection pushed again: the server's answer to one may have got lost on the way to the disk. The server takes each once.
 */
export async function pushAgain(
  store: Pick<Store, 'outbox'>,
  collection: RxCollection<SyncedDocument>,
): Promise<void> {
  const unsaved = await collection.find({ selector: { row_version: 0 } }).exec()
  const parked = store.outbox.parked()
  const waiting = unsaved.map(({ id }) => id).filter((id) => !parked.has(editKey(collection.name, id)))
  await writeDocuments(collection, waiting, (_, current) =>
    current === undefined || current.row_version > 0
      ? undefined
      : { ...current, retries: (current.retries ?? 0) + 1 },
  )
}
