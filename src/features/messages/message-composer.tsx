import { useId, useRef, type KeyboardEvent } from 'react'
import { MESSAGE_MAX_LENGTH } from '#domain/limits.ts'
import { Icon } from '#ui/icon.tsx'
import { lengthOf } from '#ui/text-area.tsx'
import { COPY } from './copy.ts'
import { useDraft } from './use-draft.ts'

const IME_KEY_CODE = 229
/** From this length on the person is told how much is left. */
const COUNTED_LENGTH = MESSAGE_MAX_LENGTH - 1_000

/** On a touch keyboard there is no Shift+Enter: there Enter breaks the line and the button sends. */
const sendsByEnter = (): boolean => !window.matchMedia('(hover: none) and (pointer: coarse)').matches

type MessageComposerProps = { userId: string; conversationId: string; send: (body: string) => Promise<void> }

/** Enter sends, but never while an IME composes; what is typed is kept per conversation until it is stored as a message. */
export function MessageComposer({ userId, conversationId, send }: MessageComposerProps) {
  const id = useId()
  const field = useRef<HTMLTextAreaElement>(null)
  const { body, setBody, submit } = useDraft(userId, conversationId, send)
  const length = lengthOf(body)
  const tooLong = length > MESSAGE_MAX_LENGTH
  const sendable = body.trim() !== '' && !tooLong

  function trySend() {
    field.current?.focus()
    if (sendable) void submit()
  }

  function onKeyDown(event: KeyboardEvent) {
    if (event.key !== 'Enter' || event.shiftKey || !sendsByEnter()) return
    if (event.nativeEvent.isComposing || event.keyCode === IME_KEY_CODE) return
    event.preventDefault()
    trySend()
  }

  return (
    <form
      className="pt-2 pb-[calc(0.75rem+env(safe-area-inset-bottom))]"
      onSubmit={(event) => {
        event.preventDefault()
        trySend()
      }}
    >
      {length > COUNTED_LENGTH && (
        <div className="flex flex-wrap justify-between gap-x-4 px-4 pb-1 text-xs text-muted">
          <p id={`${id}-long`} role="alert" className="text-danger">
            {tooLong && COPY.tooLong}
          </p>
          <p className={tooLong ? 'font-bold text-danger' : undefined}>{COPY.count(length)}</p>
        </div>
      )}
      <div className="flex items-end gap-2 rounded-[1.625rem] border border-line-strong bg-surface py-1 ps-4 pe-1 has-[textarea:focus-visible]:outline-3 has-[textarea:focus-visible]:outline-offset-1 has-[textarea:focus-visible]:outline-focus">
        <textarea
          ref={field}
          value={body}
          rows={1}
          aria-label={COPY.write}
          aria-describedby={`${id}-how`}
          aria-invalid={tooLong || undefined}
          aria-errormessage={tooLong ? `${id}-long` : undefined}
          placeholder={COPY.write}
          onChange={(event) => setBody(event.target.value)}
          onKeyDown={onKeyDown}
          className="field-sizing-content max-h-40 min-h-11 min-w-0 flex-1 resize-none bg-transparent py-2 text-base outline-none placeholder:text-muted"
        />
        <button
          type="submit"
          aria-label={COPY.send}
          title={COPY.send}
          disabled={!sendable}
          className="grid size-11 shrink-0 place-items-center rounded-full bg-ink text-on-ink transition-[opacity,background-color] duration-150 hover:opacity-88 disabled:cursor-not-allowed disabled:bg-sunken disabled:text-muted"
        >
          <Icon name="send" />
        </button>
      </div>
      <p id={`${id}-how`} hidden>
        {sendsByEnter() ? COPY.sendByEnter : COPY.sendByButton}
      </p>
    </form>
  )
}
