import { Link } from '@tanstack/react-router'
import type { ReactNode } from 'react'
import type { RelatedPerson } from '#sync/collections/likings.ts'
import { Avatar } from '#ui/avatar.tsx'
import { classNames } from '#ui/class-names.ts'
import { ListItem, LongList } from '#ui/long-list.tsx'
import { RelativeTime } from '#ui/relative-time.tsx'
import { SyncBadge } from '#ui/sync-badge.tsx'
import { useFocusAfterRemoval } from '#ui/use-focus-after-removal.ts'
import { COPY } from './copy.ts'
import { nameOf } from './name-of.ts'

type PeopleListProps = {
  people: RelatedPerson[]
  /** What happened, and when, ms. */
  when: (person: RelatedPerson) => { time: number; text: string } | null
  note?: (person: RelatedPerson) => string | undefined
  /** `removing`: call it before what takes the person from the list. */
  actions: (person: RelatedPerson, removing: () => void) => ReactNode
}

/** People below each other, each with the way to their profile. */
export function PeopleList({ people, when, note, actions }: PeopleListProps) {
  const { listRef, removing } = useFocusAfterRemoval<HTMLDivElement>(people.length)
  return (
    <div
      ref={listRef}
      tabIndex={-1}
      className="overflow-hidden rounded-xl border border-line bg-surface outline-none"
    >
      <LongList items={people} keyOf={({ id }) => id}>
        {(person, index, place) => {
          const name = nameOf(person)
          const at = when(person)
          const said = note?.(person)
          return (
            <ListItem
              place={place}
              data-sync={person.sync}
              className={classNames(
                'flex flex-wrap items-center gap-x-4 gap-y-3 px-4 py-3',
                index > 0 && 'border-t border-line',
              )}
            >
              <Link
                to="/profile/$personId"
                params={{ personId: person.other_id }}
                aria-label={COPY.profileOf(name)}
              >
                <Avatar name={name} src={person.profile.avatar_url} />
              </Link>
              <div className="min-w-0 flex-1 basis-36">
                <p className="font-bold wrap-anywhere">{name}</p>
                <p className="flex flex-wrap items-center gap-x-3 text-xs text-muted">
                  {at && (
                    <span>
                      {at.text} <RelativeTime time={at.time} />
                    </span>
                  )}
                  {person.offer && <span>{`${COPY.score} ${COPY.percent(person.offer.score)}`}</span>}
                  {said && <span className="font-bold text-ink">{said}</span>}
                  <SyncBadge state={person.sync} onlyUnsaved />
                </p>
              </div>
              <div className="flex flex-wrap gap-2">{actions(person, () => removing(index))}</div>
            </ListItem>
          )
        }}
      </LongList>
    </div>
  )
}
