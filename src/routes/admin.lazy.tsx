import { createLazyRoute, Outlet } from '@tanstack/react-router'
import { ADMIN_NAV } from '#app/menu.ts'
import { Section } from '#app/shell/section-nav.tsx'
import { SecondFactorNeeded } from '#features/admin/second-factor-needed.tsx'
import { useAdmin } from './use-admin.ts'

export const Route = createLazyRoute('/admin')({ component: AdminSection })

function AdminSection() {
  return (
    <Section label="管理画面" entries={ADMIN_NAV}>
      <SecondFactorNeeded {...useAdmin()}>
        <Outlet />
      </SecondFactorNeeded>
    </Section>
  )
}
