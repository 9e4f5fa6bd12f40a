import { Link } from '@tanstack/react-router'
import { BADGE_MAX } from '#domain/limits.ts'
import { Icon } from '#ui/icon.tsx'
import { useApp, useValue } from '../app-context.ts'

/** How much waits for the person in the sync centre: what was refused, and what lost to another device. */
export function useAttentionCount(): number {
  const state = useValue(useApp().keeper.state)
  const activity = state.status === 'open' ? state.activity : null
  return activity ? activity.attention + activity.overruled : 0
}

const shown = (count: number): string => (count > BADGE_MAX ? `${BADGE_MAX}+` : String(count))

/** Beside the menu entry of the sync centre; nothing when nothing waits. */
export function AttentionCount() {
  const count = useAttentionCount()
  if (count === 0) return null
  return (
    <span className="ms-auto min-w-6 rounded-full bg-caution-soft px-2 text-center text-xs leading-6 font-bold text-caution">
      <span aria-hidden="true">{shown(count)}</span>
      <span className="sr-only">要対応{count}件</span>
    </span>
  )
}

/** In the header while something waits: leads there. */
export function AttentionLink() {
  const count = useAttentionCount()
  if (count === 0) return null
  return (
    <Link
      to="/profile/sync"
      title={`同期センター: 要対応${count}件`}
      className="relative inline-grid size-11 shrink-0 place-items-center rounded-full text-caution no-underline transition-colors duration-150 hover:bg-hover @max-[22.5rem]:hidden"
    >
      <Icon name="alert" />
      <span className="sr-only">同期センター: 要対応{count}件</span>
      <span
        aria-hidden="true"
        className="absolute top-0.5 right-0 min-w-5 rounded-full bg-caution px-1 text-center text-[0.6875rem] leading-5 font-bold text-on-ink"
      >
        {shown(count)}
      </span>
    </Link>
  )
}
