import { createLazyRoute } from '@tanstack/react-router'
import { SupportScreen } from '#features/premium/support-screen.tsx'

export const Route = createLazyRoute('/premium/support')({ component: SupportScreen })
