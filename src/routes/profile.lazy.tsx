import { createLazyRoute, Outlet, useLocation } from '@tanstack/react-router'
import { Section } from '#app/shell/section-nav.tsx'
import { PROFILE_NAV } from '#app/menu.ts'

export const Route = createLazyRoute('/profile')({ component: ProfileSection })

function ProfileSection() {
  // The profile itself lists its rooms, and somebody else's has none.
  const alone = useLocation({ select: ({ pathname }) => /^\/profile(\/[0-9a-f-]{36})?\/?$/i.test(pathname) })
  if (alone) return <Outlet />
  return (
    <Section label="マイページ" entries={PROFILE_NAV}>
      <Outlet />
    </Section>
  )
}
