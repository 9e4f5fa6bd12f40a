import { Link } from '@tanstack/react-router'
import type { Page, Video } from '#domain/catalogue.ts'
import { SEARCH_PAGE_SIZE } from '#domain/limits.ts'
import { EmptyState } from '#ui/empty-state.tsx'
import { COPY } from './copy.ts'
import { FoundVideos } from './found-videos.tsx'
import { GenreLinks } from './genre-links.tsx'
import type { RenderVideo } from './render-video.ts'

type SearchResultsProps = {
  query: string
  results: Page<Video>
  /** Only what this device holds was searched. */
  deviceOnly: boolean
  online: boolean
  renderVideo: RenderVideo
}

/** One page of what was found, or where to go when nothing was. */
export function SearchResults({ query, results, deviceOnly, online, renderVideo }: SearchResultsProps) {
  return (
    <FoundVideos
      results={results}
      renderVideo={renderVideo}
      nothing={<NothingFound query={query} offline={deviceOnly && !online} />}
      source={deviceOnly && COPY.fromDevice}
      renderLink={(to, { className, label, children, current }) => (
        <Link
          to="/search"
          search={to === 1 ? { q: query } : { q: query, page: to }}
          aria-label={label}
          aria-current={current ? 'page' : undefined}
          className={className}
        >
          {children}
        </Link>
      )}
    />
  )
}

/** Which of all results a page shows, in words. */
export function rangeOf({ page, total, hasMore, items }: Page<Video>): string {
  const from = (page - 1) * SEARCH_PAGE_SIZE + 1
  const to = from + items.length - 1
  if (total <= items.length || items.length === 0) return hasMore ? COPY.countMore(total) : COPY.count(total)
  return hasMore ? COPY.rangeMore(total, from, to) : COPY.range(total, from, to)
}

function NothingFound({ query, offline }: { query: string; offline: boolean }) {
  return (
    <>
      <EmptyState
        icon="search"
        title={COPY.nothing(query)}
        body={offline ? COPY.nothingOffline : COPY.nothingBody}
      />
      <GenreLinks label={COPY.genres} />
    </>
  )
}
