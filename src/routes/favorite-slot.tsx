import { lazy, Suspense } from 'react'
import { useAccount, useSession, useStore } from '#app/app-context.ts'
import type { Video } from '#domain/catalogue.ts'
import { COPY } from '#features/favorites/copy.ts'
import { Button } from '#ui/button.tsx'
import { Icon } from '#ui/icon.tsx'
import { IconButton } from '#ui/icon-button.tsx'
import { useLoginNeeded } from './use-login-needed.ts'

// What writes to the device comes only to people who have one: a visitor's home loads none of it.
const FavoriteButton = lazy(() =>
  import('#features/favorites/favorite-button.tsx').then((module) => ({ default: module.FavoriteButton })),
)

type FavoriteSlotProps = { video: Video; look?: 'icon' | 'full' }

/** The heart of a video: a signed-in person's own, or an invitation to log in that looks the same. */
export function FavoriteSlot({ video, look = 'icon' }: FavoriteSlotProps) {
  const store = useStore()
  const signedIn = useSession().status === 'signedIn'
  const isPremium = useAccount()?.isPremium ?? false
  const onLoginNeeded = useLoginNeeded()
  if (!signedIn) return <Heart look={look} onPress={onLoginNeeded} />
  return (
    <Suspense fallback={<Heart look={look} />}>
      <FavoriteButton
        store={store}
        signedIn
        isPremium={isPremium}
        video={video}
        look={look}
        onLoginNeeded={onLoginNeeded}
      />
    </Suspense>
  )
}

function Heart({ look, onPress }: { look: 'icon' | 'full'; onPress?: () => void }) {
  if (look === 'icon')
    return <IconButton icon="heart" label={COPY.button} aria-pressed={false} onClick={onPress} />
  return (
    <Button icon={<Icon name="heart" size={20} />} aria-pressed={false} onClick={onPress}>
      {COPY.button}
    </Button>
  )
}
