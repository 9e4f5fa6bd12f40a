import { createRoute } from '@tanstack/react-router'
import { requireCreator } from '#app/creator-guard.ts'
import { rootRoute } from './root.tsx'

export const promotionRoutes = [
  createRoute({
    getParentRoute: () => rootRoute,
    path: '/youtuber/promotions/new',
    beforeLoad: requireCreator,
  }).lazy(() => import('./new-promotion.lazy.tsx').then((lazy) => lazy.Route)),
  createRoute({
    getParentRoute: () => rootRoute,
    path: '/youtuber/promotions/active',
    beforeLoad: requireCreator,
  }).lazy(() => import('./active-promotions.lazy.tsx').then((lazy) => lazy.Route)),
] as const
