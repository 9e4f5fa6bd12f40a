import { createRoute } from '@tanstack/react-router'
import { requireSignedIn } from '#app/guard.ts'
import { rootRoute } from './root.tsx'

const matchingRoute = createRoute({
  getParentRoute: () => rootRoute,
  path: '/matching',
  beforeLoad: requireSignedIn,
}).lazy(() => import('./matching.lazy.tsx').then((lazy) => lazy.Route))

const newCandidatesRoute = createRoute({
  getParentRoute: () => rootRoute,
  path: '/matching/new',
  beforeLoad: requireSignedIn,
}).lazy(() => import('./matching-new.lazy.tsx').then((lazy) => lazy.Route))

export const matchingRoutes = [matchingRoute, newCandidatesRoute] as const
