import { oncePer } from '#platform/once-per.ts'
import { type BlockedPerson, blockedPeople, blockPerson, unblockPerson } from '#sync/collections/blocks.ts'
import type { Store } from '#sync/store.ts'
import { Button } from '#ui/button.tsx'
import { EmptyState } from '#ui/empty-state.tsx'
import { usePageTitle } from '#ui/page-title.ts'
import { PeopleList, PeopleSkeletons } from '#ui/people-list.tsx'
import { RelativeTime } from '#ui/relative-time.tsx'
import { showToast } from '#ui/toast.tsx'
import { offerUndo } from '#ui/undo-toast.ts'
import { useLive } from '#ui/use-live.ts'
import { COPY } from './copy.ts'

const livePeople = oncePer(blockedPeople)

/** Whom the person blocks, from the device, and the way to lift it. */
export function BlockedScreen({ store }: { store: Store | null }) {
  usePageTitle(COPY.title)
  const people = useLive<BlockedPerson[] | null>(store && livePeople(store), null)
  return (
    <div className="max-w-2xl">
      <h1 className="mb-2 text-2xl">{COPY.title}</h1>
      <p className="mb-6 text-sm text-muted">{COPY.lead}</p>
      {store && people ? <People store={store} people={people} /> : <PeopleSkeletons />}
    </div>
  )
}

async function lift(store: Store, person: string, name: string): Promise<void> {
  try {
    await unblockPerson(store, person)
    const undo = () => blockPerson(store, person)
    offerUndo({ message: COPY.unblocked(name), subject: `block:${person}`, undo })
  } catch {
    showToast({ kind: 'error', message: COPY.failed })
  }
}

function People({ store, people }: { store: Store; people: BlockedPerson[] }) {
  return (
    <PeopleList
      people={people}
      empty={<EmptyState icon="shield" title={COPY.empty} body={COPY.emptyBody} />}
      lookOf={({ name, blocked_edited_at }) => ({
        name: name || COPY.nobody,
        facts: (
          <span>
            <RelativeTime time={blocked_edited_at} />
            {COPY.since}
          </span>
        ),
      })}
      actions={({ name, other_id }, removing) => (
        <Button
          size="sm"
          data-remove=""
          aria-label={COPY.unblockNamed(name || COPY.nobody)}
          onClick={() => {
            removing()
            void lift(store, other_id, name || COPY.nobody)
          }}
        >
          {COPY.unblock}
        </Button>
      )}
    />
  )
}
