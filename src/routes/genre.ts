import { createRoute, redirect } from '@tanstack/react-router'
import * as v from 'valibot'
import { genreName } from '#domain/genres.ts'
import { rootRoute } from './root.tsx'
import { pageParam } from './search-params.ts'

export const genreRoute = createRoute({
  getParentRoute: () => rootRoute,
  path: '/genre/$slug',
  validateSearch: v.object({ page: pageParam }),
  beforeLoad: ({ params }) => {
    if (genreName(params.slug) === undefined) redirect({ to: '/', replace: true, throw: true })
  },
}).lazy(() => import('./genre.lazy.tsx').then((lazy) => lazy.Route))
