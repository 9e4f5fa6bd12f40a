import { useMemo } from 'react'
import { createAdmin, type AdminDoor } from '#app/admin.ts'
import { useApp, useOnline } from '#app/app-context.ts'

/** What each screen of the admins is given. */
export function useAdmin(): { admin: AdminDoor; online: boolean } {
  const app = useApp()
  const online = useOnline()
  const admin = useMemo(() => createAdmin(app), [app])
  return { admin, online }
}
