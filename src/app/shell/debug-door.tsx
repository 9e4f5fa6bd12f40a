import { lazy, Suspense, useState } from 'react'
import { useLocation } from '@tanstack/react-router'

const DebugPanel = lazy(() => import('./debug-panel.tsx').then((module) => ({ default: module.DebugPanel })))

/** `?debug=true` opens the debug panel; it stays until closed. */
export function DebugDoor() {
  const asked = useLocation({ select: ({ search }) => 'debug' in search && search.debug === 'true' })
  const [state, setState] = useState<'closed' | 'open' | 'dismissed'>('closed')
  if (asked && state === 'closed') setState('open')
  if (!asked && state === 'dismissed') setState('closed')
  if (state !== 'open') return null
  return (
    <Suspense>
      <DebugPanel onClose={() => setState('dismissed')} />
    </Suspense>
  )
}
