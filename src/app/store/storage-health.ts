import { isWebKit } from '#platform/engine.ts'
import { endFrozenPages } from '#platform/frozen-pages.ts'
import { createValue, type ObservableValue } from '#platform/observable-value.ts'
import { type StorageHealth, watchStorage } from '#sync/storage/storage-watch.ts'

const health = createValue<StorageHealth>('answers')

/** Does the storage of this browser answer this page? */
export const storageHealth: Pick<ObservableValue<StorageHealth>, 'read' | 'listen'> = health

/** This document was refused so often that the browser seems to open databases to another one only. */
export const noteRefusal = (): void => health.set('refused')

/** Before anything is stored or read. */
export function followStorageHealth(): void {
  watchStorage((next) => {
    health.set(next)
    if (next === 'slow' && isWebKit()) void endFrozenPages(() => health.read() === 'slow')
  })
}
