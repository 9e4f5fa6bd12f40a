import { Link } from '@tanstack/react-router'
import type { EventPerson } from '#domain/event.ts'
import { Avatar } from '#ui/avatar.tsx'
import { COPY } from './copy.ts'

/** Who takes part, for the organizer. */
export function Participants({ people }: { people: readonly EventPerson[] }) {
  return (
    <section aria-labelledby="event-participants">
      <h2 id="event-participants" className="text-lg">
        {COPY.participants}
      </h2>
      <p className="mt-1 mb-3 text-sm text-muted">{COPY.participantsNote}</p>
      {people.length > 0 && (
        <ul className="flex flex-wrap gap-2">
          {people.map(({ id, username, avatar_url }) => (
            <li key={id} className="max-w-full">
              <Link
                to="/profile/$personId"
                params={{ personId: id }}
                className="flex min-h-11 items-center gap-2 rounded-full border border-line bg-surface px-3 text-sm text-ink no-underline hover:bg-hover"
              >
                <Avatar name={username} src={avatar_url} size="sm" />
                <span className="truncate">{username}</span>
              </Link>
            </li>
          ))}
        </ul>
      )}
    </section>
  )
}
