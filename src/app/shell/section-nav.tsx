import { useEffect, useRef, type ReactNode } from 'react'
import { Link, useLocation } from '@tanstack/react-router'
import { afterPaint } from '#platform/after-paint.ts'
import { Icon } from '#ui/icon.tsx'
import { useRootMark } from '#ui/root-mark.ts'
import type { MenuEntry } from '../menu.ts'

type SectionProps = { label: string; entries: MenuEntry[]; children: ReactNode }

/**
 * What is open of a section, and the section's rooms: beside it on wide screens; on narrow ones a row above
 * it that scrolls sideways and stays in view, as the present one does.
 */
export function Section({ label, entries, children }: SectionProps) {
  return (
    <div className="section">
      <SectionNav label={label} entries={entries} />
      <div>{children}</div>
    </div>
  )
}

function SectionNav({ label, entries }: Omit<SectionProps, 'children'>) {
  const row = useRef<HTMLElement>(null)
  useRootMark('data-section', '')
  const path = useLocation({ select: ({ pathname }) => pathname })
  useEffect(() => {
    // To ask for places at once would have the new screen laid out within the press
    void afterPaint().then(() => {
      const here = row.current?.querySelector<HTMLElement>('[aria-current=page]')
      if (here)
        row.current?.scrollTo({
          left: here.offsetLeft - (row.current.clientWidth - here.offsetWidth) / 2,
          top: here.offsetTop - (row.current.clientHeight - here.offsetHeight) / 2,
        })
    })
  }, [path])
  return (
    <nav
      ref={row}
      aria-label={label}
      className="section-nav z-3 mb-6 bg-paper bleed-x overflow-x-auto overscroll-x-contain [scrollbar-width:none]"
    >
      <ul className="flex w-max gap-1 py-1 lg:grid lg:w-auto lg:gap-0.5">
        {entries.map(({ to, label: text, icon }) => (
          <li key={to}>
            <Link
              to={to}
              activeOptions={{ exact: true, includeSearch: false }}
              className="flex min-h-11 items-center gap-2 rounded-full px-3.5 text-sm text-muted no-underline transition-colors hover:bg-hover aria-[current=page]:bg-hover aria-[current=page]:font-bold aria-[current=page]:text-ink lg:min-h-10 lg:gap-3.5 lg:rounded-md lg:px-3 lg:text-ink lg:-outline-offset-3"
            >
              <Icon name={icon} size={20} className="text-muted" />
              {text}
            </Link>
          </li>
        ))}
      </ul>
    </nav>
  )
}
