import { createLazyRoute } from '@tanstack/react-router'
import { useStore } from '#app/app-context.ts'
import { ReviewsScreen } from '#features/rating/reviews-screen.tsx'
import { MissingVideo } from './missing-video.tsx'
import { useRenderVideo } from './use-render-video.tsx'

export const Route = createLazyRoute('/profile/reviews')({ component: Reviews })

function Reviews() {
  return <ReviewsScreen store={useStore()} renderVideo={useRenderVideo()} missing={<MissingVideo />} />
}
