import { BehaviorSubject, type Observable, type Subscription } from 'rxjs'
import type { TabChannel } from './channel.ts'
import { editKey } from './outbox/parked.ts'

/** Which edits are in a request now, as `collection/id`; the leader's knowledge, shared with every tab. */
export type InFlight = {
  keys$: Observable<ReadonlySet<string>>
  keys(): ReadonlySet<string>
  add: (collection: string, ids: string[]) => void
  remove: (collection: string, ids: string[]) => void
  clear(): void
  close(): void
}

export function createInFlight(channel: TabChannel): InFlight {
  const keys$ = new BehaviorSubject<ReadonlySet<string>>(new Set())
  let mine: Set<string> | undefined
  const tell = (): void => {
    if (mine === undefined) return
    keys$.next(new Set(mine))
    channel.post({ type: 'sending', keys: [...mine] })
  }
  const change = (apply: (set: Set<string>) => void): void => {
    mine ??= new Set()
    apply(mine)
    tell()
  }
  const hearing: Subscription = channel.messages$.subscribe((message) => {
    if (message.type === 'sending' && mine === undefined) keys$.next(new Set(message.keys))
    if (message.type === 'ask_sending') tell()
  })
  channel.post({ type: 'ask_sending' })
  return {
    keys$: keys$.asObservable(),
    keys: () => keys$.value,
    add: (collection, ids) => change((set) => ids.forEach((id) => set.add(editKey(collection, id)))),
    remove: (collection, ids) => {
      const gone = ids.map((id) => editKey(collection, id)).filter((key) => keys$.value.has(key))
      if (gone.length > 0) change((set) => gone.forEach((key) => set.delete(key)))
    },
    clear: () => {
      change((set) => set.clear())
      // From here on another tab may lead, and it alone answers for what is on its way
      mine = undefined
    },
    close: () => {
      hearing.unsubscribe()
      keys$.complete()
    },
  }
}
