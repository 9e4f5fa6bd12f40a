import { useEffect } from 'react'
import { soundOf } from '#domain/sound.ts'
import { announce } from '#features/notifications/announce.ts'
import { arrivals } from '#features/notifications/arrivals.ts'
import { visibleTo } from '#features/notifications/notification-choice.ts'
import { pageSounder } from '#features/sound/page-sounder.ts'
import { followOtherTabs } from '#features/sound/sound-settings.ts'
import { showAppBadge } from '#platform/app-badge.ts'
import { unreadNotificationCount } from '#sync/collections/notification-reads.ts'
import type { Store } from '#sync/store.ts'

const TOUCHES = ['pointerdown', 'keydown'] as const

/** What the page does when notifications arrive: event, title, sound; and the number on the app's icon. Shows nothing. */
export function NotificationArrivals({ store, isPremium }: { store: Store; isPremium: boolean }): null {
  useEffect(() => {
    const sounder = pageSounder()
    const arriving = arrivals(store).subscribe((arrived) => {
      const seen = arrived.filter(visibleTo(isPremium))
      if (seen.length === 0) return
      announce(seen.map(({ id }) => id))
      const known = seen.map((one) => ({ id: one.id, sound: soundOf(one) }))
      void sounder.sound(known)
    })
    const counting = unreadNotificationCount(store).subscribe(showAppBadge)
    const touched = (): void => void sounder.interacted()
    for (const touch of TOUCHES) addEventListener(touch, touched, { passive: true })
    const stopFollowing = followOtherTabs()
    return () => {
      arriving.unsubscribe()
      counting.unsubscribe()
      for (const touch of TOUCHES) removeEventListener(touch, touched)
      stopFollowing()
    }
  }, [store, isPremium])
  return null
}
