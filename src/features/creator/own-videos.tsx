import type { ReactNode } from 'react'
import type { Video } from '#domain/catalogue.ts'
import type { OwnVideos } from '#domain/creator.ts'
import { EmptyState } from '#ui/empty-state.tsx'
import { COPY } from './copy.ts'
import { Answer, Section } from './section.tsx'
import type { Loaded } from '#ui/use-loaded.ts'

/** How this screen shows a video; the route knows the card. */
export type RenderVideo = (video: Video, look: { layout: 'row' }) => ReactNode

type OwnVideosSectionProps = { videos: Loaded<OwnVideos>; online: boolean; renderVideo: RenderVideo }

export function OwnVideosSection({ videos: asked, online, renderVideo }: OwnVideosSectionProps) {
  return (
    <Section title={COPY.videos}>
      <Answer asked={asked} online={online}>
        {({ videos, total }) =>
          videos.length === 0 ? (
            <EmptyState level={3} icon="video" title={COPY.noVideos} body={COPY.noVideosHint} />
          ) : (
            <>
              <ul aria-label={COPY.videosList} className="video-list">
                {videos.map((video) => (
                  <li key={video.id}>{renderVideo(video, { layout: 'row' })}</li>
                ))}
              </ul>
              {total > videos.length && (
                <p className="mt-4 text-sm text-muted">{COPY.moreVideos(total - videos.length)}</p>
              )}
            </>
          )
        }
      </Answer>
    </Section>
  )
}
