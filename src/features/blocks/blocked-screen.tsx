import { oncePer } from '#platform/once-per.ts'
import { type BlockedPerson, blockedPeople, blockPerson, unblockPerson } from '#sync/collections/blocks.ts'
import type { Store } from '#sync/store.ts'
import { Avatar } from '#ui/avatar.tsx'
import { Button } from '#ui/button.tsx'
import { classNames } from '#ui/class-names.ts'
import { EmptyState } from '#ui/empty-state.tsx'
import { ListItem, LongList } from '#ui/long-list.tsx'
import { usePageTitle } from '#ui/page-title.ts'
import { RelativeTime } from '#ui/relative-time.tsx'
import { Loading, Skeleton } from '#ui/skeleton.tsx'
import { SyncBadge } from '#ui/sync-badge.tsx'
import { showToast } from '#ui/toast.tsx'
import { offerUndo } from '#ui/undo-toast.ts'
import { useFocusAfterRemoval } from '#ui/use-focus-after-removal.ts'
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
  const { listRef, removing } = useFocusAfterRemoval<HTMLDivElement>(people.length)
  return (
    <div ref={listRef} tabIndex={-1} className="outline-none">
      {people.length === 0 ? (
        <EmptyState icon="shield" title={COPY.empty} body={COPY.emptyBody} />
      ) : (
        <LongList
          items={people}
          keyOf={({ id }) => id}
          boxClassName="overflow-hidden rounded-xl border border-line bg-surface"
        >
          {(person, index, place) => {
            const name = person.name || COPY.nobody
            return (
              <ListItem
                place={place}
                data-sync={person.sync}
                className={classNames(
                  'flex flex-wrap items-center gap-x-4 gap-y-2 px-4 py-3',
                  index > 0 && 'border-t border-line',
                )}
              >
                <Avatar name={name} />
                <div className="min-w-0 flex-1 basis-32">
                  <p className="font-bold wrap-anywhere">{name}</p>
                  <p className="flex flex-wrap items-center gap-x-3 text-xs text-muted">
                    <span>
                      <RelativeTime time={person.blocked_edited_at} />
                      {COPY.since}
                    </span>
                    <SyncBadge state={person.sync} onlyUnsaved />
                  </p>
                </div>
                <Button
                  size="sm"
                  data-remove=""
                  aria-label={COPY.unblockNamed(name)}
                  onClick={() => {
                    removing(index)
                    void lift(store, person.other_id, name)
                  }}
                >
                  {COPY.unblock}
                </Button>
              </ListItem>
            )
          }}
        </LongList>
      )}
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
