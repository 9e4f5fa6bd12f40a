import type { ReactNode } from 'react'
import { classNames } from '#ui/class-names.ts'
import { Icon } from '#ui/icon.tsx'
import { grouped } from '#ui/japanese-number.ts'
import { COPY } from './copy.ts'
import { pageNumbers } from './page-numbers.ts'

const stepClass =
  'inline-flex min-h-11 min-w-11 items-center justify-center gap-1 rounded-full px-3 text-sm text-ink no-underline hover:bg-hover'

/** A link to another page of the same list. */
export type PageLink = (
  page: number,
  look: { className: string; label: string; children: ReactNode; current: boolean },
) => ReactNode

type PaginationProps = { page: number; totalPages: number; renderLink: PageLink }

/** Leads through the pages of a list; nothing when there is only one. */
export function Pagination({ page, totalPages, renderLink }: PaginationProps) {
  if (totalPages <= 1) return null
  const link = (to: number, label: string, children: ReactNode, className = stepClass) =>
    renderLink(to, { className, label, children, current: to === page })
  return (
    <nav aria-label={COPY.pages} className="mt-10">
      <ul className="flex flex-wrap items-center justify-center gap-1">
        {page > 1 && <li>{link(page - 1, COPY.previous, <Icon name="chevronLeft" size={20} />)}</li>}
        {pageNumbers(page, totalPages).map((item, index) =>
          item === 'gap' ? (
            <li key={`gap-${index}`} aria-hidden="true" className="px-1 text-muted">
              …
            </li>
          ) : (
            <li key={item}>
              {link(
                item,
                COPY.page(item),
                grouped(item),
                classNames(stepClass, item === page && 'bg-ink font-bold text-on-ink hover:bg-ink'),
              )}
            </li>
          ),
        )}
        {page < totalPages && <li>{link(page + 1, COPY.next, <Icon name="chevronRight" size={20} />)}</li>}
      </ul>
    </nav>
  )
}
