import { BehaviorSubject, type Observable, type Subscription } from 'rxjs'
import type { TabChannel } from './channel.ts'
import { editKey } from './outbox/parked.ts'

/** Which edits are in a request now, as `collection/id`; the leader's knowledge, shared with every tab. */
export type InFlight = {
  keys$: Observable<ReadonlySet<string>>
  keys(): ReadonlySet<string>
  /** This tab leads from now on: it alone answers for what is on its way, and what a leader that died left marked is not. */
  lead(): Marks
  close(): void
}

/** Marks and unmarks edits while the tab leads; after `end` nothing that was still running can mark any more. */
export type Marks = {
  add: (collection: string, ids: string[]) => void
  remove: (collection: string, ids: string[]) => void
  end(): void
}

export function createInFlight(channel: TabChannel): InFlight {
  const keys$ = new BehaviorSubject<ReadonlySet<string>>(new Set())
  /** Defined while this tab leads. */
  let mine: Set<string> | undefined
  const tell = (): void => {
    if (mine === undefined) return
    keys$.next(new Set(mine))
    channel.post({ type: 'sending', keys: [...mine] })
  }
  const hearing: Subscription = channel.messages$.subscribe((message) => {
    if (message.type === 'sending' && mine === undefined) keys$.next(new Set(message.keys))
    if (message.type === 'ask_sending') tell()
  })
  channel.post({ type: 'ask_sending' })
  return {
    keys$: keys$.asObservable(),
    keys: () => keys$.value,
    lead: () => {
      const marked = new Set<string>()
      mine = marked
      tell()
      const change = (apply: () => void): void => {
        if (mine !== marked) return
        apply()
        tell()
      }
      return {
        add: (collection, ids) => change(() => ids.forEach((id) => marked.add(editKey(collection, id)))),
        remove: (collection, ids) => {
          const gone = ids.map((id) => editKey(collection, id)).filter((key) => marked.has(key))
          if (gone.length > 0) change(() => gone.forEach((key) => marked.delete(key)))
        },
        end: () => {
          change(() => marked.clear())
          if (mine !== marked) return
          mine = undefined
          // Another tab may have led for long already: it says again what it has on its way
          channel.post({ type: 'ask_sending' })
        },
      }
    },
    close: () => {
      hearing.unsubscribe()
      keys$.complete()
    },
  }
}
