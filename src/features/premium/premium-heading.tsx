import type { ReactNode } from 'react'
import { Icon } from '#ui/icon.tsx'
import { usePageTitle } from '#ui/page-title.ts'
import { Phrases } from '#ui/phrases.tsx'

/** The head of a screen about premium; names the page too. */
export function PremiumHeading({ title, children }: { title: string; children?: ReactNode }) {
  usePageTitle(title)
  return (
    <header className="mb-8">
      <h1 className="flex items-center gap-2.5 text-2xl">
        <Icon name="crown" size={28} filled className="text-crown" />
        <Phrases>{title}</Phrases>
      </h1>
      {children && <p className="mt-2 max-w-2xl text-sm text-muted [word-break:auto-phrase]">{children}</p>}
    </header>
  )
}
