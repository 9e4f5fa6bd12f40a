import { createRoute } from '@tanstack/react-router'
import * as v from 'valibot'
import { rootRoute } from './root.tsx'
import { pageParam, queryParam } from './search-params.ts'

export const searchRoute = createRoute({
  getParentRoute: () => rootRoute,
  path: '/search',
  validateSearch: v.object({ q: queryParam, page: pageParam }),
}).lazy(() => import('./search.lazy.tsx').then((lazy) => lazy.Route))
