import { useMemo, type ReactNode } from 'react'
import type { Catalogue, Loaded, Video } from '#domain/catalogue.ts'
import { RECENT_VIDEOS_LIMIT, TOP_VIDEOS_LIMIT } from '#domain/limits.ts'
import { Button } from '#ui/button.tsx'
import { EmptyState } from '#ui/empty-state.tsx'
import { MediaSkeletons } from '#ui/media-skeleton.tsx'
import { usePageTitle } from '#ui/page-title.ts'
import { useDeferredLive } from '#ui/use-deferred-live.ts'
import { COPY, failureCopy } from './copy.ts'
import { GenreChips } from './genre-chips.tsx'
import { Hero } from './hero.tsx'
import { HomeSection } from './home-section.tsx'
import type { RenderVideo } from './render-video.ts'
import { TopVideos, TopVideosSkeleton } from './top-videos.tsx'

const LOADING = { status: 'loading' } as const
const gridClass =
  'grid grid-cols-[minmax(0,1fr)] gap-x-5 gap-y-5 sm:grid-cols-2 sm:gap-y-8 md:grid-cols-3 xl:grid-cols-4'

type HomeScreenProps = {
  catalogue: Catalogue
  renderVideo: RenderVideo
  signedIn: boolean
  /** What the person watched last; nothing for a visitor. */
  continueWatching?: ReactNode
  promotion?: ReactNode
}

/** Where everything starts: what people talk about, what is new, and every genre. */
export function HomeScreen({
  catalogue,
  renderVideo,
  signedIn,
  continueWatching,
  promotion,
}: HomeScreenProps) {
  usePageTitle(undefined)
  const top = useDeferredLive(
    useMemo(() => catalogue.top(TOP_VIDEOS_LIMIT), [catalogue]),
    LOADING,
  )
  const recent = useDeferredLive(
    useMemo(() => catalogue.recent(RECENT_VIDEOS_LIMIT), [catalogue]),
    LOADING,
  )
  const failed = top.status === 'error' ? top : recent.status === 'error' ? recent : undefined
  const empty =
    top.status === 'ready' && recent.status === 'ready' && top.value.length + recent.value.length === 0
  return (
    <div className="grid grid-cols-[minmax(0,1fr)] gap-12">
      {signedIn ? <h1 className="sr-only">{COPY.title}</h1> : <Hero />}
      {continueWatching}
      {failed && <HomeFailure code={failed.code} onRetry={() => catalogue.retry()} />}
      {empty && <EmptyState title={COPY.empty} body={COPY.emptyBody} />}
      <VideoSection title={COPY.top} videos={top} skeleton={<TopVideosSkeleton />}>
        {(videos) => <TopVideos videos={videos} renderVideo={renderVideo} />}
      </VideoSection>
      {promotion}
      <HomeSection title={COPY.genres}>
        <GenreChips />
      </HomeSection>
      <VideoSection
        title={COPY.recent}
        videos={recent}
        skeleton={<MediaSkeletons layout="fluid" count={RECENT_VIDEOS_LIMIT} className={gridClass} />}
      >
        {(videos) => (
          <ul className={gridClass}>
            {videos.map((video) => (
              <li key={video.id} className="video-item">
                {renderVideo(video, { layout: 'fluid' })}
              </li>
            ))}
          </ul>
        )}
      </VideoSection>
    </div>
  )
}

type VideoSectionProps = {
  title: string
  videos: Loaded<Video[]>
  skeleton: ReactNode
  children: (videos: Video[]) => ReactNode
}

/** Nothing where there are no videos. The title stands from the beginning, so that what is below does not move. */
function VideoSection({ title, videos, skeleton, children }: VideoSectionProps) {
  if (videos.status === 'error' || (videos.status === 'ready' && videos.value.length === 0)) return null
  return (
    <HomeSection title={title}>{videos.status === 'loading' ? skeleton : children(videos.value)}</HomeSection>
  )
}

function HomeFailure({ code, onRetry }: { code: Parameters<typeof failureCopy>[0]; onRetry: () => void }) {
  return (
    <EmptyState
      icon={code === 'offline' ? 'offline' : 'alert'}
      {...failureCopy(code)}
      action={<Button onClick={onRetry}>{COPY.retry}</Button>}
    />
  )
}
