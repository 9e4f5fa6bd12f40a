import type { TroubledWork as Work } from '#domain/admin.ts'
import { Icon } from '#ui/icon.tsx'
import { OVERVIEW as COPY, WORK_NAMES } from './overview-copy.ts'
import { momentOf } from './formats.ts'

/** What happens by itself on the server, where it is late, slow or failed; else that all of it happens. */
export function TroubledWork({ work }: { work: readonly Work[] }) {
  return (
    <section aria-labelledby="work-heading">
      <h2 id="work-heading" className="mb-4 text-lg">
        {COPY.work}
      </h2>
      {work.length === 0 ? (
        <p className="text-sm text-muted">{COPY.workWell}</p>
      ) : (
        <ul className="grid gap-3">
          {work.map(({ name, last_run_at, failure, began_at, is_slow }) => (
            <li key={name} className="flex gap-3 rounded-xl border border-line bg-surface p-4">
              <Icon name="alert" size={20} />
              <div className="min-w-0 flex-1">
                <p className="font-bold">{WORK_NAMES[name] ?? name}</p>
                <p className="text-sm text-muted">
                  {failure === null ? (is_slow ? COPY.slow : COPY.late) : COPY.failed}
                  {began_at !== null && COPY.began(momentOf(began_at))}
                  {last_run_at !== null && COPY.lastDone(momentOf(last_run_at))}
                  {began_at === null && last_run_at === null && COPY.neverDone}
                </p>
                {failure !== null && (
                  <p lang="en" className="mt-1 text-xs break-words text-muted">
                    {failure}
                  </p>
                )}
              </div>
            </li>
          ))}
        </ul>
      )}
    </section>
  )
}
