import { AXES, SCORE_NAMES } from '#domain/rating.ts'
import { RadarChart } from '#ui/radar-chart.tsx'
import { axisAverages } from './axis-averages.ts'
import { COPY } from './copy.ts'
import { ScoreLine } from './score-line.tsx'
import type { VideoCardProps } from './video-card-props.ts'
import { VideoLink } from './video-link.tsx'
import { VideoMeta } from './video-meta.tsx'
import { VideoThumbnail } from './video-thumbnail.tsx'

const AXIS_NAMES = AXES.map((axis) => SCORE_NAMES[axis])

/** One video, large, with the shape that people gave it. */
export function FeaturedVideo({ video, thumbnailUrl, note, badge, action, eager = false }: VideoCardProps) {
  return (
    <article className="group/card relative grid grid-cols-[minmax(0,1fr)] items-center gap-x-10 gap-y-5 md:grid-cols-[minmax(0,7fr)_minmax(0,5fr)]">
      <VideoThumbnail src={thumbnailUrl} duration={video.duration} eager={eager} className="rounded-xl" />
      <div className="min-w-0">
        <p className="mb-1 text-xs font-bold text-muted">{note ?? COPY.mostReviewed}</p>
        <div className="flex items-start gap-2">
          <VideoLink
            video={video}
            thumbnailUrl={thumbnailUrl}
            className="line-clamp-3 min-w-0 flex-1 text-lg leading-[1.5] font-bold text-ink no-underline after:absolute after:inset-0 after:rounded-xl lg:text-xl"
          />
          {action && <div className="relative z-1 -me-2 -mt-1 shrink-0">{action}</div>}
        </div>
        <div className="mt-2 flex flex-wrap items-end justify-between gap-x-4 gap-y-2">
          <VideoMeta video={video} />
          <div className="flex items-center gap-3">
            <ScoreLine video={video} />
            {badge}
          </div>
        </div>
        {video.rating_count > 0 && (
          <RadarChart
            title={COPY.radar}
            axes={AXIS_NAMES}
            series={[{ name: COPY.average, values: axisAverages(video), tone: 'accent' }]}
            className="mx-auto mt-4 max-w-80"
          />
        )}
      </div>
    </article>
  )
}
