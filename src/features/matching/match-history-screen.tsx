import { oncePer } from '#platform/once-per.ts'
import { conversationIds } from '#sync/collections/conversations.ts'
import { matches, type RelatedPerson } from '#sync/collections/likings.ts'
import type { Store } from '#sync/store.ts'
import { useLive } from '#ui/use-live.ts'
import { COPY } from './copy.ts'
import { MessageLink } from './message-link.tsx'
import { nameOf } from './name-of.ts'
import { PeopleScreen } from './people-screen.tsx'
import { personLook } from './person-look.tsx'

const livePeople = oncePer(matches)
const liveConversations = oncePer(conversationIds)
const NONE: ReadonlyMap<string, string> = new Map()

/** With whom the person matched, and the way to their conversation. */
export function MatchHistoryScreen({ store }: { store: Store | null }) {
  const people = useLive<RelatedPerson[] | null>(store && livePeople(store), null)
  const conversations = useLive(store && liveConversations(store), NONE)
  return (
    <PeopleScreen
      title={COPY.historyTitle}
      empty={{ title: COPY.historyEmpty, body: COPY.historyEmptyBody }}
      people={people}
      lookOf={(person) => personLook(person, COPY.since, person.matched_at)}
      actions={(person) => (
        <MessageLink conversationId={conversations.get(person.other_id)} name={nameOf(person)} />
      )}
    />
  )
}
