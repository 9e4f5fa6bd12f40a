import { useEffect, useRef, type ReactNode } from 'react'
import { Icon } from '#ui/icon.tsx'
import { AuthFrame } from './auth-frame.tsx'
import { Phrases } from '#ui/phrases.tsx'

/** What is shown when the next step is in the person's mailbox. It takes the place of a form, so the focus goes to its title. */
export function AuthDone({ title, body, children }: { title: string; body: string; children?: ReactNode }) {
  const heading = useRef<HTMLHeadingElement>(null)
  useEffect(() => heading.current?.focus(), [])
  return (
    <AuthFrame>
      <span className="mb-5 grid size-14 place-items-center rounded-full bg-sunken">
        <Icon name="mail" size={28} />
      </span>
      <h1 ref={heading} tabIndex={-1} className="text-2xl outline-none">
        <Phrases>{title}</Phrases>
      </h1>
      <p className="mt-3 wrap-anywhere">{body}</p>
      {children && <div className="mt-8 grid justify-items-start gap-4 text-sm">{children}</div>}
    </AuthFrame>
  )
}
