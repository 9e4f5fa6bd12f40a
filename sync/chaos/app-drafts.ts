/** The draft of a conversation, wired as in src/features/messages/message-composer.tsx. */
import { draftAt, type DraftVersion, listenToDrafts } from '#platform/open-draft.ts'
import { hasMessage, sendMessage } from '../collections/messages.ts'
import type { Store } from '../store.ts'

export type Composer = {
  text: () => string | null
  offered: () => readonly DraftVersion[]
  type: (text: string | null) => void
  take: (version: DraftVersion) => void
  drop: (version: DraftVersion) => void
  /** Sends the text. Calls `leaving` with it just before it is stored. */
  send: (leaving: (text: string) => void) => Promise<void>
  /** Unmounts the screen. */
  close: () => void
}

export function openComposer(store: Store, conversationId: string): Composer {
  const draft = draftAt({ whose: store.userId, name: `message:${conversationId}` }, () => {})
  const close = listenToDrafts(draft.look)
  draft.settle((id) => hasMessage(store, id)).catch(() => {})
  return {
    text: () => draft.state().text,
    offered: () => draft.state().offered,
    type: draft.type,
    take: draft.take,
    drop: (version) => void draft.drop(version),
    send: (leaving) =>
      draft.send(
        (text, id) => {
          leaving(text)
          return sendMessage(store, conversationId, text, id)
        },
        () => store.newId(),
      ),
    close,
  }
}
