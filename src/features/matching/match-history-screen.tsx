import { oncePer } from '#platform/once-per.ts'
import { conversationIds } from '#sync/collections/conversations.ts'
import { matches, type RelatedPerson } from '#sync/collections/likings.ts'
import type { Store } from '#sync/store.ts'
import { useLive } from '#ui/use-live.ts'
import { COPY } from './copy.ts'
import { MessageLink } from './message-link.tsx'
import { nameOf } from './name-of.ts'
import { PeopleList } from './people-list.tsx'
import { PeopleScreen } from './people-screen.tsx'

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
    >
      {(found) => (
        <PeopleList
          people={found}
          when={({ matched_at }) =>
            matched_at === undefined ? null : { time: matched_at, text: COPY.since }
          }
          actions={(person) => (
            <MessageLink conversationId={conversations.get(person.other_id)} name={nameOf(person)} />
          )}
        />
      )}
    </PeopleScreen>
  )
}
