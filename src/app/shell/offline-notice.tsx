import { useSyncExternalStore } from 'react'
import { Link } from '@tanstack/react-router'
import { Icon } from '#ui/icon.tsx'
import { minuteClock } from '#ui/minute-clock.ts'
import { relativeTime } from '#ui/relative-time.tsx'
import { useApp, useOnline, useSession, useValue } from '../app-context.ts'

/** While there is no connection: says so, and how old what is shown may be. */
export function OfflineNotice() {
  const online = useOnline()
  const signedIn = useSession().status === 'signedIn'
  const asOf = useValue(useApp().contentAsOf)
  const now = useSyncExternalStore(minuteClock.subscribe, minuteClock.read)
  return (
    <div role="status" className="offline-notice">
      {!online && (
        <p className="flex h-(--notice-height) items-center justify-center gap-2 border-b border-line bg-caution-soft px-4 text-sm text-caution">
          <Icon name="offline" size={18} />
          <span className="truncate">オフラインです{asOf !== null && ` · ${ageOf(asOf, now)}の内容`}</span>
          {signedIn && (
            <>
              <span aria-hidden="true">·</span>
              <Link to="/profile/sync" className="shrink-0 text-current">
                同期センター
              </Link>
            </>
          )}
        </p>
      )}
    </div>
  )
}

/** A device clock that is behind must not speak of the future. */
const ageOf = (asOf: number, now: number): string => relativeTime(Math.min(asOf, now), now)
