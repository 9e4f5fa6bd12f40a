import { Link } from '@tanstack/react-router'
import type { ComponentProps } from 'react'
import type { RelatedPerson } from '#sync/collections/likings.ts'
import { buttonClass } from '#ui/button.tsx'
import { EmptyState } from '#ui/empty-state.tsx'
import { usePageTitle } from '#ui/page-title.ts'
import { PeopleList, PeopleSkeletons } from '#ui/people-list.tsx'
import { COPY } from './copy.ts'

type PeopleScreenProps = {
  title: string
  empty: { title: string; body: string }
  /** Null while they are looked up. */
  people: RelatedPerson[] | null
} & Pick<ComponentProps<typeof PeopleList<RelatedPerson>>, 'lookOf' | 'actions'>

/** A page with a list of people. */
export function PeopleScreen({ title, empty, people, lookOf, actions }: PeopleScreenProps) {
  usePageTitle(title)
  return (
    <div className="max-w-2xl">
      <h1 className="mb-6 text-2xl">{title}</h1>
      {people === null ? (
        <PeopleSkeletons />
      ) : (
        <PeopleList
          people={people}
          lookOf={lookOf}
          actions={actions}
          empty={
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
          }
        />
      )}
    </div>
  )
}
