import type { Admin, AdminReport, ReportedComment } from '#domain/admin.ts'
import { REPORTS as COPY } from './reports-copy.ts'
import { DeedDialog } from './deed-dialog.tsx'
import { SuspendDialog } from './suspend-dialog.tsx'

export type Deed = { kind: 'resolved' | 'dismissed' | 'suspend' } | { kind: 'hide'; comment: ReportedComment }

type ReportDeedProps = {
  admin: Pick<Admin, 'decideReport' | 'hideComment' | 'suspend'>
  online: boolean
  report: AdminReport
  deed: Deed
  open: boolean
  onClose: () => void
  onDone: () => void
}

const DECISIONS = {
  resolved: {
    title: COPY.resolveAsk,
    body: COPY.resolveBody,
    confirm: COPY.resolve,
    done: COPY.resolved,
    isDangerous: false,
  },
  dismissed: {
    title: COPY.dismissAsk,
    body: COPY.dismissBody,
    confirm: COPY.dismiss,
    done: COPY.dismissed,
    isDangerous: true,
  },
}

/** Asks before one of the things that can be done about a report. */
export function ReportDeed({ report, deed, admin, ...dialog }: ReportDeedProps) {
  const { reported } = report
  if (deed.kind === 'suspend')
    return <SuspendDialog key={report.id} {...dialog} admin={admin} person={reported} />
  if (deed.kind === 'hide') {
    const { id, comment } = deed.comment
    return (
      <DeedDialog
        key={id}
        {...dialog}
        title={COPY.hideAsk}
        subject={comment}
        body={COPY.hideBody}
        confirm={COPY.hideYes}
        done={COPY.hidden}
        act={(reason) => admin.hideComment(id, reason)}
      />
    )
  }
  const { kind } = deed
  return (
    <DeedDialog
      key={`${kind} ${report.id}`}
      {...dialog}
      {...DECISIONS[kind]}
      subject={`${COPY.reasons[report.reason]} · ${reported.username}`}
      act={(note) => admin.decideReport(report.id, kind, note)}
    />
  )
}
