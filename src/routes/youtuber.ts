import { createRoute } from '@tanstack/react-router'
import * as v from 'valibot'
import { requireCreator } from '#app/creator-guard.ts'
import { requireSignedIn } from '#app/guard.ts'
import { rootRoute } from './root.tsx'

const registerRoute = createRoute({
  getParentRoute: () => rootRoute,
  path: '/youtuber/register',
  beforeLoad: requireSignedIn,
}).lazy(() => import('./youtuber-register.lazy.tsx').then((lazy) => lazy.Route))

const dashboardRoute = createRoute({
  getParentRoute: () => rootRoute,
  path: '/youtuber/dashboard',
  validateSearch: v.object({ payment: v.optional(v.fallback(v.optional(v.literal('success')), undefined)) }),
  beforeLoad: requireCreator,
}).lazy(() => import('./youtuber-dashboard.lazy.tsx').then((lazy) => lazy.Route))

const guideRoute = createRoute({ getParentRoute: () => rootRoute, path: '/youtuber/guide' }).lazy(() =>
  import('./youtuber-guide.lazy.tsx').then((lazy) => lazy.Route),
)
const plansRoute = createRoute({ getParentRoute: () => rootRoute, path: '/youtuber/plans' }).lazy(() =>
  import('./youtuber-plans.lazy.tsx').then((lazy) => lazy.Route),
)
const guidelinesRoute = createRoute({
  getParentRoute: () => rootRoute,
  path: '/youtuber/guidelines',
}).lazy(() => import('./youtuber-guidelines.lazy.tsx').then((lazy) => lazy.Route))

export const youtuberRoutes = [
  registerRoute,
  dashboardRoute,
  guideRoute,
  plansRoute,
  guidelinesRoute,
] as const
