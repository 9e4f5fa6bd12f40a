import { createRoute } from '@tanstack/react-router'
import { requirePremium } from '#app/premium-gate.ts'
import { AdvancedSearchParams } from './advanced-search-params.ts'
import { rootRoute } from './root.tsx'

export const advancedSearchRoute = createRoute({
  getParentRoute: () => rootRoute,
  path: '/premium/advanced-search',
  validateSearch: AdvancedSearchParams,
  beforeLoad: requirePremium,
}).lazy(() => import('./advanced-search.lazy.tsx').then((lazy) => lazy.Route))
