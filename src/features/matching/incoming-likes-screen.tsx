import { useEffect } from 'react'
import { oncePer } from '#platform/once-per.ts'
import { incomingLikes, type RelatedPerson } from '#sync/collections/likings.ts'
import type { Store } from '#sync/store.ts'
import { Button } from '#ui/button.tsx'
import { useLive } from '#ui/use-live.ts'
import { COPY } from './copy.ts'
import { decide } from './decide.ts'
import { nameOf } from './name-of.ts'
import { PeopleScreen } from './people-screen.tsx'
import { personLook } from './person-look.tsx'

const livePeople = oncePer(incomingLikes)

type IncomingLikesScreenProps = {
  store: Store | null
  /** Has the server tell of these people what is told of candidates. */
  tellLikes: () => Promise<void>
}

/** Who likes the person, with the answer: liking back makes a match. */
export function IncomingLikesScreen({ store, tellLikes }: IncomingLikesScreenProps) {
  const people = useLive<RelatedPerson[] | null>(store && livePeople(store), null)
  useEffect(() => void tellLikes(), [tellLikes])
  const answer = (person: RelatedPerson, liking: 'like' | 'skip') =>
    store && void decide(store, person, liking)
  return (
    <PeopleScreen
      title={COPY.incomingTitle}
      empty={{ title: COPY.incomingEmpty, body: COPY.incomingEmptyBody }}
      people={people}
      lookOf={(person) => personLook(person, COPY.liking, person.likes_me_at)}
      actions={(person, removing) => (
        <>
          <Button
            size="sm"
            aria-label={COPY.skipNamed(nameOf(person))}
            onClick={() => {
              removing()
              answer(person, 'skip')
            }}
          >
            {COPY.skip}
          </Button>
          <Button
            size="sm"
            variant="primary"
            data-remove=""
            aria-label={COPY.likeNamed(nameOf(person))}
            onClick={() => {
              removing()
              answer(person, 'like')
            }}
          >
            {COPY.like}
          </Button>
        </>
      )}
    />
  )
}
