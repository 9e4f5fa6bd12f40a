import { createLazyRoute } from '@tanstack/react-router'
import { HelpScreen } from '#features/support/help-screen.tsx'

export const Route = createLazyRoute('/help')({ component: HelpScreen })
