import { useEffect, useMemo, useState } from 'react'
import { map } from 'rxjs'
import type { Store } from '#sync/store.ts'
import { IconButton } from '#ui/icon-button.tsx'
import { Popover } from '#ui/popover.tsx'
import { useLive } from '#ui/use-live.ts'
import type { AnswerConnection } from '#sync/collections/connection-answers.ts'
import { ARRIVED_EVENT } from './announce.ts'
import { badgeText, COPY } from './copy.ts'
import { liveNotifications } from './live-notifications.ts'
import { LoadFailure } from './load-failure.tsx'
import { visibleTo } from './notification-choice.ts'
import { NotificationDropdown } from './notification-dropdown.tsx'
import { NotificationSkeletons } from './notification-skeletons.tsx'
import { countOpening } from './openings.ts'

const SKELETONS = 3

type NotificationBellProps = {
  store: Store | null
  /** The device's database could not be opened. */
  failed?: boolean
  isPremium: boolean
  answerConnection: AnswerConnection
  premiumOnly?: number | null
  onOpen?: () => void
}

/** The bell in the header, with how many notifications wait to be read. */
export function NotificationBell({
  store,
  failed = false,
  isPremium,
  answerConnection,
  premiumOnly = null,
  onOpen,
}: NotificationBellProps) {
  const count$ = useMemo(
    () =>
      store &&
      liveNotifications(store).unread$.pipe(map((items) => items.filter(visibleTo(isPremium)).length)),
    [store, isPremium],
  )
  const unread = useLive(count$, 0)
  const [openings, setOpenings] = useState(0)
  const [arrived, setArrived] = useState(false)
  useEffect(() => {
    const note = () => setArrived(true)
    window.addEventListener(ARRIVED_EVENT, note)
    return () => window.removeEventListener(ARRIVED_EVENT, note)
  }, [])
  return (
    <Popover
      label={COPY.title}
      className="w-[min(26rem,calc(100vw-16px))]"
      onOpenChange={(open) => {
        if (!open) return
        setOpenings(countOpening())
        setArrived(false)
        onOpen?.()
      }}
      trigger={(props) => (
        <IconButton
          {...props}
          icon="bell"
          filled={arrived}
          label={COPY.open(unread)}
          badge={badgeText(unread)}
        />
      )}
    >
      {(close) =>
        store ? (
          <NotificationDropdown
            store={store}
            isPremium={isPremium}
            answerConnection={answerConnection}
            unread={unread}
            premiumOnly={premiumOnly}
            openings={openings}
            close={close}
          />
        ) : failed ? (
          <LoadFailure />
        ) : (
          <NotificationSkeletons count={SKELETONS} />
        )
      }
    </Popover>
  )
}
