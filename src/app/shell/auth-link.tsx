import type { ReactNode } from 'react'
import { Link, useLocation } from '@tanstack/react-router'
import { safeReturnPath } from '../return-path.ts'

export type AuthPath = '/login' | '/signup'
export const isAuthPath = (path: string): path is AuthPath => path === '/login' || path === '/signup'

/** Pages to which nobody who has signed in comes back: home is where they end up anyway, the others are done with. */
const NO_WAY_BACK = new Set(['/', '/reset-password', '/account-deleted'])

type AuthLinkProps = {
  to: AuthPath
  className: string
  onClick?: () => void
  children: ReactNode
}

/** Leads to where one logs in or registers, and from there back to this page; between the two the way back stays the same. */
export function AuthLink({ to, className, onClick, children }: AuthLinkProps) {
  const from = useLocation({
    select: ({ href, pathname, search }) => {
      if (isAuthPath(pathname)) return safeReturnPath(search.from, location.origin)
      return NO_WAY_BACK.has(pathname) ? undefined : href
    },
  })
  return (
    <Link
      to={to}
      search={from === undefined ? {} : { from }}
      onClick={onClick}
      activeOptions={{ exact: true, includeSearch: false }}
      className={className}
    >
      {children}
    </Link>
  )
}
