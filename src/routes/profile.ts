import { createRoute, redirect } from '@tanstack/react-router'
import * as v from 'valibot'
import { requireSignedIn } from '#app/guard.ts'
import { enterVerificationDocument } from '#app/own-document.ts'
import { isUuid } from '#domain/youtube.ts'
import { rootRoute } from './root.tsx'

const profileRoute = createRoute({
  getParentRoute: () => rootRoute,
  path: '/profile',
  beforeLoad: requireSignedIn,
}).lazy(() => import('./profile.lazy.tsx').then((lazy) => lazy.Route))

const ownProfileRoute = createRoute({
  getParentRoute: () => profileRoute,
  path: '/',
  validateSearch: v.object({ edit: v.optional(v.fallback(v.optional(v.literal('birth_date')), undefined)) }),
}).lazy(() => import('./own-profile.lazy.tsx').then((lazy) => lazy.Route))
const profileFavoritesRoute = createRoute({
  getParentRoute: () => profileRoute,
  path: 'favorites',
}).lazy(() => import('./profile-favorites.lazy.tsx').then((lazy) => lazy.Route))
const reviewsRoute = createRoute({ getParentRoute: () => profileRoute, path: 'reviews' }).lazy(() =>
  import('./reviews.lazy.tsx').then((lazy) => lazy.Route),
)
const historyRoute = createRoute({
  getParentRoute: () => profileRoute,
  path: 'history',
}).lazy(() => import('./history.lazy.tsx').then((lazy) => lazy.Route))
const blockedRoute = createRoute({ getParentRoute: () => profileRoute, path: 'blocked' }).lazy(() =>
  import('./blocked.lazy.tsx').then((lazy) => lazy.Route),
)
const matchingSettingsRoute = createRoute({ getParentRoute: () => profileRoute, path: 'matching' }).lazy(() =>
  import('./matching-settings.lazy.tsx').then((lazy) => lazy.Route),
)
const incomingLikesRoute = createRoute({ getParentRoute: () => profileRoute, path: 'incoming-likes' }).lazy(
  () => import('./incoming-likes.lazy.tsx').then((lazy) => lazy.Route),
)
const likedUsersRoute = createRoute({ getParentRoute: () => profileRoute, path: 'liked-users' }).lazy(() =>
  import('./liked-users.lazy.tsx').then((lazy) => lazy.Route),
)
const matchHistoryRoute = createRoute({ getParentRoute: () => profileRoute, path: 'match-history' }).lazy(
  () => import('./match-history.lazy.tsx').then((lazy) => lazy.Route),
)
const notificationsRoute = createRoute({
  getParentRoute: () => profileRoute,
  path: 'notifications',
  validateSearch: v.object({ filter: v.optional(v.fallback(v.optional(v.literal('premium')), undefined)) }),
}).lazy(() => import('./notifications.lazy.tsx').then((lazy) => lazy.Route))

const notificationSettingsRoute = createRoute({
  getParentRoute: () => profileRoute,
  path: 'notification-settings',
}).lazy(() => import('./notification-settings.lazy.tsx').then((lazy) => lazy.Route))

const verificationRoute = createRoute({
  getParentRoute: () => profileRoute,
  path: 'verification',
  beforeLoad: enterVerificationDocument,
}).lazy(() => import('./verification.lazy.tsx').then((lazy) => lazy.Route))

const settingsRoute = createRoute({ getParentRoute: () => profileRoute, path: 'settings' }).lazy(() =>
  import('./settings.lazy.tsx').then((lazy) => lazy.Route),
)

const syncCenterRoute = createRoute({ getParentRoute: () => profileRoute, path: 'sync' }).lazy(() =>
  import('./sync-center.lazy.tsx').then((lazy) => lazy.Route),
)

const profileMessagesRoute = createRoute({
  getParentRoute: () => profileRoute,
  path: 'messages',
  beforeLoad: () => {
    redirect({ to: '/messages', replace: true, throw: true })
  },
})

const publicProfileRoute = createRoute({
  getParentRoute: () => profileRoute,
  path: '$personId',
  beforeLoad: ({ params }) => {
    if (!isUuid(params.personId)) redirect({ to: '/', replace: true, throw: true })
  },
}).lazy(() => import('./public-profile.lazy.tsx').then((lazy) => lazy.Route))

export const profileRoutes = profileRoute.addChildren([
  ownProfileRoute,
  profileFavoritesRoute,
  reviewsRoute,
  historyRoute,
  matchingSettingsRoute,
  incomingLikesRoute,
  likedUsersRoute,
  matchHistoryRoute,
  notificationsRoute,
  notificationSettingsRoute,
  verificationRoute,
  blockedRoute,
  syncCenterRoute,
  settingsRoute,
  profileMessagesRoute,
  publicProfileRoute,
])
