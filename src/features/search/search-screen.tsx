import { Link } from '@tanstack/react-router'
import { Fragment, useMemo, type ReactNode } from 'react'
import type { Catalogue } from '#domain/catalogue.ts'
import { SEARCH_PAGE_SIZE } from '#domain/limits.ts'
import { Button, buttonClass } from '#ui/button.tsx'
import { EmptyState } from '#ui/empty-state.tsx'
import { MediaSkeletons } from '#ui/media-skeleton.tsx'
import { usePageTitle } from '#ui/page-title.ts'
import { Loading, Skeleton } from '#ui/skeleton.tsx'
import { useDeferredLive } from '#ui/use-deferred-live.ts'
import { COPY, failureCopy } from './copy.ts'
import { GenreLinks } from './genre-links.tsx'
import { NamedGenres } from './named-genres.tsx'
import type { RenderVideo } from './render-video.ts'
import { rangeOf, SearchResults } from './search-results.tsx'

const LOADING = { status: 'loading' } as const

type SearchScreenProps = {
  catalogue: Catalogue
  /** Trimmed; empty when nothing was asked yet. */
  query: string
  /** From 1. */
  page: number
  online: boolean
  renderVideo: RenderVideo
  /** What is paid for; only its place as long as it is not known whether it stands above or below. */
  promotion?: (isWaiting: boolean) => ReactNode
  /** Searching by more than words, for those who may. */
  advanced?: ReactNode
}

/** What was found for a query; without one, ways to begin. */
export function SearchScreen(props: SearchScreenProps) {
  usePageTitle(props.query ? COPY.results(props.query) : COPY.search)
  return props.query === '' ? <SearchStart advanced={props.advanced} /> : <SearchAnswer {...props} />
}

function SearchStart({ advanced }: Pick<SearchScreenProps, 'advanced'>) {
  return (
    <div className="grid gap-8">
      <header>
        <h1 className="text-2xl">{COPY.ask}</h1>
        <p className="mt-2 text-muted">{COPY.askBody}</p>
        {advanced && <p className="mt-4">{advanced}</p>}
      </header>
      <section aria-labelledby="genres">
        <h2 id="genres" className="mb-4 text-lg">
          {COPY.genres}
        </h2>
        <GenreLinks label={COPY.genres} />
      </section>
    </div>
  )
}

function SearchAnswer({
  catalogue,
  query,
  page,
  online,
  renderVideo,
  promotion,
  advanced,
}: SearchScreenProps) {
  const found = useMemo(() => catalogue.search(query, page), [catalogue, query, page])
  const loaded = useDeferredLive(found, LOADING)
  const deviceOnly = loaded.status === 'ready' && loaded.source === 'device'
  const nothing = loaded.status === 'ready' && loaded.value.total === 0
  // What was asked for comes before what was not; neither is what stood there before, moved
  const place = nothing ? 'below' : 'above'
  const paid = promotion && <Fragment key={place}>{promotion(loaded.status === 'loading')}</Fragment>
  const answer = (
    <div key={nothing ? 'nothing' : 'answer'}>
      {loaded.status === 'loading' && (
        <Loading>
          <MediaSkeletons layout="fluid" count={SEARCH_PAGE_SIZE} className="video-grid" />
        </Loading>
      )}
      {loaded.status === 'error' && (
        <EmptyState
          icon={loaded.code === 'offline' ? 'offline' : 'alert'}
          {...failureCopy(loaded.code)}
          action={
            <>
              <Button onClick={() => catalogue.retry()}>{COPY.retry}</Button>
              <Link to="/" className={buttonClass({ variant: 'quiet' })}>
                {COPY.home}
              </Link>
            </>
          }
        />
      )}
      {loaded.status === 'ready' && (
        <SearchResults
          query={query}
          results={loaded.value}
          deviceOnly={deviceOnly}
          online={online}
          renderVideo={renderVideo}
        />
      )}
    </div>
  )
  return (
    <div className="grid grid-cols-[minmax(0,1fr)] gap-6">
      <header className="flex flex-wrap items-end justify-between gap-3">
        <div>
          <h1 className="text-xl">{COPY.results(query)}</h1>
          <p role="status" className="mt-1 min-h-6 text-sm text-muted">
            {loaded.status === 'loading' && <Skeleton className="my-1 h-4 w-20" />}
            {loaded.status === 'ready' && <span>{rangeOf(loaded.value)}</span>}
          </p>
        </div>
        {advanced}
      </header>
      <NamedGenres query={query} />
      {nothing ? [answer, paid] : [paid, answer]}
    </div>
  )
}
