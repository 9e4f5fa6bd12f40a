import type { WithDeleted } from 'rxdb/plugins/core'
import * as v from 'valibot'
import type { SyncedDocument } from '../collections/definition.ts'
import type { CollectionName } from '../collections/registry.ts'
import { fastInstanceOf } from '../storage/fast-dexie.ts'
import type { Progress } from '../storage/land.ts'
import { BEFORE_LAYING_OVER, sameDocument } from './conflict.ts'
import { ExchangeStopped } from './exchange.ts'
import { untilAborted } from './leadership.ts'
import { NEXT_PULL_PHASE, type PullEvent, type PullPhase } from './pull-phase.ts'
import { toLearned, toPage } from './pulled.ts'
import { PAGE_SIZE, type Puller, type PullerParts } from './puller.ts'
import { leftOver } from './sweep.ts'
import { Checkpoint } from './transport.ts'

export type DirectPuller = Puller & {
  start(): void
  /** Ends it; what is being written is written to its end. */
  stop(): Promise<void>
}

const NOTHING: Progress = { checkpoint: undefined, isWhole: false }
/** How often the wait after an error of the storage doubles. */
const DOUBLINGS = 4

export type DirectPullerParts = PullerParts & {
  /** The first wait after an error of the storage. */
  retryMs: number
}

/**
 * The pull of a collection that the server alone writes. Pages are laid straight into the storage, each together with its checkpoint, while the next is
 * fetched; nothing is ever pushed, so RxDB's replication and its record of what the server was last known to have are not needed.
 */
export function createDirectPuller(name: CollectionName, parts: DirectPullerParts): DirectPuller {
  const { collection, exchange, epochs } = parts
  const instance = fastInstanceOf(collection)
  const token = collection.database.token
  let phase: PullPhase = 'rest'
  let repulling = false
  /** How far the pull has come as long as this leads: also where there was no room to write it down. */
  let reached: Progress | undefined
  const stopping = new AbortController()
  let pulling: Promise<void> = Promise.resolve()
  /** Everything that writes, one after the other. */
  let writing: Promise<void> = Promise.resolve()

  const lay = (
    documents: WithDeleted<SyncedDocument>[],
    progress?: Progress,
    likelyNew = false,
  ): Promise<unknown> => {
    const turn = writing.then(() =>
      stopping.signal.aborted
        ? undefined
        : instance.land(
            {
              documents,
              progress,
              likelyNew,
              isKnown: (row, stored) => sameDocument(row, stored, BEFORE_LAYING_OVER),
            },
            token,
          ),
    )
    writing = turn.then(
      () => {},
      () => {},
    )
    return turn
  }

  const move = (event: PullEvent): void => {
    phase = NEXT_PULL_PHASE[phase][event]
  }
  const left = (): void => move('left')

  const round = async (): Promise<void> => {
    const { checkpoint: landedAt, isWhole } = reached ?? (await instance.landedProgress()) ?? NOTHING
    const landed = v.safeParse(Checkpoint, landedAt)
    if (epochs.repullDue(name)) repulling = true
    let asked = landed.success && !repulling ? landed.output : null
    let answering = exchange.pull(name, asked, PAGE_SIZE, left)
    for (;;) {
      const answer = await answering
      await epochs.note(name, answer.epoch, answer.reset)
      const { documents, checkpoint } = await toPage(name, answer, asked)
      const isLast = answer.rows.length < PAGE_SIZE
      asked = checkpoint ?? null
      if (!isLast) {
        move('page')
        answering = exchange.pull(name, asked, PAGE_SIZE, left)
        // Whoever awaits it below hears of it
        answering.catch(() => {})
      }
      try {
        const progress = checkpoint && { checkpoint, isWhole: isWhole || isLast }
        await lay(documents, progress, !isWhole)
        reached = progress
      } catch (error) {
        // The exchange knows one question of a collection at a time: nothing is asked again before this one was answered
        if (!isLast) await answering
        throw error
      }
      if (isLast) return finish()
    }
  }

  const finish = async (): Promise<void> => {
    if (repulling) {
      repulling = false
      await epochs.repulled(name)
    }
    const epoch = epochs.sweepDue(name)
    if (epoch !== undefined) {
      await lay(await leftOver(collection, epoch))
      if ((await leftOver(collection, epoch)).length === 0) await epochs.swept(name)
    }
  }

  /** Pulls until nothing more is asked for. A round is repeated until it succeeds: an error here is one of the storage. */
  const pull = async (): Promise<void> => {
    for (let failures = 0; !stopping.signal.aborted;) {
      try {
        await round()
        failures = 0
        move('stored')
        if (epochs.repullDue(name)) move('wish')
        if (phase === 'rest') return parts.onPulled(name)
        exchange.expect([name])
      } catch (error) {
        if (error instanceof ExchangeStopped) return
        move('spoiled')
        move('wish')
        repulling = false
        reached = undefined
        const waitMs = parts.retryMs * 2 ** Math.min(failures++, DOUBLINGS)
        await Promise.race([pause(waitMs), untilAborted(stopping.signal)])
      }
    }
  }

  const ask = (): void => {
    const rested = phase === 'rest'
    move('wish')
    if (!rested || stopping.signal.aborted) return
    exchange.expect([name])
    pulling = pull()
  }

  return {
    start: ask,
    stop: async () => {
      stopping.abort()
      await Promise.all([pulling, writing])
    },
    ask,
    restart: () => {
      repulling = false
      ask()
    },
    learn: (rows) => {
      const documents = toLearned(name, rows)
      // What was fetched elsewhere can be fetched again
      if (documents.length > 0) lay(documents).catch(() => {})
    },
  }
}

const pause = (ms: number): Promise<void> => new Promise((resolve) => setTimeout(resolve, ms))
