import { useMemo } from 'react'
import { unreadNotificationCount } from '#sync/collections/notification-reads.ts'
import type { Store } from '#sync/store.ts'
import { IconButton } from '#ui/icon-button.tsx'
import { Popover } from '#ui/popover.tsx'
import { useLive } from '#ui/use-live.ts'
import type { AnswerConnection } from './answer-connection.ts'
import { badgeText, COPY } from './copy.ts'
import { NotificationDropdown } from './notification-dropdown.tsx'
import { NotificationSkeletons } from './notification-skeletons.tsx'

const SKELETONS = 3

type NotificationBellProps = { store: Store | null; isPremium: boolean; answerConnection: AnswerConnection }

/** The bell in the header, with how many notifications wait to be read. */
export function NotificationBell({ store, isPremium, answerConnection }: NotificationBellProps) {
  const count$ = useMemo(() => store && unreadNotificationCount(store), [store])
  const unread = useLive(count$, 0)
  return (
    <Popover
      label={COPY.title}
      className="w-[min(26rem,calc(100vw-16px))]"
      trigger={(props) => (
        <IconButton {...props} icon="bell" label={COPY.open(unread)} badge={badgeText(unread)} />
      )}
    >
      {(close) =>
        store ? (
          <NotificationDropdown
            store={store}
            isPremium={isPremium}
            answerConnection={answerConnection}
            unread={unread}
            close={close}
          />
        ) : (
          <NotificationSkeletons count={SKELETONS} />
        )
      }
    </Popover>
  )
}
