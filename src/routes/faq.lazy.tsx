import { createLazyRoute } from '@tanstack/react-router'
import { FaqScreen } from '#features/support/faq-screen.tsx'

export const Route = createLazyRoute('/faq')({ component: FaqScreen })
