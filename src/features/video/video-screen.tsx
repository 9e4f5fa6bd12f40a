import { useMemo, type ReactNode } from 'react'
import { Link } from '@tanstack/react-router'
import type { Catalogue, Video } from '#domain/catalogue.ts'
import { Button, buttonClass } from '#ui/button.tsx'
import { EmptyState } from '#ui/empty-state.tsx'
import { usePageTitle } from '#ui/page-title.ts'
import { useDeferredLive } from '#ui/use-deferred-live.ts'
import { COPY, failureCopy } from './copy.ts'
import { asideClass, mainClass, pageClass, wideClass } from './page-layout.ts'
import { RelatedVideos } from './related-videos.tsx'
import { ScoreSummary } from './score-summary.tsx'
import { VideoDescription } from './video-description.tsx'
import { VideoHeading } from './video-heading.tsx'
import { VideoPlayer } from './video-player.tsx'
import { VideoSkeleton } from './video-skeleton.tsx'

const LOADING = { status: 'loading' } as const

type VideoScreenProps = {
  catalogue: Catalogue
  /** UUID or YouTube id, as in the address. */
  videoId: string
  online: boolean
  thumbnailOf: (video: Video) => string
  renderVideo: (video: Video, look: { layout: 'tile' }) => ReactNode
  favoriteButton: (video: Video) => ReactNode
  ratingForm: (video: Video) => ReactNode
  ratingList: (video: Video) => ReactNode
  viewRecorder: (video: Video) => ReactNode
  promotion?: ReactNode
}

/** One video: watch it, see what others think, say what you think. */
export function VideoScreen(props: VideoScreenProps) {
  const { catalogue, videoId, online, promotion, renderVideo } = props
  const live = useMemo(() => catalogue.byId(videoId), [catalogue, videoId])
  const loaded = useDeferredLive(live, LOADING)
  usePageTitle(loaded.status === 'ready' ? loaded.value.title : undefined)
  if (loaded.status === 'loading') return <VideoSkeleton videoId={videoId} />
  if (loaded.status === 'error') {
    const { title, body } = failureCopy(loaded.code)
    return (
      <>
        <h1 className="sr-only">{title}</h1>
        <EmptyState
          icon={loaded.code === 'offline' ? 'offline' : 'video'}
          title={title}
          body={body}
          action={
            <>
              {loaded.code !== 'not_found' && <Button onClick={() => catalogue.retry()}>{COPY.retry}</Button>}
              <Link to="/search" className={buttonClass()}>
                {COPY.search}
              </Link>
            </>
          }
        />
      </>
    )
  }
  const video = loaded.value
  return (
    <div key={video.id} className={pageClass}>
      {props.viewRecorder(video)}
      <div className={`${mainClass} gap-5`}>
        <VideoPlayer video={video} thumbnailUrl={props.thumbnailOf(video)} online={online} />
        <VideoHeading video={video} favoriteButton={props.favoriteButton(video)} />
        <VideoDescription text={video.description ?? ''} />
      </div>
      <div className={asideClass}>
        <ScoreSummary video={video} />
      </div>
      <div className={`${mainClass} gap-10`}>
        {props.ratingForm(video)}
        {props.ratingList(video)}
        {promotion}
      </div>
      {video.genre_id && (
        <div className={wideClass}>
          <RelatedVideos
            catalogue={catalogue}
            video={video}
            genreId={video.genre_id}
            renderVideo={renderVideo}
          />
        </div>
      )}
    </div>
  )
}
