import { Link } from '@tanstack/react-router'
import { Icon } from '#ui/icon.tsx'
import { BOTTOM_NAV } from '../menu.ts'

/** Small screens only. */
export function BottomNav() {
  return (
    <nav
      aria-label="主なページ"
      className="bottom-nav fixed inset-x-0 bottom-0 z-20 border-t border-line bg-paper md:hidden"
    >
      <ul className="mx-auto grid h-(--bottom-nav-height) max-w-lg grid-cols-4">
        {BOTTOM_NAV.map(({ to, label, icon }) => (
          <li key={to}>
            <Link
              to={to}
              activeOptions={{ exact: true, includeSearch: false }}
              className="group flex h-full flex-col text-center items-center justify-center gap-0.5 text-[0.6875rem] leading-none text-muted no-underline -outline-offset-4 aria-[current=page]:font-bold aria-[current=page]:text-ink"
            >
              <span className="grid h-7 w-14 max-w-full place-items-center rounded-full transition-colors group-aria-[current=page]:bg-hover">
                <Icon name={icon} size={22} />
              </span>
              {label}
            </Link>
          </li>
        ))}
      </ul>
    </nav>
  )
}
