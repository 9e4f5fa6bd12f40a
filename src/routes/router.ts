import { createBrowserHistory, createRouter, type RouterHistory } from '@tanstack/react-router'
import type { App } from '#app/app.ts'
import { preloadWhenIdle } from '#app/preload-when-idle.ts'
import { RouteError } from '#app/route-error.tsx'
import { RoutePending } from '#app/route-pending.tsx'
import { passPicture } from '#ui/picture-passage.ts'
import { adminRoutes } from './admin.ts'
import { authRoutes } from './auth.ts'
import { eventRoutes } from './events.ts'
import { favoritesRoute } from './favorites.ts'
import { genreRoute } from './genre.ts'
import { homeRoute } from './home.ts'
import { matchingRoutes } from './matching.ts'
import { messageRoutes } from './messages.ts'
import { premiumRoutes } from './premium.ts'
import { premiumRoomRoutes } from './premium-rooms.ts'
import { profileRoutes } from './profile.ts'
import { promotionRoutes } from './promotions.ts'
import { rootRoute, unknownRoute } from './root.tsx'
import { searchRoute } from './search.ts'
import { parseSearch, stringifySearch } from './search-params.ts'
import { shareRoute } from './share.ts'
import { supportRoutes } from './support.ts'
import { videoRoute } from './video.ts'
import { youtuberRoutes } from './youtuber.ts'

const routeTree = rootRoute.addChildren([
  homeRoute,
  searchRoute,
  genreRoute,
  videoRoute,
  shareRoute,
  favoritesRoute,
  profileRoutes,
  ...matchingRoutes,
  ...messageRoutes,
  ...promotionRoutes,
  ...premiumRoutes,
  ...premiumRoomRoutes,
  ...authRoutes,
  ...youtuberRoutes,
  ...eventRoutes,
  ...supportRoutes,
  adminRoutes,
  unknownRoute,
])

/** How long a screen's code may take before the skeleton stands in for it. */
const PENDING_AFTER_MS = 250

/**
 * A path with broken percent-encoding is unknown, and those go home (spec §2); the router would throw at it.
 */
function leaveBrokenPath(history: RouterHistory): void {
  try {
    decodeURIComponent(history.location.pathname)
  } catch {
    history.replace('/')
  }
}

/** `history`: the browser's own unless told otherwise. */
export function createAppRouter(app: App, history: RouterHistory = createBrowserHistory()) {
  leaveBrokenPath(history)
  const router = createRouter({
    routeTree,
    history,
    context: { app },
    parseSearch,
    stringifySearch,
    scrollRestoration: true,
    defaultPreload: 'intent',
    defaultPendingMs: PENDING_AFTER_MS,
    defaultErrorComponent: RouteError,
    defaultPendingComponent: RoutePending,
  })
  // Nothing was pressed for the first screen
  router.startViewTransition = (change) => (router.state.resolvedLocation ? passPicture(change) : change())
  preloadWhenIdle(router)
  return router
}

declare module '@tanstack/react-router' {
  interface Register {
    router: ReturnType<typeof createAppRouter>
  }
  interface StaticDataRouteOption {
    /** full: the screen fills the window and scrolls inside, without a footer · bare: without the bottom navigation too. */
    frame?: 'full' | 'bare'
  }
}
