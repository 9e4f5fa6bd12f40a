import { Link } from '@tanstack/react-router'
import type { Page, Video } from '#domain/catalogue.ts'
import { SEARCH_PAGE_SIZE } from '#domain/limits.ts'
import { EmptyState } from '#ui/empty-state.tsx'
import { Icon } from '#ui/icon.tsx'
import { COPY } from './copy.ts'
import { GenreLinks } from './genre-links.tsx'
import { Pagination } from './pagination.tsx'
import type { RenderVideo } from './render-video.ts'

const EAGER = 3

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
  const { items, page, total, totalPages } = results
  if (total === 0) return <NothingFound query={query} offline={deviceOnly && !online} />
  if (items.length === 0) return <PastTheEnd query={query} />
  return (
    <>
      <ul aria-label={COPY.list} className="video-list">
        {items.map((video, index) => (
          <li key={video.id}>{renderVideo(video, { layout: 'row', eager: index < EAGER })}</li>
        ))}
      </ul>
      {deviceOnly && (
        <p className="mt-6 flex items-center gap-1.5 text-sm text-muted">
          <Icon name="device" size={18} />
          {COPY.fromDevice}
        </p>
      )}
      <Pagination
        page={page}
        totalPages={totalPages}
        renderLink={(to, { className, label, children, current }) => (
          <Link
            to="/search"
            search={{ q: query, page: to }}
            aria-label={label}
            aria-current={current ? 'page' : undefined}
            className={className}
          >
            {children}
          </Link>
        )}
      />
    </>
  )
}

/** Which of all results a page shows, in words. */
export function rangeOf({ page, total, items }: Page<Video>): string {
  const from = (page - 1) * SEARCH_PAGE_SIZE + 1
  return total > items.length && items.length > 0
    ? COPY.range(total, from, from + items.length - 1)
    : COPY.count(total)
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

function PastTheEnd({ query }: { query: string }) {
  return (
    <EmptyState
      icon="search"
      title={COPY.pageEmpty}
      body={COPY.pageEmptyBody}
      action={
        <Link to="/search" search={{ q: query }} className="font-bold underline underline-offset-4">
          {COPY.firstPage}
        </Link>
      }
    />
  )
}
