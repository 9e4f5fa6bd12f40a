import { useEffect, useState } from 'react'
import { IconButton } from '#ui/icon-button.tsx'
import { storageReport } from '#platform/storage-quota.ts'
import { useApp, useOnline, useSession, useValue } from '../app-context.ts'
import { lastErrors } from '../last-errors.ts'
import type { StoreState } from '../store/store-state.ts'

type Facts = Record<string, unknown>

/** Values for the open store that must be asked for. */
async function storeFacts(state: StoreState): Promise<Facts> {
  if (state.status !== 'open')
    return { status: state.status, ...(state.status === 'failed' && { error: String(state.error) }) }
  const { store } = state.opened
  const counts = await Promise.all(
    Object.entries(store.collections).map(
      async ([name, collection]) => [name, await collection.count().exec()] as const,
    ),
  )
  return {
    status: 'open',
    database: store.database.name,
    deviceId: store.deviceId,
    clockOffsetMs: store.now() - Date.now(),
    documents: Object.fromEntries(counts),
  }
}

function queueFacts({ opened, activity }: Extract<StoreState, { status: 'open' }>): Facts {
  const parked = [...opened.store.outbox.parked()].map(([key, { code }]) => `${key}: ${code}`)
  return { ...activity, parked }
}

async function workerFacts(): Promise<Facts> {
  const registration = await navigator.serviceWorker?.getRegistration()
  return {
    controlled: Boolean(navigator.serviceWorker?.controller),
    active: registration?.active?.state ?? null,
    waiting: registration?.waiting?.state ?? null,
    caches: 'caches' in window ? await caches.keys() : [],
    storage: await storageReport(),
  }
}

const REFRESH_MS = 2_000

/** DESIGN §9: session, store, queue, checkpoints, worker, last errors. Shows no token. */
export function DebugPanel({ onClose }: { onClose: () => void }) {
  const app = useApp()
  const online = useOnline()
  const session = useSession()
  const storeState = useValue(app.keeper.state)
  const errors = useValue(lastErrors)
  const [asked, setAsked] = useState<{ store: Facts; worker: Facts; checkpoints: unknown }>()
  useEffect(() => {
    let gone = false
    const ask = async () => {
      const state = app.keeper.state.read()
      const checkpoints = state.status === 'open' ? state.opened.checkpoints() : null
      const next = { store: await storeFacts(state), worker: await workerFacts(), checkpoints }
      if (!gone) setAsked(next)
    }
    const again = () => void ask().catch(() => {})
    again()
    const timer = setInterval(again, REFRESH_MS)
    return () => {
      gone = true
      clearInterval(timer)
    }
  }, [app])
  const sections: [string, unknown][] = [
    ['セッション', { ...session, online }],
    ['データベース', asked?.store],
    ['送信待ち', storeState.status === 'open' ? queueFacts(storeState) : null],
    ['チェックポイント', asked?.checkpoints],
    ['サービスワーカー', asked?.worker],
    ['最近のエラー', errors.map(({ at, message }) => `${new Date(at).toISOString()} ${message}`)],
  ]
  return (
    <aside
      aria-label="デバッグ"
      data-testid="debug-panel"
      className="fixed right-2 bottom-2 z-50 flex max-h-[70dvh] w-[min(30rem,calc(100vw-1rem))] flex-col rounded-lg border border-line-strong bg-surface text-xs shadow-floating"
    >
      <div className="flex items-center justify-between border-b border-line ps-4">
        <h2 className="text-sm">デバッグ</h2>
        <IconButton icon="close" label="デバッグを閉じる" onClick={onClose} />
      </div>
      <div className="overflow-y-auto p-4">
        {sections.map(([title, facts]) => (
          <details key={title} open className="mb-3">
            <summary className="min-h-6 font-bold">{title}</summary>
            <pre className="mt-1 font-mono text-[0.6875rem] leading-normal wrap-anywhere whitespace-pre-wrap">
              {JSON.stringify(facts ?? null, null, 2)}
            </pre>
          </details>
        ))}
      </div>
    </aside>
  )
}
