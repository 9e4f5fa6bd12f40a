import { createLazyRoute } from '@tanstack/react-router'
import { FaqScreen } from '#features/premium/faq-screen.tsx'

export const Route = createLazyRoute('/premium/faq')({ component: FaqScreen })
