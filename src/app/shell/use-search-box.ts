import type { Live } from '#domain/catalogue.ts'
import type { Suggestion } from '#domain/title-search.ts'
import { useLocation, useNavigate } from '@tanstack/react-router'
import { afterPaint } from '#platform/after-paint.ts'
import { useApp } from '../app-context.ts'

/** Ties the search box to the address: it follows `q`, searches at /search, and emptying it there goes back to the bare screen. */
export function useSearchBox(): {
  place: string
  query: string
  onSearch: (query: string) => void
  onClear: () => void
  atSearch: boolean
  suggest: (text: string) => Live<Suggestion[]>
  onOpen: (youtubeId: string) => void
} {
  const navigate = useNavigate()
  const place = useLocation({ select: ({ pathname }) => pathname })
  const atSearch = place === '/search'
  const query = useLocation({ select: ({ search }) => (atSearch ? (search.q ?? '') : '') })
  return {
    place,
    query,
    atSearch,
    suggest: useApp().catalogue.suggest,
    // That the box closes is the answer to the press
    onOpen: (videoId) =>
      void afterPaint().then(() => navigate({ to: '/video/$videoId', params: { videoId } })),
    onSearch: (q) => void afterPaint().then(() => navigate({ to: '/search', search: { q } })),
    onClear: () => {
      if (atSearch) void navigate({ to: '/search', search: {} })
    },
  }
}
