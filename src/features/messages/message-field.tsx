import { useId, type KeyboardEvent, type ReactNode, type RefObject } from 'react'
import { MESSAGE_MAX_LENGTH } from '#domain/limits.ts'
import { hasSomethingToSee } from '#domain/text.ts'
import { GrowingTextArea } from '#ui/growing-text-area.tsx'
import { Icon, type IconName } from '#ui/icon.tsx'
import { lengthOf } from '#ui/text-area.tsx'
import { COPY } from './copy.ts'

const IME_KEY_CODE = 229
/** From this length on the person is told how much is left. */
const COUNTED_LENGTH = MESSAGE_MAX_LENGTH - 1_000

/** On a touch keyboard there is no Shift+Enter: there Enter breaks the line and the button sends. */
const sendsByEnter = (): boolean => !window.matchMedia('(hover: none) and (pointer: coarse)').matches

type MessageFieldProps = {
  body: string
  onChange: (body: string) => void
  /** Only called with a text of which something is seen and that is not too long. */
  onSubmit: () => void
  label: string
  button: { label: string; icon: IconName }
  field: RefObject<HTMLTextAreaElement | null>
  onEscape?: () => void
  /** What an IME composed was given up. */
  onAbandon?: () => void
  /** Above the field. */
  children?: ReactNode
}

/** Where a message is written. Enter sends, but never while an IME composes. */
export function MessageField({
  body,
  onChange,
  onSubmit,
  label,
  button,
  field,
  onEscape,
  onAbandon,
  children,
}: MessageFieldProps) {
  const id = useId()
  const length = lengthOf(body)
  const tooLong = length > MESSAGE_MAX_LENGTH
  const sendable = hasSomethingToSee(body) && !tooLong

  function trySend() {
    field.current?.focus()
    if (sendable) onSubmit()
  }

  function onKeyDown(event: KeyboardEvent) {
    if (event.nativeEvent.isComposing || event.keyCode === IME_KEY_CODE) return
    if (event.key === 'Escape' && onEscape) {
      event.preventDefault()
      onEscape()
    }
    if (event.key !== 'Enter' || event.shiftKey || !sendsByEnter()) return
    event.preventDefault()
    trySend()
  }

  return (
    <form
      className="pt-2 pb-3"
      onSubmit={(event) => {
        event.preventDefault()
        trySend()
      }}
    >
      {children}
      {length > COUNTED_LENGTH && (
        <div className="flex flex-wrap justify-between gap-x-4 px-4 pb-1 text-xs text-muted">
          <p id={`${id}-long`} role="alert" className="text-danger">
            {tooLong && COPY.tooLong}
          </p>
          <p className={tooLong ? 'font-bold text-danger' : undefined}>{COPY.count(length)}</p>
        </div>
      )}
      <div className="flex items-end gap-2 rounded-[1.625rem] border border-line-strong bg-surface py-1 ps-4 pe-1 has-[:is(input,textarea):focus-visible]:outline-3 has-[:is(input,textarea):focus-visible]:outline-offset-1 has-[:is(input,textarea):focus-visible]:outline-focus">
        <GrowingTextArea
          ref={field}
          value={body}
          rows={1}
          data-kept
          aria-label={label}
          aria-describedby={`${id}-how`}
          aria-invalid={tooLong || undefined}
          aria-errormessage={tooLong ? `${id}-long` : undefined}
          placeholder={label}
          onChange={(event) => onChange(event.target.value)}
          onKeyDown={onKeyDown}
          onCompositionEnd={({ data }) => data === '' && onAbandon?.()}
          className="field-sizing-content max-h-40 min-h-11 min-w-0 flex-1 resize-none bg-transparent py-2 text-base outline-none placeholder:text-muted"
        />
        <button
          type="submit"
          aria-label={button.label}
          title={button.label}
          disabled={!sendable}
          className="grid size-11 shrink-0 place-items-center rounded-full bg-ink text-on-ink transition-[opacity,background-color] duration-150 hover:opacity-88 disabled:cursor-not-allowed disabled:bg-sunken disabled:text-muted"
        >
          <Icon name={button.icon} />
        </button>
      </div>
      <p id={`${id}-how`} hidden>
        {sendsByEnter() ? COPY.sendByEnter : COPY.sendByButton}
      </p>
    </form>
  )
}
