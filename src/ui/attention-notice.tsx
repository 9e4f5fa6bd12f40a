import type { ReactNode } from 'react'
import { Button } from './button.tsx'
import { Icon } from './icon.tsx'
import { NOT_STORED } from './not-stored.ts'
import { showToast } from './toast-list.ts'

type AttentionNoticeProps = {
  /** Why it could not be done, in a sentence. */
  reason: string
  /** The ways out, the likeliest first. One that rejects could not be stored on the device, and the person is told. */
  actions: { label: string; run: () => void | Promise<void> }[]
  /** A link to where more can be done. */
  more?: ReactNode
}

async function perform(run: () => void | Promise<void>): Promise<void> {
  try {
    await run()
  } catch {
    showToast({ kind: 'error', message: NOT_STORED })
  }
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
          <Button key={label} size="sm" onClick={() => void perform(run)}>
            {label}
          </Button>
        ))}
        {more}
      </div>
    </div>
  )
}
