import { useEffect, useRef } from 'react'
import { Button } from '#ui/button.tsx'
import { Icon } from '#ui/icon.tsx'
import { Spinner } from '#ui/spinner.tsx'
import { CONFIRM_COPY } from './copy.ts'
import { Phrases } from '#ui/phrases.tsx'

/** Paid, and the server has not heard of it yet; `late`: for longer than it should. */
export function PaidScreen({ late, onLook }: { late: boolean; onLook: () => void }) {
  const heading = useRef<HTMLHeadingElement>(null)
  // The form that had the focus is gone, and what stood far below is now far above
  useEffect(() => heading.current?.focus(), [])
  return (
    <div className="mx-auto grid max-w-md justify-items-center gap-4 py-16 text-center [word-break:auto-phrase]">
      <Icon name="checkCircle" size={56} className="text-good" />
      <h1 ref={heading} tabIndex={-1} className="text-xl outline-none">
        <Phrases>{CONFIRM_COPY.done}</Phrases>
      </h1>
      {late ? (
        <>
          <p role="status" className="text-sm text-muted">
            {CONFIRM_COPY.late}
          </p>
          <Button onClick={onLook}>{CONFIRM_COPY.look}</Button>
        </>
      ) : (
        <Spinner color="current" message={CONFIRM_COPY.doneBody} />
      )}
    </div>
  )
}
