import { createLazyRoute } from '@tanstack/react-router'
import { MessagesPage } from './messages-page.tsx'

export const Route = createLazyRoute('/premium/messaging')({
  component: () => <MessagesPage home="/premium/messaging" />,
})
