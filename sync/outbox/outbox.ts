import { createRoom, type Room } from '../storage/room.ts'
import { createMemory, type Memory } from './memory.ts'
import {
  openOutboxDatabase,
  type OutboxContent,
  type OutboxDatabase,
  readOutboxDatabase,
} from './outbox-database.ts'
import { createOverruledValues, type OverruledValues } from './overruled-values.ts'
import { createParkedEdits, type ParkedEdits } from './parked-edits.ts'
import { createWrite, type Write } from './unstored.ts'

/** Edits that were refused or that lost to another device, over all tabs of this device, and what the engine remembers. */
export type Outbox = ParkedEdits &
  OverruledValues &
  Memory & {
    /** Reads again what other tabs may have changed. */
    refresh(): Promise<void>
    close(): void
  }

/**
 * Opens the outbox and waits until what is parked is known; where it rejects, nothing of it stays open. `onLost` is called when somebody else closes its database:
 * because it is deleted, or the browser. `room`: what is given up for it on a full device. Guarantee: what the server has answered is known here even when there is
 * no room for it, as long as the tab lives; or the same edit would be sent again and again.
 */
export async function openOutbox(
  storeName: string,
  onLost: () => void = () => {},
  room: Room = createRoom(),
): Promise<Outbox> {
  const database = openOutboxDatabase(storeName)
  let closed = false
  database.on('close', () => {
    if (!closed) onLost()
  })
  const close = (): void => {
    closed = true
    database.close()
  }
  try {
    const found = await readOutboxDatabase(database)
    return createOutbox({ database, found, write: createWrite(room), close })
  } catch (error) {
    close()
    throw error
  }
}

type Parts = { database: OutboxDatabase; found: OutboxContent; write: Write; close: () => void }

function createOutbox(parts: Parts): Outbox {
  const { database, write } = parts
  const parked = createParkedEdits(parts)
  const overruled = createOverruledValues(parts)
  /** Stores what there was no room for, if there is room again. */
  const storeUnstored = async (): Promise<void> => {
    const [edits, values] = [parked.unstored.items(), overruled.unstored.items()]
    if (edits.length + values.length === 0) return
    const isStored = await write(() =>
      database.transaction('rw', database.parked, database.overruled, async () => {
        await database.parked.bulkPut(edits)
        await database.overruled.bulkPut(values)
      }),
    )
    if (!isStored) return
    parked.unstored.settle(edits)
    overruled.unstored.settle(values)
  }
  return {
    ...parked.edits,
    ...overruled.values,
    ...createMemory(database, storeUnstored),
    refresh: async () => {
      await Promise.all([parked.refresh(), overruled.refresh()])
    },
    close: () => {
      parked.close()
      overruled.close()
      parts.close()
    },
  }
}
