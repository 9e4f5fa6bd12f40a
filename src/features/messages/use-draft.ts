import { useEffect, useRef, useState } from 'react'
import { bothTexts, listenToDraft } from '#platform/drafts.ts'
import { RefusedWriteError } from '#sync/collections/write.ts'
import { showToast } from '#ui/toast-list.ts'
import { useStableCallback } from '#ui/use-stable-callback.ts'
import { COPY } from './copy.ts'
import { messageDraftKey, readDraft, writeDraft } from './message-draft.ts'

/**
 * What is being written in a conversation. It is kept on the device until it is stored as a message: a text that is on its way into the
 * database belongs to the draft, and comes back in front of whatever was typed meanwhile when it could not be stored. All tabs show the same draft; what two of
 * them typed without knowing of each other is kept, one after the other.
 */
export function useDraft(userId: string, conversationId: string, send: (body: string) => Promise<void>) {
  const [body, setBody] = useState(() => readDraft(userId, conversationId))
  const [leaving, setLeaving] = useState<string[]>([])
  /** The draft of all tabs as this one knows it. */
  const shared = useRef(body)
  const mine = [...leaving, body].filter((text) => text !== '').join('\n')

  useEffect(() => {
    const there = readDraft(userId, conversationId)
    const isKnown = there === shared.current
    writeDraft(userId, conversationId, isKnown ? mine : bothTexts(there, mine))
    // Where there is no room for it, another text is there
    shared.current = readDraft(userId, conversationId)
    if (!isKnown) setBody((typed) => bothTexts(there, typed))
  }, [userId, conversationId, mine])

  /** Takes over what another tab made of the draft. What was typed here and is not there yet stays (above). Answers whether it had changed. */
  const follow = (): boolean => {
    const there = readDraft(userId, conversationId)
    if (there === shared.current || mine !== shared.current) return false
    shared.current = there
    setBody(there)
    return true
  }
  const onChanged = useStableCallback(() => void follow())
  useEffect(
    () => listenToDraft(messageDraftKey(userId, conversationId), onChanged),
    [userId, conversationId, onChanged],
  )

  async function submit() {
    // A tab that slept may not have been told: what it shows was perhaps sent by another
    if (follow()) return
    setBody('')
    setLeaving((texts) => [...texts, body])
    try {
      await send(body)
    } catch (error) {
      setBody((typed) => (typed === '' ? body : `${body}\n${typed}`))
      const message = error instanceof RefusedWriteError ? COPY.refused(error.code) : COPY.notStored
      showToast({ kind: 'error', message })
    }
    setLeaving((texts) => texts.toSpliced(texts.indexOf(body), 1))
  }
  return { body, setBody, submit }
}
