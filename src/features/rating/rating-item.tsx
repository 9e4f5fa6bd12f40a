import { Link } from '@tanstack/react-router'
import type { ReactNode } from 'react'
import type { Axis } from '#domain/rating.ts'
import { Avatar } from '#ui/avatar.tsx'
import { RelativeTime } from '#ui/relative-time.tsx'
import { CommentText } from './comment-text.tsx'
import { ScoreDetails } from './score-details.tsx'

type RatingItemProps = {
  name: string
  /** Whose profile the name leads to, for those who may see it. */
  personId?: string | undefined
  avatarUrl?: string | null
  /** ms or ISO 8601. */
  time: number | string
  overall: number
  axes: Partial<Record<Axis, number | null | undefined>>
  comment: string
  /** Beside the name, for instance a sync badge. */
  aside?: ReactNode
}

/** One person's rating. */
export function RatingItem({
  name,
  personId,
  avatarUrl,
  time,
  overall,
  axes,
  comment,
  aside,
}: RatingItemProps) {
  return (
    <article className="grid grid-cols-[auto_minmax(0,1fr)] gap-x-3 gap-y-1.5">
      <span className="row-span-2">
        <Avatar name={name} src={avatarUrl} size="md" />
      </span>
      <div className="flex min-w-0 flex-wrap items-baseline gap-x-3">
        <p className="max-w-full truncate font-bold">
          {personId === undefined ? (
            name
          ) : (
            <Link
              to="/profile/$personId"
              params={{ personId }}
              className="text-ink no-underline hover:underline"
            >
              {name}
            </Link>
          )}
        </p>
        <RelativeTime time={time} className="text-xs text-muted" />
        {aside}
      </div>
      <div className="col-start-2 grid gap-2">
        <ScoreDetails overall={overall} axes={axes} />
        {comment && <CommentText text={comment} />}
      </div>
    </article>
  )
}
