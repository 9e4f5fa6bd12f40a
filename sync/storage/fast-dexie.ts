import type {
  BulkWriteRow,
  DexieSettings,
  RxStorageBulkWriteResponse,
  RxStorageInstanceCreationParams,
} from 'rxdb/plugins/core'
import { RxStorageDexie, type RxStorageInstanceDexie } from 'rxdb/plugins/storage-dexie'
import { countByIndex, findDocumentsById, getChangedDocumentsSince, query } from './fast-reads.ts'
import { bulkWrite } from './fast-write.ts'
import { purge } from './purge.ts'
import { createRoom, type Room } from './room.ts'

/** The collection that holds the catalogue. */
const CATALOGUE = 'videos'

/**
 * The Dexie storage of RxDB with its databases and schemas, but read and written through IndexedDB directly: by pages instead of a cursor, in one
 * transaction over one object store. Guarantee: a write is acknowledged only once it is on the disk, so what a person was told is stored survives a crash.
 */
export class FastDexieStorage extends RxStorageDexie {
  readonly room: Room
  /** Called when a database was closed by somebody else: because it is deleted, or by the browser. */
  readonly onLost: () => void
  constructor(room: Room, onLost: () => void) {
    super({ chromeTransactionDurability: 'strict' })
    this.room = room
    this.onLost = onLost
  }

  override async createStorageInstance<Doc>(
    params: RxStorageInstanceCreationParams<Doc, DexieSettings>,
  ): Promise<RxStorageInstanceDexie<Doc>> {
    const instance = await super.createStorageInstance<Doc>(params)
    const { dexieDb } = await instance.internals
    let removing = false
    dexieDb.on('close', () => {
      if (!removing && instance.closed === undefined) this.onLost()
    })
    const onRemove = (): void => {
      removing = true
    }
    return Object.assign(instance, overrides(instance, this.room, onRemove))
  }
}

/** What replaces the stock methods of an instance. */
function overrides<Doc>(instance: RxStorageInstanceDexie<Doc>, room: Room, onRemove: () => void) {
  const open = <Result>(work: () => Promise<Result>): Promise<Result> =>
    instance.closed === undefined
      ? work()
      : Promise.reject(new Error(`the storage of ${instance.collectionName} is closed`))
  const removeStock = instance.remove.bind(instance)
  return {
    bulkWrite: ((rows, context) => {
      const write = () => bulkWrite(instance, rows, context)
      if (!isExpendable(instance.collectionName)) return open(() => room.write(write))
      return open(async () => (await room.writeExpendable(write)) ?? leaveOut(instance, rows))
    }) as typeof instance.bulkWrite,
    findDocumentsById: ((ids, withDeleted) =>
      open(() => findDocumentsById(instance, ids, withDeleted))) as typeof instance.findDocumentsById,
    query: ((prepared) => open(() => query(instance, prepared))) as typeof instance.query,
    count: ((prepared) =>
      open(async () =>
        prepared.queryPlan.selectorSatisfiedByIndex
          ? { count: await countByIndex(instance, prepared), mode: 'fast' }
          : { count: (await query(instance, prepared)).documents.length, mode: 'slow' },
      )) as typeof instance.count,
    remove: async () => {
      const { dexieDb } = await instance.internals
      onRemove()
      await removeStock()
      // The stock storage leaves an empty database behind, whose name says whose it was. Another tab may delay this; nobody waits for it.
      indexedDB.deleteDatabase(dexieDb.name)
    },
    getChangedDocumentsSince: (limit: number, checkpoint?: { id: string; lwt: number }) =>
      open(() => getChangedDocumentsSince(instance, limit, checkpoint)),
  }
}

/**
 * The catalogue is a cache, and what the replication notes for itself it finds out again: both do without what there is no room for, so that a full device
 * neither pulls for ever nor stops replicating.
 */
const isExpendable = (collection: string): boolean =>
  collection === CATALOGUE || collection.startsWith('rx-replication-meta-')

/** Answers as if the rows had been stored. What they were to remove is removed: that needs no room. */
async function leaveOut<Doc>(
  instance: RxStorageInstanceDexie<Doc>,
  rows: BulkWriteRow<Doc>[],
): Promise<RxStorageBulkWriteResponse<Doc>> {
  const gone = rows.filter(({ document }) => document._deleted)
  await purge(
    instance,
    gone.map(({ document }) => String(document[instance.primaryPath])),
  )
  return { error: [] }
}

/** `room`: what is given up when the device is full. `onLost`: see FastDexieStorage. */
export const getFastDexieStorage = (
  room: Room = createRoom(),
  onLost: () => void = () => {},
): FastDexieStorage => new FastDexieStorage(room, onLost)
