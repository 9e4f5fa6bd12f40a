import { createRoute } from '@tanstack/react-router'
import { rootRoute } from './root.tsx'

export const homeRoute = createRoute({
  getParentRoute: () => rootRoute,
  path: '/',
}).lazy(() => import('./home.lazy.tsx').then((lazy) => lazy.Route))
