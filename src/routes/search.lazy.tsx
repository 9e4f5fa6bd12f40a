import { createLazyRoute } from '@tanstack/react-router'
import { useAccount, useApp, useOnline } from '#app/app-context.ts'
import { AdvancedSearchLink } from '#features/search/advanced-search-link.tsx'
import { SearchScreen } from '#features/search/search-screen.tsx'
import { PromotedPlace } from './promoted-place.tsx'
import { useRenderVideo } from './use-render-video.tsx'

export const Route = createLazyRoute('/search')({ component: Search })

function Search() {
  const { q = '', page = 1 } = Route.useSearch()
  const { catalogue } = useApp()
  const renderVideo = useRenderVideo()
  const isPremium = useAccount()?.isPremium ?? false
  return (
    <SearchScreen
      catalogue={catalogue}
      query={q}
      page={page}
      online={useOnline()}
      renderVideo={renderVideo}
      advanced={isPremium && <AdvancedSearchLink query={q} />}
      promotion={(isWaiting) => <PromotedPlace type="search" isWaiting={isWaiting} />}
    />
  )
}
