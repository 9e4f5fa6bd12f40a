import { CountBadge } from '#ui/count-badge.tsx'
import { Icon } from '#ui/icon.tsx'
import { COPY } from './copy.ts'
import { badgeTextOf } from './unread-badge.ts'

/** Leads back to the newest message, and says how many came meanwhile. */
export function ToNewest({ unseen, onClick }: { unseen: number; onClick: () => void }) {
  const label = unseen > 0 ? COPY.toNewestUnseen(unseen) : COPY.toNewest
  return (
    <button
      type="button"
      onClick={onClick}
      aria-label={label}
      title={label}
      className="floating absolute end-3 bottom-3 grid size-11 place-items-center rounded-full border border-line bg-surface shadow-floating hover:bg-hover"
    >
      <Icon name="chevronDown" />
      {unseen > 0 && <CountBadge text={badgeTextOf(unseen)} className="absolute -top-1.5 -right-1 px-1" />}
    </button>
  )
}
