import {
  type EventBulk,
  getHeightOfRevision,
  type RxDocumentData,
  type RxStorageChangeEvent,
  type RxStorageDefaultCheckpoint,
} from 'rxdb/plugins/core'
import type { RxStorageInstanceDexie } from 'rxdb/plugins/storage-dexie'
import { Subject } from 'rxjs'
import * as v from 'valibot'

type Changes<Doc> = EventBulk<RxStorageChangeEvent<RxDocumentData<Doc>>, RxStorageDefaultCheckpoint>

const Change = v.object({
  documentId: v.string(),
  documentData: v.object({ _rev: v.string(), _deleted: v.boolean(), _meta: v.object({ lwt: v.number() }) }),
})
const Told = v.object({
  collection: v.string(),
  /** Of the schema. */
  version: v.number(),
  // Checked without being copied
  bulk: v.looseObject({
    id: v.string(),
    events: v.array(v.custom<v.InferOutput<typeof Change>>((event) => v.is(Change, event))),
  }),
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
      const changes$ = new Subject<Changes<Doc>>()
      const inOrder = createOrder()
      const tell = (bulk: Changes<Doc>): void => {
        const events = bulk.events.filter(inOrder)
        if (events.length > 0) changes$.next({ ...bulk, events })
      }
      const telling = instance.changeStream().subscribe((bulk) => {
        joined.postMessage({ collection, version, bulk })
        tell(bulk)
      })
      telling.add(
        told$.subscribe((told) => {
          if (told.collection !== collection || told.version !== version) return
          // Written by the same code as this, and parsed as far as it is used here
          tell(told.bulk as unknown as Changes<Doc>)
        }),
      )
      telling.add(() => changes$.complete())
      telling.add(leave)
      const [close, remove] = [instance.close.bind(instance), instance.remove.bind(instance)]
      Object.assign(instance, {
        changeStream: () => changes$.asObservable(),
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

type Newest = { height: number; isDeleted: boolean; at: number }

/**
 * Tells whether a change is the newest that was heard of its document. Hazard: a busy tab hears of its own write only when it comes to it, and by then another tab,
 * which found the write in the storage, may have written over it and been heard; a live query would go back to what was.
 */
function createOrder(): (change: v.InferOutput<typeof Change>) => boolean {
  const newest = new Map<string, Newest>()
  return ({ documentId, documentData: { _rev, _deleted, _meta } }) => {
    const change = { height: getHeightOfRevision(_rev), isDeleted: _deleted, at: _meta.lwt }
    const known = newest.get(documentId)
    // A document that was purged begins again at the first revision
    const beginsAgain = known?.isDeleted === true && !change.isDeleted && change.at > known.at
    if (known !== undefined && change.height < known.height && !beginsAgain) return false
    // Nothing is older than a first revision: most documents never need to be remembered
    if (known !== undefined || change.height > 1) newest.set(documentId, change)
    return true
  }
}
