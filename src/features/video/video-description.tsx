import { FoldedText } from '#ui/folded-text.tsx'
import { COPY } from './copy.ts'

const LIMIT = { length: 140, lines: 4, folded: 'line-clamp-3' } as const
const LABELS = { unfold: COPY.fullText, fold: COPY.lessText }

/** The video's own text. */
export function VideoDescription({ text }: { text: string }) {
  const trimmed = text.trim()
  if (!trimmed) return null
  return (
    <section aria-label={COPY.description} className="rounded-lg bg-sunken px-4 py-3 text-sm">
      <FoldedText text={trimmed} limit={LIMIT} labels={LABELS} />
    </section>
  )
}
