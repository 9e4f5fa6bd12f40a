import { useAccount, useStore } from '#app/app-context.ts'
import { soundOf } from '#domain/sound.ts'
import { useArrivals } from '#features/notifications/use-arrivals.ts'
import { pageSounder } from '#features/sound/page-sounder.ts'
import { useSound } from '#features/sound/use-sound.ts'

type Arrived = Parameters<Parameters<typeof useArrivals>[2]>[0]

/** Announces notifications as they arrive, and lets them be heard. Shows nothing. */
export function NotificationArrivals(): null {
  useSound()
  useArrivals(useStore(), useAccount()?.isPremium ?? false, sound)
  return null
}

function sound(arrived: Arrived): void {
  void pageSounder().sound(arrived.map((one) => ({ id: one.id, sound: soundOf(one) })))
}
