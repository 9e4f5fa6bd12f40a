import { Link } from '@tanstack/react-router'
import { buttonClass } from '#ui/button.tsx'
import { COPY } from './copy.ts'

/** To the conversation with somebody; nothing as long as the device has none. */
export function MessageLink({ conversationId, name }: { conversationId: string | undefined; name: string }) {
  if (conversationId === undefined) return null
  return (
    <Link
      to="/messages/$conversationId"
      params={{ conversationId }}
      aria-label={COPY.messageNamed(name)}
      className={buttonClass({ size: 'sm', variant: 'primary' })}
    >
      {COPY.message}
    </Link>
  )
}
