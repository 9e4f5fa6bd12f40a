import { createRoute, redirect } from '@tanstack/react-router'
import * as v from 'valibot'
import { rootRoute } from './root.tsx'

const helpRoute = createRoute({ getParentRoute: () => rootRoute, path: '/help' }).lazy(() =>
  import('./help.lazy.tsx').then((lazy) => lazy.Route),
)
const faqRoute = createRoute({ getParentRoute: () => rootRoute, path: '/faq' }).lazy(() =>
  import('./faq.lazy.tsx').then((lazy) => lazy.Route),
)
const aboutRoute = createRoute({ getParentRoute: () => rootRoute, path: '/about' }).lazy(() =>
  import('./about.lazy.tsx').then((lazy) => lazy.Route),
)
const contactRoute = createRoute({ getParentRoute: () => rootRoute, path: '/contact' }).lazy(() =>
  import('./contact.lazy.tsx').then((lazy) => lazy.Route),
)
const reportRoute = createRoute({
  getParentRoute: () => rootRoute,
  path: '/report',
  validateSearch: v.object({ event: v.optional(v.fallback(v.pipe(v.string(), v.uuid()), '')) }),
}).lazy(() => import('./report.lazy.tsx').then((lazy) => lazy.Route))
const commerceRoute = createRoute({ getParentRoute: () => rootRoute, path: '/legal/commerce' }).lazy(() =>
  import('./commerce.lazy.tsx').then((lazy) => lazy.Route),
)

/** Where spec §2 sends those whose premium has ended: to whom answers. */
const supportRoute = createRoute({
  getParentRoute: () => rootRoute,
  path: '/support',
  beforeLoad: () => {
    redirect({ to: '/contact', replace: true, throw: true })
  },
})

export const supportRoutes = [
  helpRoute,
  faqRoute,
  aboutRoute,
  contactRoute,
  reportRoute,
  commerceRoute,
  supportRoute,
] as const
