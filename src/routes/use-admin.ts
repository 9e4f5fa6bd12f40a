import { useMemo } from 'react'
import { createAdmin } from '#app/admin.ts'
import { useApp, useOnline } from '#app/app-context.ts'
import type { Admin } from '#domain/admin.ts'

/** What each screen of the admins is given. */
export function useAdmin(): { admin: Admin; online: boolean } {
  const app = useApp()
  const online = useOnline()
  const admin = useMemo(() => createAdmin(app), [app])
  return { admin, online }
}
