import { createRoute } from '@tanstack/react-router'
import * as v from 'valibot'
import { rootRoute } from './root.tsx'
import { textParam } from './search-params.ts'

/** Where the browser brings what other apps share (public/manifest.webmanifest, share_target). */
export const shareRoute = createRoute({
  getParentRoute: () => rootRoute,
  path: '/share',
  validateSearch: v.object({ title: textParam, text: textParam, url: textParam }),
}).lazy(() => import('./share.lazy.tsx').then((lazy) => lazy.Route))
