import { Link } from '@tanstack/react-router'
import { Dialog } from '#ui/dialog.tsx'
import { Icon } from '#ui/icon.tsx'
import { Menu, menuItemClass } from '#ui/menu.tsx'
import { useAccount, useSession } from '../app-context.ts'
import { ADMIN_MENU, SIDE_MENU_CREATOR, SIDE_MENU_SIGNED_IN, SIDE_MENU_SIGNED_OUT } from '../menu.ts'
import { AttentionCount } from './attention-count.tsx'

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
          {entries.map(({ to, label, icon, counts }) => (
            <li key={to}>
              <Link
                to={to}
                onClick={onClose}
                activeOptions={{ exact: true }}
                className={`${menuItemClass} min-h-12 text-base`}
              >
                <Icon name={icon} size={22} />
                {label}
                {counts && <AttentionCount />}
              </Link>
            </li>
          ))}
        </Menu>
      </nav>
    </Dialog>
  )
}
