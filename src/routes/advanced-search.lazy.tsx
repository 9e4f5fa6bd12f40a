import { createLazyRoute, useNavigate } from '@tanstack/react-router'
import { useApp, useOnline } from '#app/app-context.ts'
import { AdvancedSearchScreen } from '#features/search/advanced-search-screen.tsx'
import { useRenderVideo } from './use-render-video.tsx'

export const Route = createLazyRoute('/premium/advanced-search')({ component: AdvancedSearch })

function AdvancedSearch() {
  const { page = 1, ...query } = Route.useSearch()
  const { catalogue } = useApp()
  const navigate = useNavigate()
  return (
    <AdvancedSearchScreen
      catalogue={catalogue}
      query={query}
      page={page}
      online={useOnline()}
      onSearch={(search) => void navigate({ to: '/premium/advanced-search', search })}
      renderVideo={useRenderVideo()}
    />
  )
}
