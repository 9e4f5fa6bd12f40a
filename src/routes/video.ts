import { createRoute, redirect } from '@tanstack/react-router'
import { isUuid, isYoutubeId } from '#domain/youtube.ts'
import { rootRoute } from './root.tsx'

export const videoRoute = createRoute({
  getParentRoute: () => rootRoute,
  path: '/video/$videoId',
  beforeLoad: ({ params }) => {
    if (!isUuid(params.videoId) && !isYoutubeId(params.videoId))
      redirect({ to: '/', replace: true, throw: true })
  },
}).lazy(() => import('./video.lazy.tsx').then((lazy) => lazy.Route))
