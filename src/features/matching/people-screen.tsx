import { Link } from '@tanstack/react-router'
import type { ReactNode } from 'react'
import type { RelatedPerson } from '#sync/collections/likings.ts'
import { buttonClass } from '#ui/button.tsx'
import { EmptyState } from '#ui/empty-state.tsx'
import { usePageTitle } from '#ui/page-title.ts'
import { Loading, Skeleton } from '#ui/skeleton.tsx'
import { COPY } from './copy.ts'

type PeopleScreenProps = {
  title: string
  empty: { title: string; body: string }
  /** Null while they are looked up. */
  people: RelatedPerson[] | null
  children: (people: RelatedPerson[]) => ReactNode
}

/** The page around a list of people. */
export function PeopleScreen({ title, empty, people, children }: PeopleScreenProps) {
  usePageTitle(title)
  return (
    <div className="max-w-2xl">
      <h1 className="mb-6 text-2xl">{title}</h1>
      {people === null && <PeopleSkeletons />}
      {people?.length === 0 && (
        <EmptyState
          icon="heart"
          title={empty.title}
          body={empty.body}
          action={
            <Link to="/matching" className={buttonClass({ variant: 'primary' })}>
              {COPY.toMatching}
            </Link>
          }
        />
      )}
      {people !== null && people.length > 0 && children(people)}
    </div>
  )
}

const SKELETONS = 3

function PeopleSkeletons() {
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
