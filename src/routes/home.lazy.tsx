import { createLazyRoute } from '@tanstack/react-router'
import { useApp, useSession, useStore } from '#app/app-context.ts'
import { signedInMark } from '#app/session/signed-in-mark.ts'
import { RecentViewsSkeleton } from '#features/history/recent-views-skeleton.tsx'
import { HomeScreen } from '#features/home/home-screen.tsx'
import { lazyOnceShown } from '#ui/lazy-once-shown.tsx'
import { PromotedPlace } from './promoted-place.tsx'
import { useRenderVideo } from './use-render-video.tsx'

const RecentViews = lazyOnceShown(
  async () => (await import('#features/history/recent-views.tsx')).RecentViews,
  { meanwhile: () => <RecentViewsSkeleton /> },
)

export const Route = createLazyRoute('/')({ component: Home })

function Home() {
  const { catalogue } = useApp()
  const store = useStore()
  const { status } = useSession()
  // Whoever is signed in shall not see for a moment how to join
  const signedIn = status === 'signedIn' || (status === 'restoring' && signedInMark.isSet())
  const renderVideo = useRenderVideo()
  return (
    <HomeScreen
      catalogue={catalogue}
      renderVideo={renderVideo}
      signedIn={signedIn}
      promotion={<PromotedPlace type="home" />}
      continueWatching={signedIn && <RecentViews store={store} renderVideo={renderVideo} />}
    />
  )
}
