import { floorsNow, lowerFloor, noteFloors } from '../collections/message-floors.ts'
import type { Store } from '../store.ts'
import type { Epochs } from './epochs.ts'
import type { OlderMessages } from '../collections/older-page.ts'
import type { Floors, ReplicatedPuller } from './puller.ts'
import { belowFloors } from './sweep.ts'

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
