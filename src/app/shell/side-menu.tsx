import { Link } from '@tanstack/react-router'
import { Dialog } from '#ui/dialog.tsx'
import { Icon } from '#ui/icon.tsx'
import { Menu, menuItemClass } from '#ui/menu.tsx'
import { useAccount, useSession } from '../app-context.ts'
import {
  ADMIN_MENU,
  SIDE_MENU_CREATOR,
  SIDE_MENU_SIGNED_IN,
  SIDE_MENU_SIGNED_OUT,
  type MenuEntry,
} from '../menu.ts'
import { AttentionCount } from './attention-count.tsx'
import { AuthLink, isAuthPath } from './auth-link.tsx'
import { ThemeItem } from './theme-switch.tsx'

type SideMenuProps = { open: boolean; onClose: () => void }

/** Spec §2: the slide-in menu. */
export function SideMenu({ open, onClose }: SideMenuProps) {
  const signedIn = useSession().status === 'signedIn'
  const account = useAccount()
  const own = [
    ...SIDE_MENU_SIGNED_IN,
    ...(account?.isCreator ? SIDE_MENU_CREATOR : []),
    ...(account?.role === 'admin' ? ADMIN_MENU : []),
  ]
  const entries = signedIn ? own : SIDE_MENU_SIGNED_OUT
  return (
    <Dialog open={open} onClose={onClose} title="メニュー" place="side">
      <nav aria-label="メニュー" className="-m-2">
        <Menu>
          {entries.map((entry) => (
            <li key={entry.to}>
              <Entry entry={entry} onClose={onClose} />
            </li>
          ))}
          {/* Where the header, in which this menu is, has no room for the switch */}
          <li className="hidden @max-[22.5rem]:block">
            <ThemeItem />
          </li>
        </Menu>
      </nav>
    </Dialog>
  )
}

type EntryProps = { entry: MenuEntry; onClose: () => void }

function Entry({ entry: { to, label, icon, counts }, onClose }: EntryProps) {
  const look = { onClick: onClose, className: `${menuItemClass} min-h-12 text-base` }
  const content = (
    <>
      <Icon name={icon} size={22} />
      {label}
      {counts && <AttentionCount />}
    </>
  )
  return isAuthPath(to) ? (
    <AuthLink to={to} {...look}>
      {content}
    </AuthLink>
  ) : (
    <Link to={to} activeOptions={{ exact: true }} {...look}>
      {content}
    </Link>
  )
}
