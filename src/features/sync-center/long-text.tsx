import { useId, useState } from 'react'
import { classNames } from '#ui/class-names.ts'
import { COPY } from './copy.ts'

const LONG_LENGTH = 160
const LONG_LINES = 4

/** What somebody wrote, of any length: folded when long, its line breaks kept. */
export function LongText({ text, className }: { text: string; className?: string }) {
  const id = useId()
  const [open, setOpen] = useState(false)
  const long = text.length > LONG_LENGTH || text.split('\n').length > LONG_LINES
  return (
    <div className={className}>
      <p
        id={id}
        dir="auto"
        className={classNames('wrap-anywhere whitespace-pre-line', long && !open && 'line-clamp-4')}
      >
        {text}
      </p>
      {long && (
        <button
          type="button"
          aria-expanded={open}
          aria-controls={id}
          onClick={() => setOpen(!open)}
          className="mt-1 min-h-8 text-sm font-bold pointer-coarse:min-h-11 underline underline-offset-3"
        >
          {open ? COPY.readLess : COPY.readMore}
        </button>
      )}
    </div>
  )
}
