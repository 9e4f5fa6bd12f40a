import { FoldedText } from '#ui/folded-text.tsx'
import { COPY } from './copy.ts'
import { splitLinks } from './split-links.ts'

const LIMIT = { length: 1_000, lines: 20, folded: 'line-clamp-18' } as const
const LABELS = { unfold: COPY.readMore, fold: COPY.readLess }

type MessageTextProps = {
  text: string
  className: string
  /** The person unfolds or folds it: what is in view must not be scrolled away from under them. */
  onFold: () => void
}

/** What somebody wrote, with addresses as links. */
export const MessageText = ({ text, className, onFold }: MessageTextProps) => (
  <div className={className}>
    <FoldedText
      text={text}
      limit={LIMIT}
      labels={LABELS}
      onFold={onFold}
      className="text-start text-wrap whitespace-pre-wrap wrap-anywhere [word-break:normal] [unicode-bidi:isolate]"
    >
      {splitLinks(text).map((part, index) =>
        part.link ? (
          // oxlint-disable-next-line no-array-index-key -- the parts of a message never change
          <a key={index} href={part.text} target="_blank" rel="noreferrer" className="text-ink underline">
            {part.text}
          </a>
        ) : (
          part.text
        ),
      )}
    </FoldedText>
  </div>
)
