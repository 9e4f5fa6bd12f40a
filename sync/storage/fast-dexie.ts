import type {
  BulkWriteRow,
  DexieSettings,
  RxCollection,
  RxDocumentData,
  RxStorageBulkWriteResponse,
  RxStorageInstanceCreationParams,
} from 'rxdb/plugins/core'
import { Dexie } from 'dexie'
import { RxStorageDexie, type RxStorageInstanceDexie } from 'rxdb/plugins/storage-dexie'
import { untilHeldAgain } from '../locks.ts'
import { type Edit, editDocuments } from './edit.ts'
import {
  countByIndex,
  findDocumentsById,
  getChangedDocumentsSince,
  query,
  readInPieces,
} from './fast-reads.ts'
import { bulkWrite, categorize } from './fast-write.ts'
import { land, landedProgress, type Landing } from './land.ts'
import { leavingOut } from './lean-schema.ts'
import { AccountLeftError, DatabaseClosedError, DOCS, PROGRESS, write } from './native.ts'
import { purge } from './purge.ts'
import { createRoom, isFull, type Room } from './room.ts'
import { createTabChanges, type TabChanges } from './tab-changes.ts'

// A page in the back/forward cache keeps its databases open, without any transaction (`storage-watch.ts`): by default Dexie
// closes them, and each return would open the whole store anew
Dexie.disableBfCache = true

/** The collection that holds the catalogue. */
const CATALOGUE = 'videos'
const SETTINGS: DexieSettings = { chromeTransactionDurability: 'strict' }

/**
 * The Dexie storage of RxDB with its databases and schemas, but read and written through IndexedDB directly: by pages instead of a cursor, in one
 * transaction over one object store. Guarantee: a write is acknowledged only once it is on the disk, so what a person was told is stored survives a crash.
 */
export class FastDexieStorage extends RxStorageDexie {
  readonly room: Room
  /** Called when a database was closed by somebody else: because it is deleted, or by the browser. */
  readonly onLost: () => void
  /** Collections that the server alone writes: nobody asks for their changes in the order of writing, so they need no index for it. */
  readonly #pullOnly: readonly string[]
  readonly #evicted: AbortSignal | undefined
  readonly #changes = new Map<string, TabChanges>()
  readonly #stockForPullOnly = new RxStorageDexie({ ...SETTINGS, onCreate: leavingOut(['[_meta.lwt+id]']) })

  /** `evicted`: aborts when the account leaves this device; from then on no edit is acknowledged. */
  constructor(room: Room, onLost: () => void, pullOnly: readonly string[], evicted?: AbortSignal) {
    super({ ...SETTINGS, onCreate: leavingOut([]) })
    this.room = room
    this.onLost = onLost
    this.#pullOnly = pullOnly
    this.#evicted = evicted
  }

