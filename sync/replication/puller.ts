import type { RxCollection, WithDeleted } from 'rxdb/plugins/core'
import type { RxReplicationState } from 'rxdb/plugins/replication'
import { filter, firstValueFrom, type Observable, Subject } from 'rxjs'
import type { SyncedDocument } from '../collections/definition.ts'
import type { CollectionName } from '../collections/registry.ts'
import type { Epochs } from './epochs.ts'
import type { Exchange } from './exchange.ts'
import { NEXT_PULL_PHASE, type PullEvent, type PullPhase } from './pull-phase.ts'
import { type Page, toDocuments, toLearned, toPage } from './pulled.ts'
import { leftOver } from './sweep.ts'
import type { Checkpoint } from './transport.ts'

/** Rows of one collection in one answer; at most what the server gives (1,000). */
export const PAGE_SIZE = 500

type StreamItem = { documents: WithDeleted<SyncedDocument>[]; checkpoint: Checkpoint } | 'RESYNC'

/** The pull of one collection. */
export type Puller = {
  /** Something may have changed: asks for one more pull after whatever is out, however often it is called. */
  ask(): void
  /** The next pull begins at the start. */
  restart(): void
  /** Lays rows fetched elsewhere into the collection, in turn with the pages of the pull. */
  learn(rows: unknown[]): void
}

/** The pull of a collection that RxDB replicates, because people write it too. */
export type ReplicatedPuller = Puller & {
  handler: (checkpoint: Checkpoint | undefined, limit: number) => Promise<Page>
  stream$: Observable<StreamItem>
  attach(state: RxReplicationState<SyncedDocument, Checkpoint>): void
  /** Something of what was handed over could not be stored: this pull counts for nothing. */
  spoil(): void
  /**
   * Lays rows of an epoch into the collection, in turn with the pages of the pull; one older than the device's own changes nothing. Resolves once they are
   * there; to false when they are not, say because a page came between.
   */
  lay(rows: Record<string, unknown>[], epoch: string): Promise<boolean>
}

/** What a pull from the start does not bring, of a collection of which it does not bring everything. */
export type Floors = {
  note(epoch: string, floors: Record<string, number>): Promise<void>
  /** The removal of what is there and was left out. */
  below(): Promise<WithDeleted<SyncedDocument>[]>
}

export type PullerParts = {
  collection: RxCollection<SyncedDocument>
  exchange: Pick<Exchange, 'pull' | 'expect'>
  epochs: Epochs
  /** Everything the server had was stored, and nothing more was asked for since that request left. */
  onPulled: (name: CollectionName) => void
}

export type ReplicatedPullerParts = PullerParts & {
  /** What the server had came, and not all of it could be stored. */
  onTrouble: () => void
  floors?: Floors
}

