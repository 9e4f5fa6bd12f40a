import { filter, firstValueFrom, timeout } from 'rxjs'
import * as v from 'valibot'
import { floorOf, floorsNow, lowerFloor, noteFloors } from '../collections/message-floors.ts'
import type { Store } from '../store.ts'
import type { Epochs } from './epochs.ts'
import { OlderAnswer, type OlderMessages } from './older-page.ts'
import type { Floors, ReplicatedPuller } from './puller.ts'
import { belowFloors } from './sweep.ts'

/** Asks the server's `older_messages`. */
export type AskOlder = (conversationId: string, beforeSeq: number) => Promise<unknown>

/** How long the leader may take to store a page. */
const KEPT_MS = 10_000

/**
 * Fetches the page of messages before those the device holds, and has the leading tab keep it. Resolves once they are there; rejects as `ask` does, when the answer is
 * not the server's, or when nobody kept it.
 */
export async function bringOlder(store: Store, conversationId: string, ask: AskOlder): Promise<void> {
  const before_seq = await firstValueFrom(floorOf(store, conversationId))
  if (before_seq === null) return
  const answer = v.parse(OlderAnswer, await ask(conversationId, before_seq))
  const kept = firstValueFrom(
    floorOf(store, conversationId).pipe(
      filter((floor) => floor !== before_seq),
      timeout(KEPT_MS),
    ),
  )
  store.channel.tell({
    type: 'older_messages',
    page: { ...answer, conversation_id: conversationId, before_seq },
  })
  await kept
}

export type KeepParts = {
  store: Pick<Store, 'outbox'>
  epochs: Pick<Epochs, 'current'>
  messages: Pick<ReplicatedPuller, 'lay' | 'ask'>
}

/**
 * Keeps such a page, in the leading tab. The floor is lowered only once all of it is stored, and only where the page joins what is there: in the same epoch, and right
 * below it. So what is shown has no gap.
 */
export async function keepOlder({ store, epochs, messages }: KeepParts, page: OlderMessages): Promise<void> {
  if (page.epoch !== epochs.current('messages')) return messages.ask()
  const { epoch, floors } = await floorsNow(store.outbox)
  if (epoch !== page.epoch || floors[page.conversation_id] !== page.before_seq) return
  if (!(await messages.lay(page.rows, page.epoch))) return
  const lowest = page.rows.at(-1)?.seq
  await lowerFloor(store.outbox, page.conversation_id, {
    epoch,
    from: page.before_seq,
    to: page.has_older && lowest !== undefined ? lowest : null,
  })
}

/** Where a pull of messages begins, as the puller notes and asks it. */
export const messageFloors = ({ outbox, collections }: Pick<Store, 'outbox' | 'collections'>): Floors => ({
  note: (epoch, floors) => noteFloors(outbox, epoch, floors),
  below: async () => belowFloors(collections.messages, await floorsNow(outbox)),
})
