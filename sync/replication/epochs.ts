import type { CollectionName } from '../collections/registry.ts'
import type { Outbox } from '../outbox/outbox.ts'

const SWEEP = 'sweep:'
const REPULL = 'repull:'
const EPOCH = 'epoch:'

/**
 * What must outlive a crash about the epochs of the collections. A sweep is due from the first page of a new epoch until everything that this epoch
 * did not bring is gone; a repull from the moment of doubt until the last page was stored.
 */
export type Epochs = {
  /** The epoch of the last pull, '' before the first. */
  current: (name: CollectionName) => string
  /** An answer came: notes its epoch, and that a sweep is due when it is a new one. */
  note(name: CollectionName, epoch: string, reset: boolean): Promise<void>
  /** The epoch whose sweep is due, undefined when none is. */
  sweepDue(name: CollectionName): string | undefined
  swept(name: CollectionName): Promise<void>
  /** The device is no longer sure of what the server has in this collection. */
  doubt(name: CollectionName): Promise<void>
  repullDue(name: CollectionName): boolean
  repulled(name: CollectionName): Promise<void>
}

export async function openEpochs(
  outbox: Pick<Outbox, 'remember' | 'recall'>,
  names: readonly CollectionName[],
): Promise<Epochs> {
  const known = new Map<string, string>()
  const onDisk = new Map<string, string>()
  const keys = names.flatMap((name) => [EPOCH + name, SWEEP + name, REPULL + name])
  await Promise.all(
    keys.map(async (key) => {
      const value = await outbox.recall(key)
      if (typeof value !== 'string') return
      known.set(key, value)
      onDisk.set(key, value)
    }),
  )
  let writing: Promise<unknown> = Promise.resolve()
  /**
   * Counts at once, and is written after what was noted before. What there was no room for is written when it is
   * noted again.
   */
  const write = (key: string, value: string): Promise<void> => {
    known.set(key, value)
    const written = writing.then(async () => {
      if ((onDisk.get(key) ?? '') === value) return
      await outbox.remember(key, value)
      onDisk.set(key, value)
    })
    writing = written.catch(() => {})
    return written
  }
  /** What is done and there was no room to say so is done once more after the next start. */
  const settle = (key: string): Promise<void> => write(key, '').catch(() => {})
  return {
    current: (name) => known.get(EPOCH + name) ?? '',
    note: async (name, epoch, reset) => {
      // Order matters: the sweep must be on record before anything of the new epoch is
      // A device that has only pushed has no checkpoint, so the server cannot say `reset`; we compare epochs ourselves.
      const before = known.get(EPOCH + name) ?? ''
      if (reset || (before !== '' && before !== epoch)) await write(SWEEP + name, epoch)
      await write(EPOCH + name, epoch)
    },
    sweepDue: (name) => known.get(SWEEP + name) || undefined,
    swept: (name) => settle(SWEEP + name),
    doubt: (name) => write(REPULL + name, 'due'),
    repullDue: (name) => known.get(REPULL + name) === 'due',
    repulled: (name) => settle(REPULL + name),
  }
}

/** Records that the device is no longer sure of what the server has in this collection. */
export const noteRepull = (outbox: Pick<Outbox, 'remember'>, name: CollectionName): Promise<void> =>
  outbox.remember(REPULL + name, 'due')
