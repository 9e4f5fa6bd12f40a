import type { Presence } from '#domain/presence.ts'
import { classNames } from '#ui/class-names.ts'
import { COPY } from './copy.ts'

type PartnerPresenceProps = {
  /** null while nothing is known: then nothing is claimed. */
  presence: Presence | null
  typing: boolean
}

/** Under the name of the person one writes with: whether they are there, and whether they are typing. */
export function PartnerPresence({ presence, typing }: PartnerPresenceProps) {
  return (
    <div className="flex min-h-4 items-center gap-1.5 text-xs leading-4 text-muted">
      {presence !== null && (
        <>
          <span
            aria-hidden="true"
            data-presence={presence}
            className={classNames('told-by-color size-2.5 shrink-0 rounded-full', DOTS[presence])}
          />
          <span className={typing ? 'sr-only' : undefined}>{COPY.presences[presence]}</span>
        </>
      )}
      <p role="status">{typing && COPY.typing}</p>
    </div>
  )
}

/** Told apart by their shape too, not by colour alone. */
const DOTS = {
  online: 'bg-good',
  away: 'border-2 border-caution',
  busy: 'bg-danger',
  offline: 'border-2 border-line-strong',
} satisfies Record<Presence, string>
