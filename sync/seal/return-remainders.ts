import { withLock } from '../locks.ts'
import { layOver } from '../generations/carry-over.ts'
import { type OlderEdit, readDocument } from '../generations/older-store.ts'
import type { Store } from '../store.ts'
import { CannotUnseal, type UnsealFailure } from './seal-box.ts'
import { countOf, type Draft, type Remainder } from './remainder.ts'
import { openRemainder } from './seal-remainder.ts'
import { learnSealKey, type SealKeyServer } from './seal-key.ts'
import { forgetSealed, sealedOf } from './sealed-database.ts'

/** What became of an account's sealed remainders. */
export type Returned = {
  /** How many things are back, as unsaved edits, refused edits and drafts. */
  count: number
  /** Records that stay sealed, because they do not open. */
  unopened: { id: string; reason: UnsealFailure }[]
}

/**
 * Learns the account's key, and lays what is sealed for it on this device back into its store, be it of one departure or of several. Guarantee: a sealed record is removed only once everything of it is on the
 * disk; interrupted at any moment, or repeated with a record that was put back, it changes nothing twice, because edits are joined. One that does not open stays. Rejects
 * when the server cannot be asked just now.
 */
export async function returnRemainders(
  store: Store,
  server: SealKeyServer,
  putDraftsBack: (drafts: Draft[]) => void,
): Promise<Returned> {
  const { handle, publicKey } = await learnSealKey(store.outbox, server)
  return withLock('unseal', '', async () => {
    const returned: Returned = { count: 0, unopened: [] }
    const records = await sealedOf(handle)
    if (records.length === 0) return returned
    const privateKey = await server.privateKey()
    if (privateKey === null) throw new Error('the server has no key')
    const laid: { id: string; drafts: Draft[] }[] = []
    for (const record of records) {
      try {
        const remainder = await openRemainder(record, { publicKey, privateKey }, store.userId)
        await layBack(store, remainder)
        laid.push({ id: record.id, drafts: remainder.drafts })
        returned.count += countOf(remainder)
      } catch (error) {
        if (!(error instanceof CannotUnseal)) throw error
        returned.unopened.push({ id: record.id, reason: error.reason })
      }
    }
    // The latest first, as what was begun last stands
    for (const { id, drafts } of laid.toReversed()) {
      putDraftsBack(drafts)
      // Order matters: not before everything is on the disk
      await forgetSealed([id])
    }
    return returned
  })
}

async function layBack(store: Store, { generation, edits, parked, overruled }: Remainder): Promise<void> {
  const read = edits.map(({ collection, id, stored }): OlderEdit => {
    return { collection, id, ...readDocument(collection, stored, generation) }
  })
  await layOver(store, read, parked)
  if (overruled.length > 0) await store.outbox.overrule(overruled, [])
}
