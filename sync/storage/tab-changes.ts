import type {
  EventBulk,
  RxDocumentData,
  RxStorageChangeEvent,
  RxStorageDefaultCheckpoint,
} from 'rxdb/plugins/core'
import type { RxStorageInstanceDexie } from 'rxdb/plugins/storage-dexie'
import { merge, Subject } from 'rxjs'
import * as v from 'valibot'

type Changes<Doc> = EventBulk<RxStorageChangeEvent<RxDocumentData<Doc>>, RxStorageDefaultCheckpoint>

const Told = v.object({
  collection: v.string(),
  /** Of the schema. */
  version: v.number(),
  bulk: v.looseObject({ id: v.string(), events: v.array(v.unknown()) }),
})

/** How the tabs and the worker tell each other what they have written to one database. */
export type TabChanges = {
  /** From now on this collection tells its changes, and hears those of the others, until it is closed or removed. */
  share<Doc>(instance: RxStorageInstanceDexie<Doc>, version: number): void
}

/**
 * In place of RxDB's own channel, which drops every message that is dated before the receiver began to listen: after the device's clock was set back, a tab would
 * not be heard until it is opened again. Here nothing is dated; the browser keeps the order of each sender. The channel is open while a collection shares it.
 */
export function createTabChanges(databaseName: string): TabChanges {
  const told$ = new Subject<v.InferOutput<typeof Told>>()
  let sharing = 0
  let channel: BroadcastChannel | undefined

  const join = (): BroadcastChannel => {
    sharing++
    if (channel !== undefined) return channel
    channel = new BroadcastChannel(`${databaseName} changes`)
    channel.onmessage = (event: MessageEvent<unknown>) => {
      const told = v.safeParse(Told, event.data)
      if (told.success) told$.next(told.output)
    }
    return channel
  }
  const leave = (): void => {
    if (--sharing > 0 || channel === undefined) return
    channel.onmessage = null
    channel.close()
    channel = undefined
  }

  return {
    share: <Doc>(instance: RxStorageInstanceDexie<Doc>, version: number) => {
      const joined = join()
      const collection = instance.collectionName
      const own$ = instance.changeStream()
      const others$ = new Subject<Changes<Doc>>()
      const telling = own$.subscribe((bulk) => joined.postMessage({ collection, version, bulk }))
      telling.add(
        told$.subscribe((told) => {
          if (told.collection !== collection || told.version !== version) return
          // Written by the same code as this, and parsed as far as it is used here
          others$.next(told.bulk as unknown as Changes<Doc>)
        }),
      )
      telling.add(() => others$.complete())
      telling.add(leave)
      const [close, remove] = [instance.close.bind(instance), instance.remove.bind(instance)]
      Object.assign(instance, {
        changeStream: () => merge(others$, own$),
        close: () => {
          telling.unsubscribe()
          return close()
        },
        remove: () => {
          telling.unsubscribe()
          return remove()
        },
      } satisfies Partial<RxStorageInstanceDexie<Doc>>)
    },
  }
}
