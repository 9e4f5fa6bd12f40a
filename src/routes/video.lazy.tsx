import { createLazyRoute } from '@tanstack/react-router'
import { useApp, useOnline, useSession, useStore } from '#app/app-context.ts'
import { RatingForm } from '#features/rating/rating-form.tsx'
import { RatingList } from '#features/rating/rating-list.tsx'
import { VideoScreen } from '#features/video/video-screen.tsx'
import { lazyOnceShown } from '#ui/lazy-once-shown.tsx'
import { FavoriteSlot } from './favorite-slot.tsx'
import { PromotedPlace } from './promoted-place.tsx'
import { useLoginNeeded } from './use-login-needed.ts'
import { useRenderVideo, useThumbnailOf } from './use-render-video.tsx'

const ViewRecorder = lazyOnceShown(
  async () => (await import('#features/history/view-recorder.tsx')).ViewRecorder,
)

export const Route = createLazyRoute('/video/$videoId')({ component: VideoPage })

function VideoPage() {
  const { videoId } = Route.useParams()
  const { catalogue } = useApp()
  const online = useOnline()
  const store = useStore()
  const renderVideo = useRenderVideo()
  const person = { store, signedIn: useSession().status === 'signedIn', onLoginNeeded: useLoginNeeded() }
  return (
    <VideoScreen
      catalogue={catalogue}
      videoId={videoId}
      online={online}
      thumbnailOf={useThumbnailOf()}
      renderVideo={renderVideo}
      favoriteButton={(video) => <FavoriteSlot video={video} look="full" />}
      ratingForm={(video) => <RatingForm {...person} video={video} />}
      ratingList={(video) => <RatingList catalogue={catalogue} store={store} video={video} online={online} />}
      viewRecorder={(video) => store && <ViewRecorder store={store} videoId={video.id} />}
      promotion={<PromotedPlace type="video" />}
    />
  )
}
