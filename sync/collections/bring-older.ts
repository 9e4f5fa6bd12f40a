import { filter, firstValueFrom, timeout } from 'rxjs'
import * as v from 'valibot'
import { floorOf } from './message-floors.ts'
import type { Store } from '../store.ts'
import { OlderAnswer } from './older-page.ts'

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
