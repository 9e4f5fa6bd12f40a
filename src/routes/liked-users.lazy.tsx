import { createLazyRoute } from '@tanstack/react-router'
import { useStore } from '#app/app-context.ts'
import { LikedPeopleScreen } from '#features/matching/liked-people-screen.tsx'

export const Route = createLazyRoute('/profile/liked-users')({ component: LikedUsers })

function LikedUsers() {
  return <LikedPeopleScreen store={useStore()} />
}
