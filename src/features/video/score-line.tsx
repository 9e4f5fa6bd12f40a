import type { Video } from '#domain/catalogue.ts'
import { RadarGlyph } from '#ui/radar-glyph.tsx'
import { grouped } from '#ui/japanese-number.ts'
import { axisAverages } from './axis-averages.ts'
import { COPY } from './copy.ts'

/** A video's score in one line: the shape of its six axes, the average, how many rated. */
export function ScoreLine({ video }: { video: Video }) {
  if (video.rating_count === 0) {
    return (
      <span className="inline-flex items-center gap-1.5 text-xs text-muted">
        <RadarGlyph values={axisAverages(video)} size={20} />
        {COPY.unrated}
      </span>
    )
  }
  const average = video.avg_rating.toFixed(1)
  return (
    <span className="inline-flex items-center gap-1.5 text-sm">
      <RadarGlyph values={axisAverages(video)} size={24} />
      <span className="sr-only">{COPY.score(average, video.rating_count)}</span>
      <span aria-hidden="true" className="font-bold">
        {average}
      </span>
      <span aria-hidden="true" className="text-xs text-muted">
        ({grouped(video.rating_count)})
      </span>
    </span>
  )
}
