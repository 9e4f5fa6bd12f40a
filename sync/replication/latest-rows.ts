import { messages } from '../collections/messages.ts'
import type { Store } from '../store.ts'

const NONE: ReadonlyMap<string, Record<string, unknown>> = new Map()

/**
 * What of these waiting rows changed on the device since they began to wait, as it is to be sent now. Only messages: the server takes the text that comes
 * first, so the first to come must be the last that was written, and what was cancelled must never leave with its text.
 */
export async function latestRows(
  store: Pick<Store, 'collections' | 'userId'>,
  collection: string,
  ids: string[],
): Promise<ReadonlyMap<string, Record<string, unknown>>> {
  if (collection !== 'messages') return NONE
  const stored = await store.collections.messages.storageInstance.findDocumentsById(ids, false)
  const waiting = stored.filter(({ row_version }) => row_version === 0)
  return new Map(waiting.map((document) => [document.id, messages.toRow(document, store.userId)]))
}
