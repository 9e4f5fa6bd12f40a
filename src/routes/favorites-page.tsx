import { useAccount, useStore } from '#app/app-context.ts'
import { FavoritesScreen } from '#features/favorites/favorites-screen.tsx'
import { MissingVideo } from './missing-video.tsx'
import { useRenderVideo } from './use-render-video.tsx'

/** The same screen under /favorites and /profile/favorites. */
export function FavoritesPage() {
  const isPremium = useAccount()?.isPremium ?? false
  return (
    <FavoritesScreen
      store={useStore()}
      isPremium={isPremium}
      renderVideo={useRenderVideo()}
      missing={<MissingVideo />}
    />
  )
}
