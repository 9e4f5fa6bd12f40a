import { useCallback, useState } from 'react'
import { REPORT_STATUSES, type Admin, type AdminReport, type ReportStatus } from '#domain/admin.ts'
import { EmptyState } from '#ui/empty-state.tsx'
import { usePageTitle } from '#ui/page-title.ts'
import { Tabs } from '#ui/tabs.tsx'
import { useLoaded } from '#ui/use-loaded.ts'
import { Answered } from './answered.tsx'
import { REPORTS as COPY } from './reports-copy.ts'
import { Pager } from './pager.tsx'
import { ReportCard } from './report-card.tsx'
import { ReportDeed, type Deed } from './report-deed.tsx'

type ReportsScreenProps = {
  admin: Pick<Admin, 'reports' | 'decideReport' | 'hideComment' | 'suspend'>
  online: boolean
}

const TABS = REPORT_STATUSES.map((key) => ({ key, label: COPY.statuses[key] }))

/** /admin/reports: what people said of others, what these show in public, and what is done about it. */
export function ReportsScreen({ admin, online }: ReportsScreenProps) {
  usePageTitle(COPY.title)
  const [asked, setAsked] = useState<{ status: ReportStatus; page: number }>({ status: 'open', page: 1 })
  /** The deed whose dialog was opened last: it stays, closed, with what was typed. */
  const [chosen, setChosen] = useState<{ report: AdminReport; deed: Deed } | null>(null)
  const [open, setOpen] = useState(false)
  const load = useCallback(() => admin.reports(asked.status, asked.page), [admin, asked])
  const answer = useLoaded(load, online, 'goes')
  return (
    <>
      <h1 className="mb-6 text-2xl">{COPY.title}</h1>
      <Tabs
        label={COPY.title}
        tabs={TABS}
        active={asked.status}
        onChange={(status) => setAsked({ status, page: 1 })}
      >
        <Answered answer={answer} online={online}>
          {({ total, reports }) =>
            reports.length === 0 && asked.page === 1 ? (
              <EmptyState icon="checkCircle" title={COPY.empty} />
            ) : (
              <>
                <ul className="grid gap-4">
                  {reports.map((report) => (
                    <ReportCard
                      key={report.id}
                      report={report}
                      onChoose={(deed) => {
                        setChosen({ report, deed })
                        setOpen(true)
                      }}
                    />
                  ))}
                </ul>
                <Pager
                  page={asked.page}
                  total={total}
                  onPage={(page) => setAsked((before) => ({ ...before, page }))}
                />
              </>
            )
          }
        </Answered>
      </Tabs>
      {chosen && (
        <ReportDeed
          {...chosen}
          admin={admin}
          online={online}
          open={open}
          onClose={() => setOpen(false)}
          onDone={answer.reload}
        />
      )}
    </>
  )
}
