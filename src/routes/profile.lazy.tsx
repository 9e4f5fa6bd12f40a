import { createLazyRoute, Outlet, useLocation } from '@tanstack/react-router'
import { SectionNav } from '#app/shell/section-nav.tsx'
import { PROFILE_NAV } from '#app/menu.ts'

export const Route = createLazyRoute('/profile')({ component: ProfileSection })

function ProfileSection() {
  // The profile itself lists its rooms.
  const atRoot = useLocation({ select: ({ pathname }) => /^\/profile\/?$/.test(pathname) })
  return (
    <>
      {!atRoot && <SectionNav label="マイページ" entries={PROFILE_NAV} />}
      <Outlet />
    </>
  )
}
