import { Link } from '@tanstack/react-router'
import type { DeletionReceipt } from '#domain/account.ts'
import { usePageTitle } from '#ui/page-title.ts'
import { longMoment } from '#ui/japanese-date.ts'
import { authLinkClass } from './auth-frame.tsx'
import { COPY, DELETED } from './copy.ts'
import { Phrases } from '#ui/phrases.tsx'

/** What was deleted, for whoever deleted it. */
export function AccountDeletedScreen({ receipt }: { receipt: DeletionReceipt }) {
  usePageTitle(COPY.deletedTitle)
  const { deleted_at, files } = receipt
  const lines = linesOf(receipt)
  return (
    <div className="mx-auto max-w-md py-4 sm:py-10">
      <h1 className="text-2xl">
        <Phrases>{COPY.deletedTitle}</Phrases>
      </h1>
      <p className="mt-3 [word-break:auto-phrase]">
        {deleted_at === null ? COPY.deletedBefore : COPY.deletedAt(timeOf(deleted_at))}
      </p>
      {deleted_at !== null && (
        <section aria-label={COPY.deletedReceipt} className="mt-6">
          <dl className="overflow-hidden rounded-xl border border-line bg-surface px-4 text-sm">
            {[...lines, [COPY.deletedFiles, files] as const].map(([name, count]) => (
              <div
                key={name}
                className="flex justify-between gap-4 border-b border-line py-2.5 last:border-0"
              >
                <dt>{name}</dt>
                <dd className="shrink-0 tabular-nums">{COPY.count(count)}</dd>
              </div>
            ))}
          </dl>
          <p className="mt-2 text-xs text-muted">{COPY.deletedNote}</p>
        </section>
      )}
      <div className="mt-8 text-sm">
        <Link to="/" className={authLinkClass}>
          {COPY.toHome}
        </Link>
      </div>
    </div>
  )
}

const timeOf = (iso: string): string => longMoment(Date.parse(iso))

/** In the order of their names in the copy; what people have no word for is added up. */
function linesOf({ rows }: DeletionReceipt): (readonly [string, number])[] {
  const named = Object.entries(DELETED).flatMap(([table, name]) => {
    const count = rows[table]
    return count === undefined ? [] : [[name, count] as const]
  })
  const other = Object.entries(rows)
    .filter(([table]) => !(table in DELETED))
    .reduce((sum, [, count]) => sum + count, 0)
  return other === 0 ? named : [...named, [COPY.deletedOther, other]]
}
