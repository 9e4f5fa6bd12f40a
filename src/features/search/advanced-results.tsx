import { Link } from '@tanstack/react-router'
import type { AdvancedQuery } from '#domain/advanced-search.ts'
import type { Catalogue, Loaded, Page, Video } from '#domain/catalogue.ts'
import { SEARCH_PAGE_SIZE } from '#domain/limits.ts'
import { Button } from '#ui/button.tsx'
import { EmptyState } from '#ui/empty-state.tsx'
import { MediaSkeletons } from '#ui/media-skeleton.tsx'
import { RelativeTime } from '#ui/relative-time.tsx'
import { Loading } from '#ui/skeleton.tsx'
import { ADVANCED, COPY, failureCopy } from './copy.ts'
import { FoundVideos } from './found-videos.tsx'
import type { RenderVideo } from './render-video.ts'

type AdvancedResultsProps = {
  loaded: Loaded<Page<Video>>
  query: AdvancedQuery
  catalogue: Catalogue
  online: boolean
  renderVideo: RenderVideo
}

/** What an advanced search found, in whatever state that is. */
export function AdvancedResults({ loaded, query, catalogue, online, renderVideo }: AdvancedResultsProps) {
  if (loaded.status === 'loading') {
    return (
      <Loading>
        <MediaSkeletons layout="fluid" count={SEARCH_PAGE_SIZE} className="video-grid" />
      </Loading>
    )
  }
  if (loaded.status === 'error') {
    return (
      <EmptyState
        icon={loaded.code === 'offline' ? 'offline' : 'alert'}
        level={3}
        {...failureCopy(loaded.code)}
        action={<Button onClick={() => catalogue.retry()}>{COPY.retry}</Button>}
      />
    )
  }
  const fromDevice = loaded.source === 'device'
  return (
    <FoundVideos
      results={loaded.value}
      renderVideo={renderVideo}
      nothing={
        <EmptyState
          icon="search"
          level={3}
          title={ADVANCED.nothing}
          body={fromDevice && !online ? ADVANCED.nothingOffline : ADVANCED.nothingBody}
        />
      }
      source={fromDevice && <DeviceSource asOf={loaded.asOf} />}
      renderLink={(to, { className, label, children, current }) => (
        <Link
          to="/premium/advanced-search"
          search={to === 1 ? query : { ...query, page: to }}
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

/** `asOf` in ms; how old what the device holds is. */
function DeviceSource({ asOf }: { asOf: number | null }) {
  return (
    <>
      {ADVANCED.fromDevice}
      {asOf !== null && (
        <>
          （<RelativeTime time={asOf} />
          {ADVANCED.asOf}）
        </>
      )}
    </>
  )
}
