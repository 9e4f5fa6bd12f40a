import { isFull, type Room } from '../storage/room.ts'

/** Answers false when there was no room. */
export type Write = (work: () => PromiseLike<unknown>) => Promise<boolean>

export const createWrite =
  (room: Room): Write =>
  async (work) => {
    try {
      await room.write(async () => work())
      return true
    } catch (error) {
      if (isFull(error)) return false
      throw error
    }
  }

/** What there was no room for: it counts as long as the tab lives, in place of what is stored under the same key. */
export type Unstored<Item> = {
  items(): Item[]
  /** What is stored, with these in its place. */
  over(stored: Item[]): Item[]
  /** These were written, or there was no room for them. */
  note(items: Item[], isStored: boolean): void
  /** These are stored by now; what has taken the place of one meanwhile is not. */
  settle(items: Item[]): void
  drop(keys: string[]): void
}

export function createUnstored<Item>(keyOf: (item: Item) => string): Unstored<Item> {
  const byKey = new Map<string, Item>()
  return {
    items: () => [...byKey.values()],
    over: (stored) => [...stored.filter((item) => !byKey.has(keyOf(item))), ...byKey.values()],
    note: (items, isStored) => {
      for (const item of items) {
        byKey.delete(keyOf(item))
        if (!isStored) byKey.set(keyOf(item), item)
      }
    },
    settle: (items) => {
      for (const item of items) if (byKey.get(keyOf(item)) === item) byKey.delete(keyOf(item))
    },
    drop: (keys) => {
      for (const key of keys) byKey.delete(key)
    },
  }
}
