import { createLazyRoute } from '@tanstack/react-router'
import { useStore } from '#app/app-context.ts'
import { useTellIncomingLikes } from '#app/incoming-likes.ts'
import { IncomingLikesScreen } from '#features/matching/incoming-likes-screen.tsx'

export const Route = createLazyRoute('/profile/incoming-likes')({ component: IncomingLikes })

function IncomingLikes() {
  return <IncomingLikesScreen store={useStore()} tellLikes={useTellIncomingLikes()} />
}
