import { type ReactNode, useId, useState } from 'react'
import { classNames } from './class-names.ts'

type FoldedTextProps = {
  text: string
  /** A text of more than this is folded; `folded`: the class that shows its beginning. */
  limit: { length: number; lines: number; folded: `line-clamp-${number}` }
  labels: { unfold: string; fold: string }
  className?: string
  onFold?: () => void
  /** What is shown of the text, where that is not the text itself. */
  children?: ReactNode
}

/** What somebody wrote, of any length: its line breaks kept, folded when long. */
export function FoldedText({ text, limit, labels, className, onFold, children = text }: FoldedTextProps) {
  const id = useId()
  const [open, setOpen] = useState(false)
  const isLong = text.length > limit.length || text.split('\n', limit.lines + 1).length > limit.lines
  return (
    <>
      <p
        id={id}
        dir="auto"
        className={classNames(className ?? 'whitespace-pre-line', isLong && !open && limit.folded)}
      >
        {children}
      </p>
      {isLong && (
        <button
          type="button"
          aria-expanded={open}
          aria-controls={id}
          onClick={() => {
            onFold?.()
            setOpen(!open)
          }}
          className="mt-1 min-h-8 text-sm font-bold pointer-coarse:min-h-11 underline underline-offset-3"
        >
          {open ? labels.fold : labels.unfold}
        </button>
      )}
    </>
  )
}
