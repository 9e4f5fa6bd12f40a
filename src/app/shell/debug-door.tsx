import { useState } from 'react'
import { useLocation } from '@tanstack/react-router'
import { documentAddress } from '#platform/document-address.ts'
import { lazyOnceShown } from '#ui/lazy-once-shown.tsx'

const DebugPanel = lazyOnceShown(async () => (await import('./debug-panel.tsx')).DebugPanel)

/** `?debug=true` opens the debug panel, also where the address leads on to another without it; it stays until closed. */
export function DebugDoor() {
  const asked = useLocation({ select: ({ search }) => 'debug' in search && search.debug === 'true' })
  const [state, setState] = useState<'closed' | 'open' | 'dismissed'>(() =>
    documentAddress.searchParams.get('debug') === 'true' ? 'open' : 'closed',
  )
  if (asked && state === 'closed') setState('open')
  if (!asked && state === 'dismissed') setState('closed')
  if (state !== 'open') return null
  return <DebugPanel onClose={() => setState('dismissed')} />
}
