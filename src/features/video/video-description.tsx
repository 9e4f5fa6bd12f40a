import { useId, useState } from 'react'
import { classNames } from '#ui/class-names.ts'
import { COPY } from './copy.ts'

const SHORT_LENGTH = 140
const SHORT_LINES = 4

/** The video's own text, folded when long. */
export function VideoDescription({ text }: { text: string }) {
  const id = useId()
  const [open, setOpen] = useState(false)
  const trimmed = text.trim()
  if (!trimmed) return null
  const long = trimmed.length > SHORT_LENGTH || trimmed.split('\n').length > SHORT_LINES
  return (
    <section aria-label={COPY.description} className="rounded-lg bg-sunken px-4 py-3 text-sm">
      <p id={id} dir="auto" className={classNames('whitespace-pre-line', long && !open && 'line-clamp-3')}>
        {trimmed}
      </p>
      {long && (
        <button
          type="button"
          aria-expanded={open}
          aria-controls={id}
          onClick={() => setOpen(!open)}
          className="mt-1 min-h-8 font-bold underline underline-offset-3"
        >
          {open ? COPY.lessText : COPY.fullText}
        </button>
      )}
    </section>
  )
}
