import { createRootRouteWithContext, createRoute, redirect } from '@tanstack/react-router'
import type { RouterContext } from '#app/router-context.ts'
import { AppFrame } from './app-frame.tsx'

export const rootRoute = createRootRouteWithContext<RouterContext>()({ component: AppFrame })

/** Spec §2: any unknown path goes home. */
export const unknownRoute = createRoute({
  getParentRoute: () => rootRoute,
  path: '$',
  beforeLoad: () => {
    redirect({ to: '/', replace: true, throw: true })
  },
})
