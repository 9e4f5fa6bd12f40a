import { useMemo } from 'react'
import type { StorageLifetime } from '#platform/storage-lifetime.ts'
import { conflicts, type Conflict } from '#sync/outbox/conflicts.ts'
import { refusedEdits, type RefusedEdit, type WaitingEdit, waitingEdits } from '#sync/outbox/waiting.ts'
import type { Store } from '#sync/store.ts'
import { Button } from '#ui/button.tsx'
import { EmptyState } from '#ui/empty-state.tsx'
import { usePageTitle } from '#ui/page-title.ts'
import { Loading, Skeleton } from '#ui/skeleton.tsx'
import { useLive } from '#ui/use-live.ts'
import { ConflictList } from './conflict-list.tsx'
import { COPY } from './copy.ts'
import { DeviceStorage } from './device-storage.tsx'
import { DiagnosisFile } from './diagnosis-file.tsx'
import { DraftList } from './draft-list.tsx'
import { LastSynced } from './last-synced.tsx'
import { RefusedList } from './refused-list.tsx'
import { SyncStatus } from './sync-status.tsx'
import { useStorageLifetime } from './use-storage-lifetime.ts'
import { WaitingList } from './waiting-list.tsx'

type SyncCenterScreenProps = {
  store: Store | null
  /** The database could not be opened. */
  failed: boolean
  online: boolean
  syncNow: () => Promise<void>
  /** Is there room for one more favourite? */
  roomForFavorite: () => Promise<boolean>
  diagnose: () => Promise<unknown>
  /** The person goes to where this refused edit can be changed: its content must be there. */
  onEdit: (edit: RefusedEdit) => void
}

/** How far what was written on this device has come, and what can be done about the rest. */
export function SyncCenterScreen({ store, failed, diagnose, ...exchange }: SyncCenterScreenProps) {
  usePageTitle(COPY.title)
  const [lifetime, lookAgain] = useStorageLifetime()
  return (
    <div className="max-w-3xl">
      <header className="mb-6">
        <h1 className="text-2xl">{COPY.title}</h1>
        <p className="mt-1 text-sm text-muted">{COPY.lead}</p>
      </header>
      <div className="grid grid-cols-1 gap-9">
        {store && !failed && <Exchange store={store} lifetime={lifetime} {...exchange} />}
        {!store && !failed && <Opening />}
        {failed && (
          <EmptyState
            icon="alert"
            title={COPY.failed}
            body={COPY.failedBody}
            action={<Button onClick={() => location.reload()}>{COPY.reload}</Button>}
          />
        )}
        <DeviceStorage lifetime={lifetime} lookAgain={lookAgain} />
        <DiagnosisFile diagnose={diagnose} />
      </div>
    </div>
  )
}

type ExchangeProps = Pick<SyncCenterScreenProps, 'online' | 'syncNow' | 'roomForFavorite' | 'onEdit'> & {
  store: Store
  lifetime: StorageLifetime | undefined
}

function Exchange({ store, lifetime, online, syncNow, roomForFavorite, onEdit }: ExchangeProps) {
  const live = useMemo(
    () => ({ waiting: waitingEdits(store), refused: refusedEdits(store), lost: conflicts(store) }),
    [store],
  )
  const status = useLive(store.engine.status$, store.engine.status$.value)
  const waiting = useLive<WaitingEdit[] | undefined>(live.waiting, undefined)
  const refused = useLive<RefusedEdit[] | undefined>(live.refused, undefined)
  const lost = useLive<Conflict[] | undefined>(live.lost, undefined)
  if (!waiting || !refused || !lost) return <Opening />
  return (
    <>
      <SyncStatus
        store={store}
        status={status}
        online={online}
        pending={waiting.length}
        refused={refused.length}
        lost={lost.length}
        lifetime={lifetime}
        syncNow={syncNow}
      />
      <RefusedList store={store} refused={refused} onEdit={onEdit} />
      <ConflictList store={store} conflicts={lost} roomForFavorite={roomForFavorite} />
      <DraftList store={store} />
      <WaitingList waiting={waiting} />
      <LastSynced syncedAt={status.syncedAt} />
    </>
  )
}

function Opening() {
  return (
    <Loading>
      <div className="grid gap-6">
        <Skeleton className="h-32 rounded-xl" />
        <Skeleton className="h-40 rounded-lg" />
      </div>
    </Loading>
  )
}
