import { useState } from 'react'
import { IconButton } from '#ui/icon-button.tsx'
import { lazyOnceShown } from '#ui/lazy-once-shown.tsx'

const SideMenu = lazyOnceShown(async () => (await import('./side-menu.tsx')).SideMenu)

/** The button that opens the menu, and the menu. */
export function SideMenuDoor() {
  const [menu, setMenu] = useState<'unopened' | 'open' | 'closed'>('unopened')
  return (
    <>
      <IconButton icon="menu" label="メニューを開く" onClick={() => setMenu('open')} />
      {menu !== 'unopened' && <SideMenu open={menu === 'open'} onClose={() => setMenu('closed')} />}
    </>
  )
}
