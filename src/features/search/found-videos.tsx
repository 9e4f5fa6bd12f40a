import type { ReactNode } from 'react'
import type { Page, Video } from '#domain/catalogue.ts'
import { Icon } from '#ui/icon.tsx'
import { COPY } from './copy.ts'
import { EmptyPage } from './empty-page.tsx'
import { Pagination, type PageLink } from './pagination.tsx'
import type { RenderVideo } from './render-video.ts'

const EAGER = 3

type FoundVideosProps = {
  results: Page<Video>
  /** Instead of the list where nothing was found at all. */
  nothing: ReactNode
  /** Where the list comes from, if that needs saying. */
  source: ReactNode
  renderLink: PageLink
  renderVideo: RenderVideo
}

/** One page of what was found, and the way to the others. */
export function FoundVideos({ results, nothing, source, renderLink, renderVideo }: FoundVideosProps) {
  const { items, page, total, totalPages } = results
  if (total === 0) return nothing
  if (items.length === 0) return <EmptyPage renderLink={renderLink} />
  return (
    <>
      <ul aria-label={COPY.list} className="video-grid">
        {items.map((video, index) => (
          <li key={video.id}>{renderVideo(video, { layout: 'fluid', eager: index < EAGER })}</li>
        ))}
      </ul>
      {source && (
        <p className="mt-6 flex items-start gap-1.5 text-sm text-muted">
          <Icon name="device" size={18} className="mt-0.5 shrink-0" />
          <span>{source}</span>
        </p>
      )}
      <Pagination page={page} totalPages={totalPages} renderLink={renderLink} />
    </>
  )
}
