import { Link } from '@tanstack/react-router'
import type { ReactNode } from 'react'
import { Avatar } from './avatar.tsx'
import { classNames } from './class-names.ts'
import { ListItem, LongList } from './long-list.tsx'
import { Loading, Skeleton } from './skeleton.tsx'
import { SyncBadge, type SyncBadgeState } from './sync-badge.tsx'
import { useFocusAfterRemoval } from './use-focus-after-removal.ts'

type Listed = { id: string; sync: SyncBadgeState }
type PersonLook = {
  name: string
  avatarUrl?: string | null | undefined
  /** The way to their profile, and what it is called. */
  profile?: { personId: string; label: string }
  facts: ReactNode
}
type PeopleListProps<Person extends Listed> = {
  people: readonly Person[]
  /** In place of them where there are none; the focus of the last one that was removed stays there. */
  empty: ReactNode
  lookOf: (person: Person) => PersonLook
  /** `removing`: call it before what takes the person from the list; what is pressed for it has `data-remove`. */
  actions: (person: Person, removing: () => void) => ReactNode
}

/** People below each other, each with what can be done. */
export function PeopleList<Person extends Listed>(props: PeopleListProps<Person>) {
  const { people, empty, lookOf, actions } = props
  const { listRef, removing } = useFocusAfterRemoval<HTMLDivElement>(people.length)
  return (
    <div
      ref={listRef}
      tabIndex={-1}
      className={classNames(
        'outline-none',
        people.length > 0 && 'overflow-hidden rounded-xl border border-line bg-surface',
      )}
    >
      {people.length === 0 ? (
        empty
      ) : (
        <LongList items={people} keyOf={({ id }) => id}>
          {(person, index, place) => {
            const { name, avatarUrl, profile, facts } = lookOf(person)
            const avatar = <Avatar name={name} src={avatarUrl} />
            return (
              <ListItem
                place={place}
                data-sync={person.sync}
                className={classNames(
                  'flex flex-wrap items-center gap-x-4 gap-y-3 px-4 py-3',
                  index > 0 && 'border-t border-line',
                )}
              >
                {profile ? (
                  <Link
                    to="/profile/$personId"
                    params={{ personId: profile.personId }}
                    aria-label={profile.label}
                  >
                    {avatar}
                  </Link>
                ) : (
                  avatar
                )}
                <div className="min-w-0 flex-1 basis-36">
                  <p className="font-bold wrap-anywhere">{name}</p>
                  <p className="flex flex-wrap items-center gap-x-3 text-xs text-muted">
                    {facts}
                    <SyncBadge state={person.sync} onlyUnsaved />
                  </p>
                </div>
                <div className="flex flex-wrap gap-2">{actions(person, () => removing(index))}</div>
              </ListItem>
            )
          }}
        </LongList>
      )}
    </div>
  )
}

const SKELETONS = 3

/** Stands for them while they are looked up. */
export function PeopleSkeletons() {
  return (
    <Loading>
      {Array.from({ length: SKELETONS }, (_, index) => (
        <div key={index} className="flex items-center gap-4 px-4 py-3">
          <Skeleton className="size-10 rounded-full!" />
          <Skeleton className="h-4 w-2/5" />
        </div>
      ))}
    </Loading>
  )
}
