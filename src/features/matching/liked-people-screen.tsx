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
import { PeopleList } from './people-list.tsx'
import { PeopleScreen } from './people-screen.tsx'

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
    >
      {(found) => (
        <PeopleList
          people={found}
          when={({ liking_edited_at }) =>
            liking_edited_at === undefined ? null : { time: liking_edited_at, text: COPY.liking }
          }
          note={({ matched_at }) => (matched_at === undefined ? COPY.waiting : COPY.matched)}
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
      )}
    </PeopleScreen>
  )
}
