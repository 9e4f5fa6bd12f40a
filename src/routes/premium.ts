import { createRoute, redirect } from '@tanstack/react-router'
import * as v from 'valibot'
import { requireSignedIn } from '#app/guard.ts'
import { enterPaymentDocument } from '#app/own-document.ts'
import { requirePremium, toOwnPremium } from '#app/premium-gate.ts'
import { refreshedPremium } from '#app/read-premium.ts'
import { safeReturnPath } from '#app/return-path.ts'
import { premiumDoor } from '#domain/premium.ts'
import { rootRoute } from './root.tsx'

const premiumRoute = createRoute({
  getParentRoute: () => rootRoute,
  path: '/premium',
  beforeLoad: toOwnPremium,
})

const dashboardRoute = createRoute({
  getParentRoute: () => rootRoute,
  path: '/premium/dashboard',
  validateSearch: v.object({ payment: v.optional(v.fallback(v.optional(v.literal('success')), undefined)) }),
  beforeLoad: requirePremium,
}).lazy(() => import('./premium-dashboard.lazy.tsx').then((lazy) => lazy.Route))

const upgradeRoute = createRoute({
  getParentRoute: () => rootRoute,
  path: '/premium/upgrade',
  validateSearch: v.object({
    plan: v.optional(v.fallback(v.optional(v.picklist(['monthly', 'quarterly', 'yearly'])), undefined)),
  }),
  beforeLoad: async (entering) => {
    await requireSignedIn(entering)
    await enterPaymentDocument(entering)
  },
}).lazy(() => import('./premium-upgrade.lazy.tsx').then((lazy) => lazy.Route))

const expiredRoute = createRoute({
  getParentRoute: () => rootRoute,
  path: '/premium/expired',
  validateSearch: v.object({
    /** Where to renew, if not at the plans; only within this app. */
    renew: v.optional(
      v.fallback(
        v.pipe(
          v.string(),
          v.transform((text) => safeReturnPath(text, location.origin)),
        ),
        undefined,
      ),
    ),
  }),
  beforeLoad: async (entering) => {
    await requireSignedIn(entering)
    const door = premiumDoor(await refreshedPremium(entering.context.app))
    if (door === 'open') redirect({ to: '/premium/dashboard', replace: true, throw: true })
    if (door === 'upgrade') redirect({ to: '/premium/upgrade', replace: true, throw: true })
  },
}).lazy(() => import('./premium-expired.lazy.tsx').then((lazy) => lazy.Route))

const featuresRoute = createRoute({
  getParentRoute: () => rootRoute,
  path: '/premium/features',
  beforeLoad: requireSignedIn,
}).lazy(() => import('./premium-features.lazy.tsx').then((lazy) => lazy.Route))

const extendRoute = createRoute({
  getParentRoute: () => rootRoute,
  path: '/premium/extend',
  beforeLoad: requirePremium,
}).lazy(() => import('./premium-extend.lazy.tsx').then((lazy) => lazy.Route))

const cancelRoute = createRoute({
  getParentRoute: () => rootRoute,
  path: '/premium/cancel',
  beforeLoad: requirePremium,
}).lazy(() => import('./premium-cancel.lazy.tsx').then((lazy) => lazy.Route))

const supportRoute = createRoute({ getParentRoute: () => rootRoute, path: '/premium/support' }).lazy(() =>
  import('./premium-support.lazy.tsx').then((lazy) => lazy.Route),
)

const faqRoute = createRoute({ getParentRoute: () => rootRoute, path: '/premium/faq' }).lazy(() =>
  import('./premium-faq.lazy.tsx').then((lazy) => lazy.Route),
)

export const premiumRoutes = [
  premiumRoute,
  dashboardRoute,
  upgradeRoute,
  expiredRoute,
  featuresRoute,
  extendRoute,
  cancelRoute,
  supportRoute,
  faqRoute,
] as const
