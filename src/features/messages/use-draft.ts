import { useEffect, useState } from 'react'
import { RefusedWriteError } from '#sync/collections/write.ts'
import { showToast } from '#ui/toast-list.ts'
import { COPY } from './copy.ts'
import { readDraft, writeDraft } from './message-draft.ts'

/**
 * What is being written in a conversation. It is kept on the device until it is stored as a message: a text that is on its way into the
 * database belongs to the draft, and comes back in front of whatever was typed meanwhile when it could not be stored.
 */
export function useDraft(userId: string, conversationId: string, send: (body: string) => Promise<void>) {
  const [body, setBody] = useState(() => readDraft(userId, conversationId))
  const [leaving, setLeaving] = useState<string[]>([])
  useEffect(() => {
    const unsent = [...leaving, body].filter((text) => text !== '').join('\n')
    writeDraft(userId, conversationId, unsent)
  }, [userId, conversationId, leaving, body])

  async function submit() {
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
