import type { RelatedPerson } from '#sync/collections/likings.ts'
import type { PeopleList } from '#ui/people-list.tsx'
import { RelativeTime } from '#ui/relative-time.tsx'
import { COPY } from './copy.ts'
import { nameOf } from './name-of.ts'

type PersonLook = ReturnType<Parameters<typeof PeopleList<RelatedPerson>>[0]['lookOf']>

/** How a person is shown in a list: `what` happened `at` (ms), how well they fit, and what else is said. */
export function personLook(
  person: RelatedPerson,
  what: string,
  at: number | undefined,
  note?: string,
): PersonLook {
  const name = nameOf(person)
  return {
    name,
    avatarUrl: person.profile.avatar_url,
    profile: { personId: person.other_id, label: COPY.profileOf(name) },
    facts: (
      <>
        {at !== undefined && (
          <span>
            {what} <RelativeTime time={at} />
          </span>
        )}
        {person.offer && <span>{`${COPY.score} ${COPY.percent(person.offer.score)}`}</span>}
        {note && <span className="font-bold text-ink">{note}</span>}
      </>
    ),
  }
}
