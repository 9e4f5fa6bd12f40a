import { createRoute, redirect } from '@tanstack/react-router'
import { requireSignedIn } from '#app/guard.ts'
import { isUuid } from '#domain/youtube.ts'
import { rootRoute } from './root.tsx'

const messagesRoute = createRoute({
  getParentRoute: () => rootRoute,
  path: '/messages',
  staticData: { frame: 'full' },
  beforeLoad: requireSignedIn,
}).lazy(() => import('./messages.lazy.tsx').then((lazy) => lazy.Route))

const conversationRoute = createRoute({
  getParentRoute: () => messagesRoute,
  path: '$conversationId',
  staticData: { frame: 'bare' },
  beforeLoad: ({ params }) => {
    if (!isUuid(params.conversationId)) redirect({ to: '/messages', replace: true, throw: true })
  },
}).lazy(() => import('./conversation.lazy.tsx').then((lazy) => lazy.Route))

/** Spec §2: /messaging also appears in links. */
const messagingRoute = createRoute({
  getParentRoute: () => rootRoute,
  path: '/messaging',
  beforeLoad: () => {
    redirect({ to: '/messages', replace: true, throw: true })
  },
})
const messagingConversationRoute = createRoute({
  getParentRoute: () => rootRoute,
  path: '/messaging/$conversationId',
  beforeLoad: ({ params }) => {
    redirect({ to: '/messages/$conversationId', params, replace: true, throw: true })
  },
})

export const messageRoutes = [
  messagesRoute.addChildren([conversationRoute]),
  messagingRoute,
  messagingConversationRoute,
] as const
