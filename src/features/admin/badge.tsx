import type { ReactNode } from 'react'
import { classNames } from '#ui/class-names.ts'

const TONES = {
  plain: 'bg-sunken text-ink',
  good: 'bg-sunken text-good',
  danger: 'bg-danger-soft text-danger',
}

export function Badge({ tone = 'plain', children }: { tone?: keyof typeof TONES; children: ReactNode }) {
  return (
    <span
      className={classNames(
        'inline-block rounded-full px-2.5 py-0.5 text-xs font-bold whitespace-nowrap',
        TONES[tone],
      )}
    >
      {children}
    </span>
  )
}
