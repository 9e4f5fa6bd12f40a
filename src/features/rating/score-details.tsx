import { AXES, type Axis, SCORE_NAMES } from '#domain/rating.ts'
import { RadarGlyph } from '#ui/radar-glyph.tsx'
import { Stars } from '#ui/stars.tsx'
import { axisValues } from './scores.ts'

type ScoreDetailsProps = { overall: number; axes: Partial<Record<Axis, number | null | undefined>> }

/** One rating's scores: the overall in stars, the shape of its axes, and each axis that was given. */
export function ScoreDetails({ overall, axes }: ScoreDetailsProps) {
  const given = AXES.flatMap((axis) => {
    const value = axes[axis]
    return typeof value === 'number' ? [{ axis, value }] : []
  })
  return (
    <div className="grid gap-1.5">
      <div className="flex items-center gap-3">
        <Stars value={overall} />
        {given.length > 0 && <RadarGlyph values={axisValues(axes)} size={28} />}
      </div>
      {given.length > 0 && (
        <dl className="flex flex-wrap gap-x-4 gap-y-0.5 text-xs text-muted">
          {given.map(({ axis, value }) => (
            <div key={axis} className="flex gap-1">
              <dt>{SCORE_NAMES[axis]}</dt>
              <dd className="font-bold text-ink">{value.toFixed(1)}</dd>
            </div>
          ))}
        </dl>
      )}
    </div>
  )
}
