import { classNames } from '#ui/class-names.ts'
import { mediaClasses } from '#ui/media-skeleton.tsx'
import { COPY } from './copy.ts'
import { FeaturedVideo } from './featured-video.tsx'
import { ScoreLine } from './score-line.tsx'
import type { VideoCardProps } from './video-card-props.ts'
import { VideoLink } from './video-link.tsx'
import { VideoMeta } from './video-meta.tsx'
import { VideoThumbnail } from './video-thumbnail.tsx'

/** One video in a list. The whole card leads to its page; only `action` is pressed on its own. */
export function VideoCard(props: VideoCardProps) {
  const { video, thumbnailUrl, layout = 'tile', rank, note, badge, action, eager = false } = props
  if (layout === 'feature') return <FeaturedVideo {...props} />
  const media = mediaClasses[layout]
  return (
    <article className={classNames('group/card relative', media.box)}>
      <VideoThumbnail src={thumbnailUrl} duration={video.duration} eager={eager} />
      <div className={classNames('flex items-start gap-1', media.text)}>
        {rank !== undefined && (
          <span className="me-1.5 min-w-5 text-center text-xl leading-[1.4] font-bold text-muted">
            <span aria-hidden="true">{rank}</span>
            <span className="sr-only">{COPY.rank(rank)}</span>
          </span>
        )}
        <div className="grid min-w-0 flex-1 gap-1">
          <VideoLink
            video={video}
            thumbnailUrl={thumbnailUrl}
            className={classNames(
              'line-clamp-2 text-[0.9375rem] leading-[1.55] font-bold text-ink no-underline after:absolute after:inset-0 after:z-0 after:rounded-lg',
              layout === 'row' && 'sm:text-base',
            )}
          />
          <VideoMeta video={video} />
          <ScoreLine video={video} />
          {(badge || note) && (
            <div className="grid justify-items-start text-xs text-muted">
              {badge}
              {note && <span>{note}</span>}
            </div>
          )}
        </div>
        {action && <div className="relative z-1 -me-2 -mt-1.5 shrink-0">{action}</div>}
      </div>
    </article>
  )
}
