import { oncePer } from '#platform/once-per.ts'
import { conversationIds } from '#sync/collections/conversations.ts'
import { likedPeople, type RelatedPerson } from '#sync/collections/likings.ts'
import type { Store } from '#sync/store.ts'
import { Button } from '#ui/button.tsx'
import { useLive } from '#ui/use-live.ts'
import { COPY } from './copy.ts'
import { decide } from './decide.ts'
import { MessageLink } from './message-link.tsx'
import { nameOf } from './name-of.ts'
import { PeopleScreen } from './people-screen.tsx'
import { personLook } from './person-look.tsx'

const livePeople = oncePer(likedPeople)
const liveConversations = oncePer(conversationIds)
const NONE: ReadonlyMap<string, string> = new Map()

/** Whom the person likes, the way to take it back, and to the conversation with whom they matched. */
export function LikedPeopleScreen({ store }: { store: Store | null }) {
  const people = useLive<RelatedPerson[] | null>(store && livePeople(store), null)
  const conversations = useLive(store && liveConversations(store), NONE)
  return (
    <PeopleScreen
      title={COPY.likedTitle}
      empty={{ title: COPY.likedEmpty, body: COPY.likedEmptyBody }}
      people={people}
      lookOf={(person) => {
        const note = person.matched_at === undefined ? COPY.waiting : COPY.matched
        return personLook(person, COPY.liking, person.liking_edited_at, note)
      }}
      actions={(person, removing) => (
        <>
          {person.matched_at !== undefined && (
            <MessageLink conversationId={conversations.get(person.other_id)} name={nameOf(person)} />
          )}
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
        </>
      )}
    />
  )
}
