import { useId, useState } from 'react'
import { classNames } from '#ui/class-names.ts'
import { COPY } from './copy.ts'

const LONG_LENGTH = 240
const LONG_LINES = 6

/** A comment of any length: folded when long, its line breaks kept, never wider than its place. */
export function CommentText({ text }: { text: string }) {
  const id = useId()
  const [open, setOpen] = useState(false)
  const long = text.length > LONG_LENGTH || text.split('\n').length > LONG_LINES
  return (
    <div>
      <p
        id={id}
        dir="auto"
        className={classNames('whitespace-pre-line [word-break:normal]', long && !open && 'line-clamp-6')}
      >
        {text}
      </p>
      {long && (
        <button
          type="button"
          aria-expanded={open}
          aria-controls={id}
          onClick={() => setOpen(!open)}
          className="mt-1 min-h-8 text-sm font-bold underline underline-offset-3"
        >
          {open ? COPY.readLess : COPY.readMore}
        </button>
      )}
    </div>
  )
}
