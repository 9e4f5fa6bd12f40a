import { FoldedText } from '#ui/folded-text.tsx'
import { COPY } from './copy.ts'

const LIMIT = { length: 160, lines: 4, folded: 'line-clamp-4' } as const
const LABELS = { unfold: COPY.readMore, fold: COPY.readLess }

/** What the person wrote, of any length. */
export const LongText = ({ text, className }: { text: string; className?: string }) => (
  <div className={className}>
    <FoldedText text={text} limit={LIMIT} labels={LABELS} className="wrap-anywhere whitespace-pre-line" />
  </div>
)
