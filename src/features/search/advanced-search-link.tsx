import { Link } from '@tanstack/react-router'
import { buttonClass } from '#ui/button.tsx'
import { ADVANCED } from './copy.ts'

/** From a search by words to one by conditions, with the words taken along. */
export function AdvancedSearchLink({ query }: { query: string }) {
  return (
    <Link
      to="/premium/advanced-search"
      search={query === '' ? {} : { q: query }}
      className={buttonClass({ size: 'sm' })}
    >
      {ADVANCED.open}
    </Link>
  )
}
