import type { ReactNode } from 'react'
import { Icon, type IconName } from './icon.tsx'
import { Phrases } from './phrases.tsx'

type EmptyStateProps = {
  title: string
  body?: ReactNode
  action?: ReactNode
  icon?: IconName
  level?: 1 | 2 | 3
}

/** Nothing is here yet: says why and leads on. */
export function EmptyState({ title, body, action, icon = 'hexagon', level = 2 }: EmptyStateProps) {
  const Heading = `h${level}` as const
  return (
    <div className="mx-auto flex max-w-md flex-col items-center px-4 py-14 text-center">
      <span className="relative mb-5 grid size-20 place-items-center text-muted">
        <svg
          viewBox="0 0 24 24"
          fill="none"
          stroke="currentColor"
          strokeWidth={0.5}
          aria-hidden="true"
          className="absolute inset-0 text-line-strong"
        >
          <path d="M12 1.5 21 6.750v10.500L12 22.500 3 17.250V6.750z" />
          <path d="M12 5.500 17.500 8.750v6.500L12 18.500 6.500 15.250v-6.500z" opacity={0.45} />
        </svg>
        {icon !== 'hexagon' && <Icon name={icon} size={28} />}
      </span>
      <Heading className="text-lg">
        <Phrases>{title}</Phrases>
      </Heading>
      {body && <p className="mt-2 text-sm text-muted [word-break:auto-phrase]">{body}</p>}
      {action && <div className="mt-6 flex flex-wrap justify-center gap-3">{action}</div>}
    </div>
  )
}
