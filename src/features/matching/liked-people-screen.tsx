import { useMemo } from 'react'
import { likedPeople, type RelatedPerson } from '#sync/collections/likings.ts'
import type { Store } from '#sync/store.ts'
import { Button } from '#ui/button.tsx'
import { useLive } from '#ui/use-live.ts'
import { COPY } from './copy.ts'
import { decide } from './decide.ts'
import { nameOf } from './name-of.ts'
import { PeopleList } from './people-list.tsx'
import { PeopleScreen } from './people-screen.tsx'

/** Whom the person likes, and the way to take it back. */
export function LikedPeopleScreen({ store }: { store: Store | null }) {
  const people$ = useMemo(() => store && likedPeople(store), [store])
  const people = useLive<RelatedPerson[] | null>(people$, null)
  return (
    <PeopleScreen
      title={COPY.likedTitle}
      empty={{ title: COPY.likedEmpty, body: COPY.likedEmptyBody }}
      people={people}
    >
      {(found) => (
        <PeopleList
          people={found}
          when={({ liking_edited_at }) =>
            liking_edited_at === undefined ? null : { time: liking_edited_at, text: COPY.liking }
          }
          note={({ matched_at }) => (matched_at === undefined ? COPY.waiting : COPY.matched)}
          actions={(person, removing) => (
            <Button
              size="sm"
              data-remove=""
              aria-label={COPY.takeBackNamed(nameOf(person))}
              onClick={() => {
                removing()
                if (store) void decide(store, person, 'none')
              }}
            >
              {COPY.takeBack}
            </Button>
          )}
        />
      )}
    </PeopleScreen>
  )
}
