import { createRoute, redirect } from '@tanstack/react-router'
import { deletionReceipt } from '#app/deletion-receipt.ts'
import { rootRoute } from './root.tsx'

/** Whoever did not just delete an account has nothing to see here. */
export const accountDeletedRoute = createRoute({
  getParentRoute: () => rootRoute,
  path: '/account-deleted',
  beforeLoad: () => {
    if (deletionReceipt.read() === null) redirect({ to: '/', replace: true, throw: true })
  },
}).lazy(() => import('./account-deleted.lazy.tsx').then((lazy) => lazy.Route))
