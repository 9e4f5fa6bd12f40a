import { COLLECTION_NAMES } from '../collections/registry.ts'
import type { Outbox } from '../outbox/outbox.ts'
import { noteRepull } from '../replication/epochs.ts'

/** The outbox remembers under this name that nothing of what is stored must be sealed any more. */
export const SETTLED = 'departure_settled'

/**
 * Whose departure did not end is still here. It may have emptied a part of the databases, so everything is pulled again. Writes only where there is something to
 * forget: a full device must open too.
 */
export async function forgetSettled(outbox: Pick<Outbox, 'recall' | 'remember'>): Promise<void> {
  if ((await outbox.recall(SETTLED)) !== true) return
  for (const name of COLLECTION_NAMES) await noteRepull(outbox, name)
  await outbox.remember(SETTLED, false)
}
