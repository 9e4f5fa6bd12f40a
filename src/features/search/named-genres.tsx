import { Link } from '@tanstack/react-router'
import { GENRES } from '#domain/genres.ts'
import { foldForSearch } from '#domain/search-fold.ts'
import { buttonClass } from '#ui/button.tsx'
import { COPY } from './copy.ts'

/** A single letter is in too many names to mean one. */
const MIN_LENGTH = 2

/** The way to the genres whose names contain the query, as which somebody may have meant it; nothing where there are none. */
export function NamedGenres({ query }: { query: string }) {
  const wanted = foldForSearch(query)
  const named = GENRES.filter(({ name }) => {
    const folded = foldForSearch(name)
    return folded === wanted || (wanted.length >= MIN_LENGTH && folded.includes(wanted))
  })
  if (named.length === 0) return null
  return (
    <ul className="flex flex-wrap gap-2">
      {named.map(({ id, name }) => (
        <li key={id}>
          <Link to="/genre/$slug" params={{ slug: id }} className={buttonClass()}>
            {COPY.toGenre(name)}
          </Link>
        </li>
      ))}
    </ul>
  )
}
