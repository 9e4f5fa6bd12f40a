import { Link } from '@tanstack/react-router'
import { useEffect, useState, type ReactNode } from 'react'
import type { Admin } from '#domain/admin.ts'
import { buttonClass } from '#ui/button.tsx'
import { EmptyState } from '#ui/empty-state.tsx'
import { COPY } from './copy.ts'

type SecondFactorNeededProps = {
  admin: Pick<Admin, 'lacksSecondFactor'>
  online: boolean
  children: ReactNode
}

/**
 * The screens of admins; or, to an admin whom the server refuses for want of a second factor, the way to one.
 */
export function SecondFactorNeeded({ admin, online, children }: SecondFactorNeededProps) {
  const [isNeeded, setNeeded] = useState(false)
  useEffect(() => {
    // What fails for another reason, the screens tell of
    if (online) void admin.lacksSecondFactor().then(setNeeded, () => undefined)
  }, [admin, online])
  if (!isNeeded) return children
  return (
    <EmptyState
      icon="shield"
      level={1}
      title={COPY.factorNeeded}
      body={COPY.factorNeededBody}
      action={
        <Link to="/profile/settings" className={buttonClass({ variant: 'primary' })}>
          {COPY.factorSetUp}
        </Link>
      }
    />
  )
}
