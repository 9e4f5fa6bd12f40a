import { useNavigate } from '@tanstack/react-router'
import type { MouseEvent, ReactNode } from 'react'

type NotificationAnchorProps = {
  /** An address inside the app; it may have a query. */
  path: string
  onFollow: () => void
  className: string
  children: ReactNode
}

/** A link to an address that the server chose: followed inside the app, or by the browser when it is asked for another tab. */
export function NotificationAnchor({ path, onFollow, className, children }: NotificationAnchorProps) {
  const navigate = useNavigate()
  const follow = (event: MouseEvent) => {
    onFollow()
    if (event.button !== 0 || event.metaKey || event.ctrlKey || event.shiftKey || event.altKey) return
    event.preventDefault()
    void navigate({ href: path })
  }
  return (
    <a href={path} onClick={follow} className={className}>
      {children}
    </a>
  )
}
