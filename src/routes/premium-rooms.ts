import { createRoute, redirect } from '@tanstack/react-router'
import * as v from 'valibot'
import { requirePremium } from '#app/premium-gate.ts'
import { isUuid } from '#domain/youtube.ts'
import { AdvancedSearchParams } from './advanced-search-params.ts'
import { rootRoute } from './root.tsx'

type Entering = Parameters<typeof requirePremium>[0] & { cause: 'preload' | 'enter' | 'stay' }

/** The gate looks at who comes in, not at every condition or conversation that is chosen inside. */
const enterRoom = async (entering: Entering): Promise<void> => {
  if (entering.cause !== 'stay') await requirePremium(entering)
}

const advancedSearchRoute = createRoute({
  getParentRoute: () => rootRoute,
  path: '/premium/advanced-search',
  validateSearch: AdvancedSearchParams,
  beforeLoad: enterRoom,
}).lazy(() => import('./advanced-search.lazy.tsx').then((lazy) => lazy.Route))

const matchingRoute = createRoute({
  getParentRoute: () => rootRoute,
  path: '/premium/matching',
  validateSearch: v.object({ view: v.optional(v.fallback(v.optional(v.literal('deck')), undefined)) }),
  beforeLoad: enterRoom,
}).lazy(() => import('./premium-matching.lazy.tsx').then((lazy) => lazy.Route))

const messagingRoute = createRoute({
  getParentRoute: () => rootRoute,
  path: '/premium/messaging',
  staticData: { frame: 'full' },
  beforeLoad: enterRoom,
}).lazy(() => import('./premium-messaging.lazy.tsx').then((lazy) => lazy.Route))

const conversationRoute = createRoute({
  getParentRoute: () => messagingRoute,
  path: '$conversationId',
  staticData: { frame: 'bare' },
  beforeLoad: ({ params }) => {
    if (!isUuid(params.conversationId)) redirect({ to: '/premium/messaging', replace: true, throw: true })
  },
}).lazy(() => import('./premium-conversation.lazy.tsx').then((lazy) => lazy.Route))

export const premiumRoomRoutes = [
  advancedSearchRoute,
  matchingRoute,
  messagingRoute.addChildren([conversationRoute]),
] as const
