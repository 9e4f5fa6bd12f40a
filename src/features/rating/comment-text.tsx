import { FoldedText } from '#ui/folded-text.tsx'
import { COPY } from './copy.ts'

const LIMIT = { length: 240, lines: 6, folded: 'line-clamp-6' } as const
const LABELS = { unfold: COPY.readMore, fold: COPY.readLess }

/** A comment of any length, never wider than its place. */
export const CommentText = ({ text }: { text: string }) => (
  <div>
    <FoldedText
      text={text}
      limit={LIMIT}
      labels={LABELS}
      className="whitespace-pre-line [word-break:normal]"
    />
  </div>
)
