import { localEntries } from '../storage/local-entries.ts'
import { keysKept, ownWrites, underWay } from './unfinished-writes.ts'

/** The account leaves this device: what waits here is not kept for the next page. */
export function forgetUnfinished(): void {
  underWay.clear()
  ownWrites.clear()
  for (const key of keysKept()) localEntries()?.removeItem(key)
}
