import type { ReactNode } from 'react'
import { Button } from './button.tsx'
import { Icon } from './icon.tsx'

type AttentionNoticeProps = {
  /** Why it could not be done, in a sentence. */
  reason: string
  /** The ways out, the likeliest first. */
  actions: { label: string; run: () => void }[]
  /** A link to where more can be done. */
  more?: ReactNode
}

/** Something the person wrote could not be saved on the server: why, and what can be done about it. */
export function AttentionNotice({ reason, actions, more }: AttentionNoticeProps) {
  return (
    <div
      className="rounded-lg bg-caution-soft px-4 py-3 text-sm text-caution"
      role="group"
      aria-label={reason}
    >
      <p className="flex gap-2">
        <Icon name="alert" size={20} className="mt-0.5" />
        {reason}
      </p>
      <div className="mt-2 flex flex-wrap items-center gap-2">
        {actions.map(({ label, run }) => (
          <Button key={label} size="sm" onClick={run}>
            {label}
          </Button>
        ))}
        {more}
      </div>
    </div>
  )
}
