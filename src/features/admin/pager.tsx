import { ADMIN_PAGE_SIZE } from '#domain/admin.ts'
import { Button } from '#ui/button.tsx'
import { COPY } from './copy.ts'

type PagerProps = { page: number; total: number; onPage: (page: number) => void }

/** Where in a long list one is, and the way on; nothing where all fits on one page. */
export function Pager({ page, total, onPage }: PagerProps) {
  const last = Math.max(1, Math.ceil(total / ADMIN_PAGE_SIZE))
  if (last === 1 && page === 1) return null
  const from = (page - 1) * ADMIN_PAGE_SIZE + 1
  return (
    <nav aria-label={COPY.pages} className="mt-6 flex flex-wrap items-center justify-between gap-3">
      <p className="text-sm text-muted">{COPY.range(from, Math.min(page * ADMIN_PAGE_SIZE, total), total)}</p>
      <div className="flex gap-2">
        <Button size="sm" disabled={page <= 1} onClick={() => onPage(page - 1)}>
          {COPY.previous}
        </Button>
        <Button size="sm" disabled={page >= last} onClick={() => onPage(page + 1)}>
          {COPY.next}
        </Button>
      </div>
    </nav>
  )
}
