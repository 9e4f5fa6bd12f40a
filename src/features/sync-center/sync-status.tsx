import { useEffect, useState } from 'react'
import { Link } from '@tanstack/react-router'
import type { StorageLifetime } from '#platform/storage-lifetime.ts'
import type { EngineStatus } from '#sync/engine-state.ts'
import type { Store } from '#sync/store.ts'
import { UNSENT } from '#ui/browser-sentences.ts'
import { Button, buttonClass } from '#ui/button.tsx'
import { classNames } from '#ui/class-names.ts'
import { Icon } from '#ui/icon.tsx'
import { RelativeTime } from '#ui/relative-time.tsx'
import { showToast } from '#ui/toast.tsx'
import { COPY } from './copy.ts'
import { engineWords } from './engine-words.ts'

const TONES = { calm: 'text-ink', good: 'text-good', caution: 'text-caution' }

type SyncStatusProps = {
  store: Store
  status: EngineStatus
  online: boolean
  pending: number
  refused: number
  lost: number
  lifetime: StorageLifetime | undefined
  syncNow: () => Promise<void>
}

/** Where the device stands as a whole, in words, and the way to try now. */
export function SyncStatus({
  store,
  status,
  online,
  pending,
  refused,
  lost,
  lifetime,
  syncNow,
}: SyncStatusProps) {
  const atRisk = pending + refused > 0 && lifetime ? UNSENT[lifetime] : null
  const { title, body, icon, tone } = engineWords(status, online, { pending, refused })
  const [busy, setBusy] = useState(false)
  const sync = async () => {
    setBusy(true)
    const done = await syncNow().then(
      () => true,
      () => false,
    )
    setBusy(false)
    showToast(done ? { kind: 'success', message: COPY.synced } : { kind: 'error', message: COPY.notSynced })
  }
  return (
    <section className="rounded-xl border border-line bg-surface p-4 sm:p-5">
      <div className="flex flex-wrap items-start justify-between gap-x-6 gap-y-4">
        <div className="min-w-0 flex-1 basis-64">
          <div role="status" data-engine={status.state}>
            <p className={classNames('flex items-center gap-2 text-lg font-bold', TONES[tone])}>
              <Icon name={icon} />
              {title}
            </p>
            {body && <p className="mt-1 text-sm">{body}</p>}
            {atRisk && <p className="mt-1 text-sm">{atRisk}</p>}
            {refused > 0 && <p className="mt-1 text-sm text-caution">{COPY.needsYou(refused)}</p>}
            {lost > 0 && <p className="mt-1 text-sm text-caution">{COPY.lost(lost)}</p>}
          </div>
          {status.nextTry && <NextTry key={status.nextTry.at} store={store} {...status.nextTry} />}
          <p className="mt-2 text-xs text-muted">
            {status.lastSyncedAt === null ? (
              COPY.neverSynced
            ) : (
              <>
                {COPY.lastSynced}
                <RelativeTime time={status.lastSyncedAt} />
              </>
            )}
          </p>
        </div>
        {status.state === 'signed_out' ? (
          <Link
            to="/login"
            search={{ from: '/profile/sync' }}
            className={buttonClass({ variant: 'primary' })}
          >
            {COPY.login}
          </Link>
        ) : (
          <Button
            variant="primary"
            busy={busy}
            icon={<Icon name="refresh" size={20} />}
            onClick={() => void sync()}
          >
            {COPY.now}
          </Button>
        )}
      </div>
    </section>
  )
}

const SECOND_MS = 1_000

type NextTryProps = { store: Store; at: number; asked: boolean }

/** How long until the next try; counts down. Outside the status, so that nobody hears every second. */
function NextTry({ store, at, asked }: NextTryProps) {
  const [now, setNow] = useState(() => store.now())
  useEffect(() => {
    const timer = setInterval(() => setNow(store.now()), SECOND_MS)
    return () => clearInterval(timer)
  }, [store])
  return <p className="mt-1 text-sm text-muted">{COPY.nextTry(at - now, asked)}</p>
}
