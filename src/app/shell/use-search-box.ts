import { useLocation, useNavigate } from '@tanstack/react-router'

/** Ties the search box to the address: it follows `q`, searches at /search, and emptying it there goes back to the bare screen. */
export function useSearchBox(): {
  query: string
  onSearch: (query: string) => void
  onClear: () => void
  atSearch: boolean
} {
  const navigate = useNavigate()
  const atSearch = useLocation({ select: ({ pathname }) => pathname === '/search' })
  const query = useLocation({ select: ({ search }) => (atSearch ? (search.q ?? '') : '') })
  return {
    query,
    atSearch,
    onSearch: (q) => void navigate({ to: '/search', search: { q } }),
    onClear: () => {
      if (atSearch) void navigate({ to: '/search', search: {} })
    },
  }
}
