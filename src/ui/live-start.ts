import { useState } from 'react'
import type { Readable } from './keep-reading.ts'
import { useLive } from './use-live.ts'

/**
 * Makes a hook that gives the first `limit` items of an owner's live list, undefined until they are read. While
 * more are read, those that were there stay; never those of another owner.
 */
export function liveStart<Owner extends object, Item>(
  read: (owner: Owner, limit: number) => Readable<Item[]>,
): (owner: Owner | null, limit: number) => Item[] | undefined {
  const known = new WeakMap<Owner, Map<number, Readable<Item[]>>>()
  const sourceOf = (owner: Owner, limit: number): Readable<Item[]> => {
    const sources = known.get(owner) ?? new Map<number, Readable<Item[]>>()
    known.set(owner, sources)
    const source = sources.get(limit) ?? read(owner, limit)
    sources.set(limit, source)
    return source
  }
  return function useStart(owner, limit) {
    const read = useLive<Item[] | undefined>(owner && sourceOf(owner, limit), undefined)
    const [kept, setKept] = useState<{ owner: Owner; items: Item[] } | null>(null)
    if (owner && read && kept?.items !== read) setKept({ owner, items: read })
    return read ?? (kept?.owner === owner ? kept?.items : undefined)
  }
}
