import { Link } from '@tanstack/react-router'
import { useEffect, useRef } from 'react'
import { Button, buttonClass } from '#ui/button.tsx'
import { Icon } from '#ui/icon.tsx'
import { CONTACT_COPY } from './copy.ts'

type ReceivedProps = { title: string; body: string; another: string; onAnother: () => void }

/** Instead of a form that was sent. */
export function Received({ title, body, another, onAnother }: ReceivedProps) {
  const heading = useRef<HTMLHeadingElement>(null)
  useEffect(() => heading.current?.focus(), [])
  return (
    <section className="rounded-xl border border-line bg-surface p-6 text-center">
      <Icon name="checkCircle" size={40} className="mx-auto text-good" />
      <h2 ref={heading} tabIndex={-1} className="mt-3 text-lg outline-none">
        {title}
      </h2>
      <p className="mt-2 text-sm wrap-anywhere text-muted [word-break:auto-phrase]">{body}</p>
      <div className="mt-5 flex flex-wrap justify-center gap-3">
        <Link to="/" className={buttonClass({ variant: 'primary' })}>
          {CONTACT_COPY.home}
        </Link>
        <Button onClick={onAnother}>{another}</Button>
      </div>
    </section>
  )
}
