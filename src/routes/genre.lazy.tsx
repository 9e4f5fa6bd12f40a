import { createLazyRoute } from '@tanstack/react-router'
import { useApp } from '#app/app-context.ts'
import { GenreScreen } from '#features/search/genre-screen.tsx'
import { useRenderVideo } from './use-render-video.tsx'

export const Route = createLazyRoute('/genre/$slug')({ component: Genre })

function Genre() {
  const { slug } = Route.useParams()
  const { page = 1 } = Route.useSearch()
  const { catalogue } = useApp()
  return <GenreScreen catalogue={catalogue} genreId={slug} page={page} renderVideo={useRenderVideo()} />
}
