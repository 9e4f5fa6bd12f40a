import { useEffect, useRef } from 'react'
import { Link, useLocation } from '@tanstack/react-router'
import { Icon } from '#ui/icon.tsx'
import type { MenuEntry } from '../menu.ts'

/** The rooms of one section, as a row that scrolls on narrow screens with the present one in view. */
export function SectionNav({ label, entries }: { label: string; entries: MenuEntry[] }) {
  const row = useRef<HTMLElement>(null)
  const path = useLocation({ select: ({ pathname }) => pathname })
  useEffect(() => {
    const here = row.current?.querySelector<HTMLElement>('[aria-current=page]')
    if (here)
      row.current?.scrollTo({ left: here.offsetLeft - (row.current.clientWidth - here.offsetWidth) / 2 })
  }, [path])
  return (
    <nav
      ref={row}
      aria-label={label}
      className="bleed-x relative mb-8 overflow-x-auto overscroll-x-contain [scrollbar-width:none]"
    >
      <ul className="flex w-max gap-2 py-1">
        {entries.map(({ to, label: text, icon }) => (
          <li key={to}>
            <Link
              to={to}
              activeOptions={{ exact: true, includeSearch: false }}
              className="flex min-h-11 items-center gap-2 rounded-full border border-line bg-surface px-4 text-sm text-ink no-underline transition-colors hover:bg-hover aria-[current=page]:border-ink aria-[current=page]:bg-ink aria-[current=page]:font-bold aria-[current=page]:text-on-ink"
            >
              <Icon name={icon} size={18} />
              {text}
            </Link>
          </li>
        ))}
      </ul>
    </nav>
  )
}
