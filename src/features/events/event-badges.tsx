import { isFull, phaseOf, type ListedEvent } from '#domain/event.ts'
import type { ServerTime } from '#domain/server-time.ts'
import { classNames } from '#ui/class-names.ts'
import { FULL, PHASES, ROLES } from './copy.ts'

const LOOKS = {
  danger: 'bg-danger-soft text-danger',
  caution: 'bg-caution-soft text-caution',
  ink: 'bg-ink text-on-ink',
  calm: 'bg-sunken text-muted',
}

/** How an event stands, and what the person has to do with it; nothing for one to come that has room. */
export function EventBadges({ event, nowMs }: { event: ListedEvent; nowMs: ServerTime }) {
  const phase = phaseOf(event, nowMs)
  const isOpen = phase === 'upcoming' || phase === 'running'
  const badges: [keyof typeof LOOKS, string][] = []
  if (phase !== 'upcoming')
    badges.push([phase === 'cancelled' ? 'danger' : phase === 'running' ? 'caution' : 'calm', PHASES[phase]])
  if (isOpen && isFull(event)) badges.push(['caution', FULL])
  if (event.role === 'organizer' || (event.role === 'participant' && isOpen))
    badges.push(['ink', ROLES[event.role]])
  if (badges.length === 0) return null
  return (
    <p className="flex flex-wrap gap-1.5">
      {badges.map(([look, words]) => (
        <span key={words} className={classNames('rounded-full px-2.5 py-0.5 text-xs font-bold', LOOKS[look])}>
          {words}
        </span>
      ))}
    </p>
  )
}
