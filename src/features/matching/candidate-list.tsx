import type { ReactNode } from 'react'
import type { RelatedPerson } from '#sync/collections/likings.ts'
import type { Store } from '#sync/store.ts'
import { Button } from '#ui/button.tsx'
import { useFocusAfterRemoval } from '#ui/use-focus-after-removal.ts'
import { COPY } from './copy.ts'
import { decide } from './decide.ts'
import { nameOf } from './name-of.ts'
import { ProfileCard } from './profile-card.tsx'

type CandidateListProps = {
  store: Store
  people: RelatedPerson[]
  renderConnection?: ((personId: string) => ReactNode) | undefined
}

/** Detailed cards below each other, each with its own choice. */
export function CandidateList({ store, people, renderConnection }: CandidateListProps) {
  const { listRef, removing } = useFocusAfterRemoval<HTMLUListElement>(people.length)
  const choose = (person: RelatedPerson, index: number, liking: 'like' | 'skip') => {
    removing(index)
    void decide(store, person, liking)
  }
  return (
    <ul ref={listRef} tabIndex={-1} className="grid gap-5 outline-none">
      {people.map((person, index) => (
        <li key={person.id}>
          <ProfileCard
            person={person}
            detailed
            actions={
              <div className="grid grid-cols-2 gap-3">
                {renderConnection && <div className="col-span-2">{renderConnection(person.other_id)}</div>}
                <Button
                  aria-label={COPY.skipNamed(nameOf(person))}
                  onClick={() => choose(person, index, 'skip')}
                >
                  {COPY.skip}
                </Button>
                <Button
                  variant="primary"
                  data-remove=""
                  aria-label={COPY.likeNamed(nameOf(person))}
                  onClick={() => choose(person, index, 'like')}
                >
                  {COPY.like}
                </Button>
              </div>
            }
          />
        </li>
      ))}
    </ul>
  )
}
