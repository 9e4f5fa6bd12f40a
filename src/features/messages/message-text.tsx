import { useId, useState } from 'react'
import { classNames } from '#ui/class-names.ts'
import { COPY } from './copy.ts'
import { splitLinks } from './split-links.ts'

const LONG_LENGTH = 1_000
const LONG_LINES = 20

type MessageTextProps = {
  text: string
  className: string
  /** The person unfolds or folds it: what is in view must not be scrolled away from under them. */
  onFold: () => void
}

/** What somebody wrote: line breaks kept, addresses as links, folded when very long. */
export function MessageText({ text, className, onFold }: MessageTextProps) {
  const id = useId()
  const [open, setOpen] = useState(false)
  const long = text.length > LONG_LENGTH || text.split('\n', LONG_LINES + 1).length > LONG_LINES
  return (
    <div className={className}>
      <p
        id={id}
        dir="auto"
        className={classNames(
          'text-start text-wrap whitespace-pre-wrap wrap-anywhere [word-break:normal] [unicode-bidi:isolate]',
          long && !open && 'line-clamp-18',
        )}
      >
        {splitLinks(text).map((part, index) =>
          part.link ? (
            // oxlint-disable-next-line no-array-index-key -- the parts of a message never change
            <a key={index} href={part.text} target="_blank" rel="noreferrer" className="text-ink underline">
              {part.text}
            </a>
          ) : (
            part.text
          ),
        )}
      </p>
      {long && (
        <button
          type="button"
          aria-expanded={open}
          aria-controls={id}
          onClick={() => {
            onFold()
            setOpen(!open)
          }}
          className="mt-1 min-h-9 text-sm font-bold underline underline-offset-3"
        >
          {open ? COPY.readLess : COPY.readMore}
        </button>
      )}
    </div>
  )
}
