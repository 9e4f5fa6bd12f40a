import { createRoute, redirect } from '@tanstack/react-router'
import * as v from 'valibot'
import { safeReturnPath } from '#app/return-path.ts'
import type { RouterContext } from '#app/router-context.ts'
import { accountDeletedRoute } from './account-deleted.ts'
import { rootRoute } from './root.tsx'

const cameFrom = v.object({
  from: v.optional(
    v.fallback(
      v.pipe(
        v.string(),
        v.transform((text) => safeReturnPath(text, location.origin)),
      ),
      undefined,
    ),
  ),
})

/** Who is signed in has nothing to do here. */
async function leaveWhenSignedIn({
  context,
  search,
}: {
  context: RouterContext
  search: { from?: string | undefined }
}) {
  const session = await context.app.session.settled()
  if (session.status === 'signedIn') redirect({ href: search.from ?? '/', replace: true, throw: true })
}

const loginRoute = createRoute({
  getParentRoute: () => rootRoute,
  path: '/login',
  validateSearch: cameFrom,
  beforeLoad: leaveWhenSignedIn,
}).lazy(() => import('./login.lazy.tsx').then((lazy) => lazy.Route))

const signupRoute = createRoute({
  getParentRoute: () => rootRoute,
  path: '/signup',
  validateSearch: cameFrom,
  beforeLoad: leaveWhenSignedIn,
}).lazy(() => import('./signup.lazy.tsx').then((lazy) => lazy.Route))

const resetPasswordRoute = createRoute({ getParentRoute: () => rootRoute, path: '/reset-password' }).lazy(
  () => import('./reset-password.lazy.tsx').then((lazy) => lazy.Route),
)

export const authRoutes = [loginRoute, signupRoute, resetPasswordRoute, accountDeletedRoute] as const
