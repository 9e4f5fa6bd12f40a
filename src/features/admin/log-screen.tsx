import { useCallback, useState } from 'react'
import type { Admin, AdminAct } from '#domain/admin.ts'
import { EmptyState } from '#ui/empty-state.tsx'
import { usePageTitle } from '#ui/page-title.ts'
import { useLoaded } from '#ui/use-loaded.ts'
import { describeAct, subjectOf } from './act-words.ts'
import { Answered } from './answered.tsx'
import { LOG as COPY } from './log-copy.ts'
import { momentOf } from './formats.ts'
import { Pager } from './pager.tsx'
import { RecordTable } from './record-table.tsx'

type LogScreenProps = { admin: Pick<Admin, 'acts'>; online: boolean }

/** /admin/log: what admins did, the latest first. */
export function LogScreen({ admin, online }: LogScreenProps) {
  usePageTitle(COPY.title)
  const [page, setPage] = useState(1)
  const load = useCallback(() => admin.acts(page), [admin, page])
  const answer = useLoaded(load, online, 'goes')
  return (
    <>
      <h1 className="mb-2 text-2xl">{COPY.title}</h1>
      <p className="mb-6 text-sm text-muted">{COPY.lead}</p>
      <Answered answer={answer} online={online}>
        {({ total, acts }) =>
          acts.length === 0 && page === 1 ? (
            <EmptyState icon="history" title={COPY.empty} />
          ) : (
            <>
              <RecordTable
                label={COPY.title}
                rows={acts}
                keyOf={({ id }) => id}
                columns={[
                  {
                    label: COPY.when,
                    cell: ({ created_at }) => momentOf(created_at),
                    className: 'whitespace-nowrap',
                  },
                  { label: COPY.who, cell: ({ admin: by }) => by?.username ?? COPY.gone },
                  { label: COPY.what, cell: ({ act }) => COPY.acts[act] },
                  {
                    label: COPY.whom,
                    cell: (act) => <span className="wrap-anywhere">{subjectOf(act)}</span>,
                  },
                  { label: COPY.detail, cell: (act) => <Detail act={act} /> },
                ]}
              />
              <Pager page={page} total={total} onPage={setPage} />
            </>
          )
        }
      </Answered>
    </>
  )
}

function Detail({ act }: { act: AdminAct }) {
  return (
    <ul>
      {describeAct(act).map((line) => (
        <li key={line} className="wrap-anywhere">
          {line}
        </li>
      ))}
    </ul>
  )
}
