import { Link } from '@tanstack/react-router'
import type { AdminReport, ReportedComment } from '#domain/admin.ts'
import { Avatar } from '#ui/avatar.tsx'
import { Button } from '#ui/button.tsx'
import { RelativeTime } from '#ui/relative-time.tsx'
import { Badge } from './badge.tsx'
import { PEOPLE } from './people-copy.ts'
import { REPORTS as COPY } from './reports-copy.ts'
import type { Deed } from './report-deed.tsx'

type ReportCardProps = { report: AdminReport; onChoose: (deed: Deed) => void }

export function ReportCard({ report, onChoose }: ReportCardProps) {
  const { reason, body, reporter, reported, others, comments, status, updated_at } = report
  return (
    <li className="grid gap-4 rounded-xl border border-line bg-surface p-4 md:grid-cols-2 md:gap-6">
      <div>
        <div className="flex flex-wrap items-center gap-2">
          <Badge tone="danger">{COPY.reasons[reason]}</Badge>
          {others > 0 && <Badge>{COPY.others(others)}</Badge>}
        </div>
        <p dir="auto" className="mt-3 text-sm wrap-anywhere whitespace-pre-wrap">
          {body || COPY.noBody}
        </p>
        <p className="mt-2 text-xs wrap-anywhere text-muted">
          {COPY.by(reporter.username)} · <RelativeTime time={updated_at} />
        </p>
        <div className="mt-4 flex flex-wrap gap-2">
          {status === 'open' && (
            <>
              <Button size="sm" variant="primary" onClick={() => onChoose({ kind: 'resolved' })}>
                {COPY.resolve}
              </Button>
              <Button size="sm" onClick={() => onChoose({ kind: 'dismissed' })}>
                {COPY.dismiss}
              </Button>
            </>
          )}
          {!reported.suspension && reported.role !== 'admin' && (
            <Button
              size="sm"
              aria-label={PEOPLE.suspendNamed(reported.username)}
              onClick={() => onChoose({ kind: 'suspend' })}
            >
              {PEOPLE.suspend}
            </Button>
          )}
        </div>
      </div>
      <div className="min-w-0 border-t border-line pt-4 md:border-s md:border-t-0 md:ps-6 md:pt-0">
        <p className="text-xs text-muted">{COPY.about}</p>
        <div className="mt-2 flex items-center gap-3">
          <Avatar name={reported.username} src={reported.avatar_url} />
          <div className="min-w-0">
            <Link
              to="/profile/$personId"
              params={{ personId: reported.id }}
              className="font-bold wrap-anywhere text-ink"
            >
              {reported.username}
            </Link>
            {reported.suspension && (
              <span className="ms-2">
                <Badge tone="danger">{PEOPLE.suspended}</Badge>
              </span>
            )}
          </div>
        </div>
        <p dir="auto" className="mt-2 text-sm wrap-anywhere whitespace-pre-wrap">
          {reported.bio || COPY.noBio}
        </p>
        <Comments comments={comments} onHide={(comment) => onChoose({ kind: 'hide', comment })} />
      </div>
    </li>
  )
}

type CommentsProps = { comments: ReportedComment[]; onHide: (comment: ReportedComment) => void }

function Comments({ comments, onHide }: CommentsProps) {
  return (
    <>
      <p className="mt-4 text-xs text-muted">{COPY.comments}</p>
      {comments.length === 0 && <p className="mt-1 text-sm">{COPY.noComments}</p>}
      <ul aria-label={COPY.comments} className="mt-1 grid grid-cols-1 gap-3">
        {comments.map((comment) => (
          <li key={comment.id} className="flex flex-wrap items-start gap-x-3">
            <div className="min-w-0 flex-1 basis-36">
              <p dir="auto" className="line-clamp-4 text-sm wrap-anywhere">
                {comment.comment}
              </p>
              <p className="truncate text-xs text-muted">{comment.video_title}</p>
            </div>
            <Button
              size="sm"
              variant="quiet"
              className="shrink-0"
              aria-label={COPY.hideNamed(comment.video_title)}
              onClick={() => onHide(comment)}
            >
              {COPY.hide}
            </Button>
          </li>
        ))}
      </ul>
    </>
  )
}
