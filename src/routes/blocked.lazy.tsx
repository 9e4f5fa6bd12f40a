import { createLazyRoute } from '@tanstack/react-router'
import { useStore } from '#app/app-context.ts'
import { BlockedScreen } from '#features/blocks/blocked-screen.tsx'

export const Route = createLazyRoute('/profile/blocked')({ component: Blocked })

function Blocked() {
  return <BlockedScreen store={useStore()} />
}
