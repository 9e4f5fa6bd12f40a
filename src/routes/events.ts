import { createRoute, redirect } from '@tanstack/react-router'
import * as v from 'valibot'
import { requireSignedIn } from '#app/guard.ts'
import { isUuid } from '#domain/youtube.ts'
import { rootRoute } from './root.tsx'

const eventsRoute = createRoute({
  getParentRoute: () => rootRoute,
  path: '/events',
  validateSearch: v.object({ view: v.optional(v.fallback(v.picklist(['past', 'mine']), 'past')) }),
}).lazy(() => import('./events.lazy.tsx').then((lazy) => lazy.Route))

const newEventRoute = createRoute({
  getParentRoute: () => rootRoute,
  path: '/events/new',
  beforeLoad: requireSignedIn,
}).lazy(() => import('./new-event.lazy.tsx').then((lazy) => lazy.Route))

const known = ({ params }: { params: { eventId: string } }): void => {
  if (!isUuid(params.eventId)) redirect({ to: '/events', replace: true, throw: true })
}
const eventRoute = createRoute({
  getParentRoute: () => rootRoute,
  path: '/events/$eventId',
  beforeLoad: known,
}).lazy(() => import('./event.lazy.tsx').then((lazy) => lazy.Route))

/** Who holds it the screen finds out: the server alone knows. */
const editEventRoute = createRoute({
  getParentRoute: () => rootRoute,
  path: '/events/$eventId/edit',
  beforeLoad: async (entering) => {
    known(entering)
    await requireSignedIn(entering)
  },
}).lazy(() => import('./edit-event.lazy.tsx').then((lazy) => lazy.Route))

export const eventRoutes = [eventsRoute, newEventRoute, eventRoute, editEventRoute] as const
