import { firstValueFrom } from 'rxjs'
import type { Exchange } from './exchange.ts'
import { TransportFailure } from './failure.ts'
import type { Round } from './round.ts'

export type SyncNowParts = {
  exchange: Pick<Exchange, 'failure$' | 'insist'>
  round: Pick<Round, 'ended'>
  pullAll: () => void
  /** Resolves when nothing is left to be pushed. */
  inSync: () => Promise<void>
}

/** Pushes what is pending and pulls everything. Rejects with the first failure, and at once while the server wants to be left alone. */
export async function syncNow({ exchange, round, pullAll, inSync }: SyncNowParts): Promise<void> {
  const failed = firstValueFrom(exchange.failure$).then((failure) => {
    throw failure
  })
  failed.catch(() => {})
  // Order matters: listened for before it begins
  const ended = round.ended()
  pullAll()
  const retryAfterMs = exchange.insist()
  if (retryAfterMs > 0) throw new TransportFailure({ kind: 'busy', retryAfterMs })
  await Promise.race([failed, ended.then(inSync)])
}
