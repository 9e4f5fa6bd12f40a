import { Link } from '@tanstack/react-router'
import { GENRES } from '#domain/genres.ts'

/** Every genre; the open one is marked. */
export function GenreLinks({ label }: { label: string }) {
  return (
    <nav aria-label={label}>
      <ul className="flex flex-wrap justify-start gap-2">
        {GENRES.map(({ id, name }) => (
          <li key={id}>
            <Link
              to="/genre/$slug"
              params={{ slug: id }}
              className="inline-flex min-h-11 items-center rounded-full border border-line bg-surface px-4 text-sm text-ink no-underline transition-colors hover:bg-hover aria-[current=page]:border-ink aria-[current=page]:bg-ink aria-[current=page]:font-bold aria-[current=page]:text-on-ink"
            >
              {name}
            </Link>
          </li>
        ))}
      </ul>
    </nav>
  )
}
