import { createLazyRoute, Outlet } from '@tanstack/react-router'
import { ADMIN_NAV } from '#app/menu.ts'
import { SectionNav } from '#app/shell/section-nav.tsx'

export const Route = createLazyRoute('/admin')({ component: AdminSection })

function AdminSection() {
  return (
    <>
      <SectionNav label="管理画面" entries={ADMIN_NAV} />
      <Outlet />
    </>
  )
}
