import * as v from 'valibot'
import { Subject, type Observable } from 'rxjs'
import { ENGINE_STATES } from './engine-state.ts'
import { OlderMessages } from './collections/older-page.ts'
import { FAILURE_KINDS } from './replication/failure.ts'

const Rows = v.array(v.record(v.string(), v.unknown()))
const TabMessage = v.variant('type', [
  /** The leader tells which edits are on their way. */
  v.object({ type: v.literal('sending'), keys: v.array(v.string()) }),
  /** A new tab asks for that, and for the state of the engine. */
  v.object({ type: v.literal('ask_sending') }),
  /** Rows fetched outside the pull; the leader stores them. */
  v.object({ type: v.literal('learn'), collection: v.string(), rows: Rows }),
  /** Older messages of a conversation, which a tab has asked for; the leader keeps them. */
  v.object({ type: v.literal('older_messages'), page: OlderMessages }),
  /** Somebody wants the leader to push and pull; the leader answers when done. */
  v.object({ type: v.literal('sync_now'), request: v.string() }),
  /** The leader has heard that. */
  v.object({ type: v.literal('alive'), request: v.string() }),
  /** `failure`: null when the round succeeded. */
  v.object({ type: v.literal('synced'), request: v.string(), failure: v.nullable(v.string()) }),
  /** The device is no longer sure of what the server has here: pull from the start. */
  v.object({ type: v.literal('repull'), collection: v.string() }),
  /** The leader's engine moved to another state. */
  v.object({
    type: v.literal('engine'),
    state: v.picklist(ENGINE_STATES),
    lastSyncedAt: v.nullable(v.number()),
    syncedAt: v.record(v.string(), v.number()),
    nextTry: v.nullable(v.object({ at: v.number(), asked: v.boolean() })),
    failure: v.nullable(v.picklist(FAILURE_KINDS)),
  }),
  v.object({ type: v.literal('clock'), offset: v.number(), error: v.number(), at: v.number() }),
])
export type TabMessage = v.InferOutput<typeof TabMessage>

/** What the tabs and the worker of one account on this device tell each other. */
export type TabChannel = {
  messages$: Observable<TabMessage>
  /** To all others. */
  post: (message: TabMessage) => void
  /** To all others and to this tab itself: whichever leads will hear it. */
  tell(message: TabMessage): void
  close(): void
}

export function openTabChannel(name: string): TabChannel {
  const channel = new BroadcastChannel(name)
  const messages$ = new Subject<TabMessage>()
  let open = true
  // What is still running while the store closes has nobody left to tell
  const post = (message: TabMessage): void => {
    if (open) channel.postMessage(message)
  }
  channel.onmessage = (event: MessageEvent<unknown>) => {
    const message = v.safeParse(TabMessage, event.data)
    if (message.success) messages$.next(message.output)
  }
  return {
    messages$: messages$.asObservable(),
    post,
    tell: (message) => {
      post(message)
      messages$.next(message)
    },
    close: () => {
      open = false
      channel.onmessage = null
      channel.close()
      messages$.complete()
    },
  }
}
