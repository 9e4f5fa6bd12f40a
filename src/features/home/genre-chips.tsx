import { Link } from '@tanstack/react-router'
import { GENRES } from '#domain/genres.ts'

/** Every genre, one press away. */
export function GenreChips() {
  return (
    <ul className="flex flex-wrap gap-2">
      {GENRES.map(({ id, name }) => (
        <li key={id}>
          <Link
            to="/genre/$slug"
            params={{ slug: id }}
            className="inline-flex min-h-11 items-center rounded-full border border-line bg-surface px-4 text-sm text-ink no-underline transition-colors hover:bg-hover"
          >
            {name}
          </Link>
        </li>
      ))}
    </ul>
  )
}
