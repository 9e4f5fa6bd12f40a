import { EmptyState } from '#ui/empty-state.tsx'
import { COPY } from './copy.ts'
import type { PageLink } from './pagination.tsx'

/** Instead of a page past the last: the way to the first. */
export function EmptyPage({ renderLink }: { renderLink: PageLink }) {
  const look = { className: 'font-bold underline underline-offset-4', label: COPY.firstPage, current: false }
  return (
    <EmptyState
      icon="search"
      title={COPY.pageEmpty}
      body={COPY.pageEmptyBody}
      action={renderLink(1, { ...look, children: COPY.firstPage })}
    />
  )
}