export function createPuller(name: CollectionName, parts: ReplicatedPullerParts): ReplicatedPuller {
  const { collection, exchange, epochs } = parts
  const stream$ = new Subject<StreamItem>()
  let replication: RxReplicationState<SyncedDocument, Checkpoint> | undefined
  let phase: PullPhase = 'asked'
  let repulling = false
  let spoiled = false
  /** How often RxDB has called for a page. */
  let calls = 0

  /** Whenever it comes to be asked, RxDB is told to call; after a full page it calls by itself. */
  const move = (event: PullEvent): void => {
    const before = phase
    phase = NEXT_PULL_PHASE[before][event]
    if (phase !== 'asked' || before === 'asked' || event === 'page') return
    exchange.expect([name])
    // It ends with the replication
    wishForCall().catch(() => {})
  }
  const ask = (): void => move('wish')

  /** Hazard: RxDB (17.6) forgets the wish where documents wait before it in its stream (`downstream.ts`, `addNewTask`). So it is told until it calls. */
  const wishForCall = async (): Promise<void> => {
    const before = calls
    do {
      stream$.next('RESYNC')
      await passed()
    } while (calls === before && replication?.internalReplicationState?.events.canceled.value === false)
  }

  /** Resolves when RxDB pushes nothing: it takes nothing from its stream meanwhile. */
  const pushed = async (): Promise<void> => {
    const pushing$ = replication?.internalReplicationState?.events.active.up
    if (pushing$) await firstValueFrom(pushing$.pipe(filter((pushing) => !pushing)))
  }

  /** Resolves when RxDB has taken what was in its stream, and is done with it. */
  const passed = async (): Promise<void> => {
    await soon()
    await pushed()
    await stored()
  }

  const handler = async (checkpoint: Checkpoint | undefined, limit: number): Promise<Page> => {
    calls++
    const fromStart = epochs.repullDue(name) && !repulling
    if (fromStart) repulling = true
    const asked = fromStart ? null : validCheckpoint(checkpoint)
    const answer = await exchange.pull(name, asked, limit, () => move('left'))
    await epochs.note(name, answer.epoch, answer.reset)
    // Before anything of it is stored, or what was left out would look like a beginning
    if (answer.left_out !== undefined) await parts.floors?.note(answer.epoch, answer.left_out.floors)
    const page = await toPage(name, answer, asked)
    if (page.documents.length >= limit) move('page')
    else stored().then(finish).catch(giveUp)
    return page
  }

  /** Resolves when RxDB has stored what it was handed. */
  const stored = async (): Promise<void> => {
    await soon()
    await replication?.internalReplicationState?.streamQueue.down
  }

  const finish = async (): Promise<void> => {
    // A sweep now would remove what this pull failed to bring
    if (spoiled) return giveUp()
    if (repulling) {
      // What was left out may have changed unnoticed
      await put((await parts.floors?.below()) ?? [])
      repulling = false
      await epochs.repulled(name)
    }
    const epoch = epochs.sweepDue(name)
    if (epoch !== undefined) await sweep(epoch)
    // This call was made before the doubt, though its request may have left after it
    if (epochs.repullDue(name)) move('wish')
    move('stored')
    // A wish that waits was made after the request had left
    if (phase === 'rest') parts.onPulled(name)
  }

  /** What this pull brought could not be completed: it counts for nothing, and is asked for again. */
  const giveUp = (): void => {
    spoiled = false
    repulling = false
    move('spoiled')
    parts.onTrouble()
  }

  /** Removes what the new epoch did not bring. What stays because it was just edited is settled by its push. */
  const sweep = async (epoch: string): Promise<void> => {
    const documents = await leftOver(collection, epoch)
    await put(documents)
    if (documents.length === 0 || (await leftOver(collection, epoch)).length === 0) await epochs.swept(name)
  }

  /** Through the replication's own stream, so that no page comes between. */
  const put = async (documents: WithDeleted<SyncedDocument>[]): Promise<void> => {
    if (documents.length === 0) return
    stream$.next({ documents, checkpoint: NO_CHECKPOINT })
    await stored()
  }

  const holds = async (documents: WithDeleted<SyncedDocument>[]): Promise<boolean> => {
    const found = await collection.storageInstance.findDocumentsById(
      documents.map(({ id }) => id),
      true,
    )
    const held = new Map(found.map((document) => [document.id, document.row_version]))
    return documents.every(({ id, row_version }) => {
      const version = held.get(id)
      // What was edited here goes up, and the answer brings what the server has
      return version !== undefined && (version === 0 || version >= row_version)
    })
  }

  return {
    handler,
    stream$: stream$.asObservable(),
    attach: (state) => {
      replication = state
    },
    ask,
    spoil: () => {
      spoiled = true
    },
    restart: () => {
      repulling = false
      ask()
    },
    lay: async (rows, epoch) => {
      const documents = toDocuments(name, rows, epoch)
      for (let tries = 0; tries < LAY_TRIES; tries++) {
        // What waits in the stream RxDB drops when it asks for a page
        await pushed()
        await put(documents)
        if (await holds(documents)) return true
      }
      return false
    },
    learn: (rows) => {
      const documents = toLearned(name, rows)
      if (documents.length > 0) stream$.next({ documents, checkpoint: NO_CHECKPOINT })
    },
  }
}

const LAY_TRIES = 3

const soon = (): Promise<void> => new Promise((resolve) => setTimeout(resolve, 0))

/** RxDB lays a checkpoint over the last one field by field, so one without fields changes nothing. */
const NO_CHECKPOINT = {} as Checkpoint

function validCheckpoint(checkpoint: Checkpoint | undefined): Checkpoint | null {
  return checkpoint?.epoch === undefined ? null : checkpoint
}
