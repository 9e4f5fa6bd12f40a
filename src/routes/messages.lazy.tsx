import { createLazyRoute } from '@tanstack/react-router'
import { MessagesPage } from './messages-page.tsx'

export const Route = createLazyRoute('/messages')({ component: () => <MessagesPage home="/messages" /> })
