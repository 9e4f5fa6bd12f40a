import { createLazyRoute, Outlet, useMatches } from '@tanstack/react-router'
import { Section } from '#app/shell/section-nav.tsx'
import { PROFILE_NAV } from '#app/menu.ts'

export const Route = createLazyRoute('/profile')({ component: ProfileSection })

function ProfileSection() {
  // The profile itself lists its rooms, and somebody else's has none.
  // By what is shown and not by the address, which changes first: the screen that is left would be made anew
  const alone = useMatches({
    select: (matches) => /^\/profile(\/[0-9a-f-]{36})?\/?$/i.test(matches.at(-1)?.pathname ?? ''),
  })
  if (alone) return <Outlet />
  return (
    <Section label="マイページ" entries={PROFILE_NAV}>
      <Outlet />
    </Section>
  )
}
