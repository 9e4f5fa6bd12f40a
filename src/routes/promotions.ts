import { createRoute } from '@tanstack/react-router'
import { requireCreator } from '#app/creator-guard.ts'
import { enterPaymentDocument } from '#app/own-document.ts'
import { rootRoute } from './root.tsx'

/** Both take cards. */
const beforeLoad = async (
  entering: Parameters<typeof requireCreator>[0] & Parameters<typeof enterPaymentDocument>[0],
): Promise<void> => {
  await requireCreator(entering)
  await enterPaymentDocument(entering)
}

export const promotionRoutes = [
  createRoute({
    getParentRoute: () => rootRoute,
    path: '/youtuber/promotions/new',
    beforeLoad,
  }).lazy(() => import('./new-promotion.lazy.tsx').then((lazy) => lazy.Route)),
  createRoute({
    getParentRoute: () => rootRoute,
    path: '/youtuber/promotions/active',
    beforeLoad,
  }).lazy(() => import('./active-promotions.lazy.tsx').then((lazy) => lazy.Route)),
] as const
