import { createLazyRoute, Outlet } from '@tanstack/react-router'
import { ADMIN_NAV } from '#app/menu.ts'
import { Section } from '#app/shell/section-nav.tsx'

export const Route = createLazyRoute('/admin')({ component: AdminSection })

function AdminSection() {
  return (
    <Section label="管理画面" entries={ADMIN_NAV}>
      <Outlet />
    </Section>
  )
}
