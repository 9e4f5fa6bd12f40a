import { createRoute, redirect } from '@tanstack/react-router'
import { isUuid, isYoutubeId } from '#domain/youtube.ts'
import { rootRoute } from './root.tsx'
import { VideoPending } from './video-pending.tsx'

export const videoRoute = createRoute({
  getParentRoute: () => rootRoute,
  path: '/video/$videoId',
  beforeLoad: ({ params }) => {
    if (!isUuid(params.videoId) && !isYoutubeId(params.videoId))
      redirect({ to: '/', replace: true, throw: true })
  },
  pendingComponent: VideoPending,
}).lazy(() => import('./video.lazy.tsx').then((lazy) => lazy.Route))
