import { Link } from '@tanstack/react-router'
import { useMemo } from 'react'
import { SYNC_REFUSAL_SENTENCES } from '#domain/errors.ts'
import { sendingRefusals } from '#sync/collections/sending.ts'
import type { Store } from '#sync/store.ts'
import { buttonClass } from '#ui/button.tsx'
import { useLive } from '#ui/use-live.ts'
import { COPY } from './copy.ts'

const WAYS = {
  adult_required: { to: '/profile', label: COPY.toProfile },
  age_check_required: { to: '/profile/verification', label: COPY.toVerification },
} as const

/** Says before anything is written in vain that the person's age has to be told or checked first (DESIGN §7), and leads there. */
export function AgeNotice({ store, conversationId }: { store: Store; conversationId: string }) {
  const refusal$ = useMemo(() => sendingRefusals(store, conversationId), [store, conversationId])
  const refusal = useLive(refusal$, undefined)
  if (refusal !== 'adult_required' && refusal !== 'age_check_required') return null
  const { to, label } = WAYS[refusal]
  return (
    <div
      role="status"
      className="flex flex-wrap items-center gap-3 rounded-md bg-caution-soft px-4 py-3 text-sm text-caution"
    >
      <p className="min-w-0 flex-1 basis-48 [word-break:auto-phrase]">{SYNC_REFUSAL_SENTENCES[refusal]}</p>
      <Link to={to} className={buttonClass({ size: 'sm' })}>
        {label}
      </Link>
    </div>
  )
}
