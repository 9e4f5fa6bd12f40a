import { createLazyRoute } from '@tanstack/react-router'
import { AboutScreen } from '#features/support/about-screen.tsx'

export const Route = createLazyRoute('/about')({ component: AboutScreen })
