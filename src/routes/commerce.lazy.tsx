import { createLazyRoute } from '@tanstack/react-router'
import { useMemo } from 'react'
import { useApp, useOnline } from '#app/app-context.ts'
import { askKept } from '#app/kept-answers/ask-kept.ts'
import { loadPlans } from '#app/premium-plans.ts'
import { loadSlots } from '#app/promotions.ts'
import { SELLER } from '#app/seller.ts'
import { CONFIRM_COPY } from '#features/premium/copy.ts'
import { COPY as BOOKING_COPY } from '#features/promotions/copy.ts'
import { CommerceScreen } from '#features/support/commerce-screen.tsx'
import { useLoaded } from '#ui/use-loaded.ts'

export const Route = createLazyRoute('/legal/commerce')({ component: Commerce })

function Commerce() {
  const app = useApp()
  const online = useOnline()
  return (
    <CommerceScreen
      seller={SELLER}
      online={online}
      plans={useLoaded(
        useMemo(() => askKept(app, (rest) => loadPlans({ rest })), [app]),
        online,
      )}
      slots={useLoaded(
        useMemo(() => askKept(app, (rest) => loadSlots({ rest })), [app]),
        online,
      )}
      // What is promised where one pays is what is said here
      premiumTerms={CONFIRM_COPY}
      bookingTerms={BOOKING_COPY}
    />
  )
}
