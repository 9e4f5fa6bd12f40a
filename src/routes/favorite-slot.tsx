import { lazy, Suspense, useEffect, useState } from 'react'
import { useAccount, useSession, useStore } from '#app/app-context.ts'
import type { Video } from '#domain/catalogue.ts'
import { Heart } from '#features/favorites/heart.tsx'
import { useControlHandover } from '#ui/use-control-handover.ts'
import { useLoginNeeded } from './use-login-needed.ts'

// What writes to the device comes only to people who have one: a visitor's home loads none of it.
const FavoriteButton = lazy(() =>
  import('#features/favorites/favorite-button.tsx').then((module) => ({ default: module.FavoriteButton })),
)

type FavoriteSlotProps = { video: Video; look?: 'icon' | 'full' }

/**
 * The heart of a video: a signed-in person's own, or an invitation to log in that looks the same. A press is not lost while the session, the code or the device's data
 * is on its way.
 */
export function FavoriteSlot({ video, look = 'icon' }: FavoriteSlotProps) {
  const store = useStore()
  const { status } = useSession()
  const isPremium = useAccount()?.isPremium ?? false
  const onLoginNeeded = useLoginNeeded()
  const [isWanted, setWanted] = useState(false)
  const handover = useControlHandover()
  const isVisitor = status === 'signedOut'
  useEffect(() => {
    if (isVisitor && isWanted) onLoginNeeded()
  }, [isVisitor, isWanted, onLoginNeeded])
  if (isVisitor) return <Heart ref={handover} look={look} onPress={onLoginNeeded} />
  const waiting = (
    <Heart ref={handover} look={look} isWanted={isWanted} onPress={() => setWanted(!isWanted)} />
  )
  if (status !== 'signedIn') return waiting
  return (
    <Suspense fallback={waiting}>
      <FavoriteButton
        ref={handover}
        store={store}
        isPremium={isPremium}
        video={video}
        look={look}
        isWanted={isWanted}
        onWanted={setWanted}
      />
    </Suspense>
  )
}