  override async createStorageInstance<Doc>(
    params: RxStorageInstanceCreationParams<Doc, DexieSettings>,
  ): Promise<FastInstance<Doc>> {
    // What is written is told to the other tabs by our own channel (`tab-changes.ts`)
    const alone = { ...params, multiInstance: false }
    const instance = await (this.#pullOnly.includes(params.collectionName)
      ? this.#stockForPullOnly.createStorageInstance<Doc>(alone)
      : super.createStorageInstance<Doc>(alone))
    const { dexieDb } = await instance.internals
    let removing = false
    dexieDb.on('close', () => {
      if (!removing && instance.closed === undefined) this.onLost()
    })
    const onRemove = (): void => {
      removing = true
    }
    const fast = Object.assign(instance, overrides(instance, this.room, onRemove, this.#evicted))
    if (params.multiInstance) this.#changesOf(params.databaseName).share(fast, params.schema.version)
    return fast
  }

  #changesOf(databaseName: string): TabChanges {
    const changes = this.#changes.get(databaseName) ?? createTabChanges(databaseName)
    this.#changes.set(databaseName, changes)
    return changes
  }
}

/** A stock instance with our methods in place of its own, and those of a collection that the server alone writes (`land.ts`). */
export type FastInstance<Doc> = RxStorageInstanceDexie<Doc> &
  Pick<ReturnType<typeof overrides<Doc>>, 'land' | 'landedProgress' | 'edit' | 'readInPieces' | 'setOrigin'>

/** What replaces the stock methods of an instance. */
function overrides<Doc>(
  instance: RxStorageInstanceDexie<Doc>,
  room: Room,
  onRemove: () => void,
  evicted: AbortSignal | undefined,
) {
  const leaving = new Promise((resolve) => evicted?.addEventListener('abort', resolve))
  const stayHere = (): void => {
    if (evicted?.aborted === true) throw new AccountLeftError('the account leaves this device')
  }
  const open = <Result>(work: () => Promise<Result>): Promise<Result> =>
    instance.closed === undefined
      ? work()
      : Promise.reject(new DatabaseClosedError(`the storage of ${instance.collectionName} is closed`))
  const removeStock = instance.remove.bind(instance)
  let origin: Promise<string> | undefined
  return {
    bulkWrite: (async (given, context) => {
      const hash = isFromServer(context) ? await origin : undefined
      const rows = hash === undefined ? given : given.map((row) => marked(row, hash))
      const write = () => writeOrClash(instance, rows, context, () => bulkWrite(instance, rows, context))
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
      // Or a collection that comes back before its database is gone would believe that it has everything
      await write(instance.internals, (_, transaction) => transaction.objectStore(PROGRESS).clear(), [
        DOCS,
        PROGRESS,
      ])
      onRemove()
      await removeStock()
      // The stock storage leaves an empty database behind, whose name says whose it was. Another tab may delay this; nobody waits for it.
      indexedDB.deleteDatabase(dexieDb.name)
    },
    /** Answers false when there was no room for what the device can do without: then only what the rows remove was removed. */
    land: (landing: Landing<Doc>, token: string): Promise<boolean> => {
      const write = () => land(instance, landing, token).then(() => true)
      if (!isExpendable(instance.collectionName)) return open(() => room.write(write))
      return open(async () => (await room.writeExpendable(write)) ?? leaveLandingOut(instance, landing))
    },
    edit: async (
      ids: readonly string[],
      edit: Edit<Doc>,
      token: string,
      likelyNew?: boolean,
    ): Promise<string[]> => {
      stayHere()
      const written = await open(() => room.write(() => editDocuments(instance, ids, edit, token, likelyNew)))
      await Promise.race([untilHeldAgain(), leaving])
      // A tab that slept through a departure hears of it only now: what was read there was read without this
      stayHere()
      return written
    },
    /** What RxDB marks documents of the server's with: the hash of the replication's identifier. */
    setOrigin: (hash: Promise<string>): void => {
      origin = hash
    },
    readInPieces: (
      sortedBy: string & keyof Doc,
      size: number,
      piece: (documents: RxDocumentData<Doc>[]) => void,
    ) => open(() => readInPieces(instance, sortedBy, size, piece)),
    landedProgress: () => open(() => landedProgress(instance)),
    getChangedDocumentsSince: (limit: number, checkpoint?: { id: string; lwt: number }) =>
      open(() => getChangedDocumentsSince(instance, limit, checkpoint)),
  }
}

/** RxDB's name for what a replication writes that comes from the server. */
const isFromServer = (context: string): boolean => context.startsWith('replication-downstream-')

/**
 * RxDB marks a document that comes from the server, so that it is not taken for an edit when the process dies before the replication has noted it; but where the
 * document is new, it drops the mark on the way to the storage (17.6). Without it, what the server says of the document later is never stored.
 */
function marked<Doc>(row: BulkWriteRow<Doc>, hash: string): BulkWriteRow<Doc> {
  if (row.previous !== undefined) return row
  const { document } = row
  return { document: { ...document, _meta: { ...document._meta, o: { _rev: 1, hash } } } }
}

/**
 * The catalogue is a cache, and what the replication notes for itself it finds out again: both do without what there is no room for, so that a full device
 * neither pulls for ever nor stops replicating.
 */
const isExpendable = (collection: string): boolean =>
  collection === CATALOGUE || collection.startsWith('rx-replication-meta-')

/**
 * RxDB writes at every opening what is there already, to learn from the clash. On a full device the attempt fails for want of room before it clashes; then what is
 * there is read, so that what is stored can be opened.
 */
async function writeOrClash<Doc>(
  instance: RxStorageInstanceDexie<Doc>,
  rows: BulkWriteRow<Doc>[],
  context: string,
  write: () => Promise<RxStorageBulkWriteResponse<Doc>>,
): Promise<RxStorageBulkWriteResponse<Doc>> {
  try {
    return await write()
  } catch (error) {
    if (!isFull(error)) throw error
    const ids = rows.map(({ document }) => String(document[instance.primaryPath]))
    const found = await findDocumentsById(instance, ids, true)
    const existing = new Map(found.map((document) => [String(document[instance.primaryPath]), document]))
    const { bulkInsertDocs, bulkUpdateDocs, errors } = categorize(instance, existing, rows, context)
    if (bulkInsertDocs.length > 0 || bulkUpdateDocs.length > 0) throw error
    return { error: errors }
  }
}

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

async function leaveLandingOut<Doc>(
  instance: RxStorageInstanceDexie<Doc>,
  { documents }: Landing<Doc>,
): Promise<false> {
  const gone = documents.filter((document) => document._deleted)
  await purge(
    instance,
    // The primary path is typed as a key of the stored document only
    gone.map((document) => String((document as RxDocumentData<Doc>)[instance.primaryPath])),
  )
  return false
}

/** `room`: what is given up when the device is full. `onLost`, `pullOnly`, `evicted`: see FastDexieStorage. */
export const getFastDexieStorage = (
  room: Room = createRoom(),
  onLost: () => void = () => {},
  pullOnly: readonly string[] = [],
  evicted?: AbortSignal,
): FastDexieStorage => new FastDexieStorage(room, onLost, pullOnly, evicted)

/** Where a collection of the engine is stored, without what RxDB wraps around it. */
export const fastInstanceOf = <Doc>({ storageInstance }: RxCollection<Doc>): FastInstance<Doc> =>
  storageInstance.originalStorageInstance as FastInstance<Doc>
