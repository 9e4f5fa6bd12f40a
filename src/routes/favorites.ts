import { createRoute } from '@tanstack/react-router'
import { requireSignedIn } from '#app/guard.ts'
import { rootRoute } from './root.tsx'

export const favoritesRoute = createRoute({
  getParentRoute: () => rootRoute,
  path: '/favorites',
  beforeLoad: requireSignedIn,
}).lazy(() => import('./favorites.lazy.tsx').then((lazy) => lazy.Route))
