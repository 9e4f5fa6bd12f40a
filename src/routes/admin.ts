import { createRoute } from '@tanstack/react-router'
import { requireAdmin } from '#app/guard.ts'
import { rootRoute } from './root.tsx'

const adminRoute = createRoute({
  getParentRoute: () => rootRoute,
  path: '/admin',
  beforeLoad: requireAdmin,
}).lazy(() => import('./admin.lazy.tsx').then((lazy) => lazy.Route))

const overviewRoute = createRoute({ getParentRoute: () => adminRoute, path: '/' }).lazy(() =>
  import('./admin-overview.lazy.tsx').then((lazy) => lazy.Route),
)
const usersRoute = createRoute({ getParentRoute: () => adminRoute, path: 'users' }).lazy(() =>
  import('./admin-users.lazy.tsx').then((lazy) => lazy.Route),
)
const verificationRoute = createRoute({ getParentRoute: () => adminRoute, path: 'verification' }).lazy(() =>
  import('./admin-verification.lazy.tsx').then((lazy) => lazy.Route),
)
const reportsRoute = createRoute({ getParentRoute: () => adminRoute, path: 'reports' }).lazy(() =>
  import('./admin-reports.lazy.tsx').then((lazy) => lazy.Route),
)
const contactsRoute = createRoute({ getParentRoute: () => adminRoute, path: 'contacts' }).lazy(() =>
  import('./admin-contacts.lazy.tsx').then((lazy) => lazy.Route),
)
const promotionRoute = createRoute({ getParentRoute: () => adminRoute, path: 'promotion' }).lazy(() =>
  import('./admin-promotion.lazy.tsx').then((lazy) => lazy.Route),
)
const logRoute = createRoute({ getParentRoute: () => adminRoute, path: 'log' }).lazy(() =>
  import('./admin-log.lazy.tsx').then((lazy) => lazy.Route),
)

export const adminRoutes = adminRoute.addChildren([
  overviewRoute,
  usersRoute,
  verificationRoute,
  reportsRoute,
  contactsRoute,
  promotionRoute,
  logRoute,
])
