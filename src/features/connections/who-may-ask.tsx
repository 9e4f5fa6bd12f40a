import { Link } from '@tanstack/react-router'
import { useEffect, useRef } from 'react'
import { buttonClass } from '#ui/button.tsx'
import { COPY } from './copy.ts'

type WhoMayAskProps = {
  /** A verified phone can help them. */
  byPhone: boolean
  /** It came in the place of a button that was pressed, and takes over its focus. */
  isAnswer: boolean
}

/** In the place of the button, for who may not ask: why, and how they may. */
export function WhoMayAsk({ byPhone, isAnswer }: WhoMayAskProps) {
  const reason = useRef<HTMLParagraphElement>(null)
  useEffect(() => {
    if (isAnswer) reason.current?.focus()
  }, [isAnswer])
  return (
    <>
      <p ref={reason} tabIndex={-1} className="min-w-0 flex-1 basis-48 outline-none [word-break:auto-phrase]">
        {COPY.premium_required}
      </p>
      <div className="flex flex-wrap gap-2">
        <Link to="/premium/upgrade" className={buttonClass({ size: 'sm' })}>
          {COPY.toPremium}
        </Link>
        {byPhone && (
          <Link to="/profile/verification" className={buttonClass({ size: 'sm' })}>
            {COPY.toPhone}
          </Link>
        )}
      </div>
    </>
  )
}
