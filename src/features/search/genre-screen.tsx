import { useMemo } from 'react'
import { Link } from '@tanstack/react-router'
import type { Catalogue, Page, Video } from '#domain/catalogue.ts'
import { genreName } from '#domain/genres.ts'
import { SEARCH_PAGE_SIZE } from '#domain/limits.ts'
import { Button } from '#ui/button.tsx'
import { EmptyState } from '#ui/empty-state.tsx'
import { MediaSkeletons } from '#ui/media-skeleton.tsx'
import { usePageTitle } from '#ui/page-title.ts'
import { Loading } from '#ui/skeleton.tsx'
import { useDeferredLive } from '#ui/use-deferred-live.ts'
import { COPY, failureCopy } from './copy.ts'
import { EmptyPage } from './empty-page.tsx'
import { GenreLinks } from './genre-links.tsx'
import { Pagination, type PageLink } from './pagination.tsx'
import type { RenderVideo } from './render-video.ts'
import { rangeOf } from './search-results.tsx'

const LOADING = { status: 'loading' } as const
const EAGER = 4
/** A page is ten: two columns of five, or five of two. */
const gridClass = 'grid grid-cols-[minmax(0,1fr)] gap-x-5 gap-y-5 sm:grid-cols-2 sm:gap-y-8 xl:grid-cols-5'

type GenreScreenProps = { catalogue: Catalogue; genreId: string; page: number; renderVideo: RenderVideo }

/** The videos of one genre, page by page, with the way to the others. */
export function GenreScreen({ catalogue, genreId, page, renderVideo }: GenreScreenProps) {
  const name = genreName(genreId) ?? genreId
  usePageTitle(name)
  const loaded = useDeferredLive(
    useMemo(() => catalogue.byGenre(genreId, page), [catalogue, genreId, page]),
    LOADING,
  )
  return (
    <div className="grid grid-cols-[minmax(0,1fr)] gap-8">
      <header>
        <h1 className="text-2xl">{name}</h1>
        <p role="status" className="mt-1 min-h-6 text-sm text-muted">
          {loaded.status === 'ready' && rangeOf(loaded.value)}
        </p>
      </header>
      <div>
        {loaded.status === 'loading' && (
          <Loading>
            <MediaSkeletons layout="fluid" count={SEARCH_PAGE_SIZE} className={gridClass} />
          </Loading>
        )}
        {loaded.status === 'error' && (
          <EmptyState
            icon={loaded.code === 'offline' ? 'offline' : 'alert'}
            {...failureCopy(loaded.code)}
            action={<Button onClick={() => catalogue.retry()}>{COPY.retry}</Button>}
          />
        )}
        {loaded.status === 'ready' && (
          <GenreVideos genreId={genreId} videos={loaded.value} renderVideo={renderVideo} />
        )}
      </div>
      <section aria-labelledby="genres">
        <h2 id="genres" className="mb-4 text-lg">
          {COPY.otherGenres}
        </h2>
        <GenreLinks label={COPY.otherGenres} />
      </section>
    </div>
  )
}

type GenreVideosProps = { genreId: string; videos: Page<Video>; renderVideo: RenderVideo }

function GenreVideos({ genreId, videos, renderVideo }: GenreVideosProps) {
  const renderLink: PageLink = (to, { className, label, children, current }) => (
    <Link
      to="/genre/$slug"
      params={{ slug: genreId }}
      search={to === 1 ? {} : { page: to }}
      aria-label={label}
      aria-current={current ? 'page' : undefined}
      className={className}
    >
      {children}
    </Link>
  )
  if (videos.total === 0) return <EmptyState title={COPY.genreEmpty} body={COPY.genreEmptyBody} />
  if (videos.items.length === 0) return <EmptyPage renderLink={renderLink} />
  return (
    <>
      <ul aria-label={COPY.list} className={gridClass}>
        {videos.items.map((video, index) => (
          <li key={video.id}>{renderVideo(video, { layout: 'fluid', eager: index < EAGER })}</li>
        ))}
      </ul>
      <Pagination page={videos.page} totalPages={videos.totalPages} renderLink={renderLink} />
    </>
  )
}
