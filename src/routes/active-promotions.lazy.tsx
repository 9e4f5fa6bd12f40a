import { createLazyRoute } from '@tanstack/react-router'
import { useMemo } from 'react'
import { useAccount, useApp, useOnline } from '#app/app-context.ts'
import { askKept } from '#app/kept-answers/ask-kept.ts'
import { cancelBooking, loadBookings } from '#app/promotions.ts'
import { BookingsScreen } from '#features/promotions/bookings-screen.tsx'
import { PromotionPayment } from './promotion-payment.tsx'
import { useThumbnailOf } from './use-render-video.tsx'

export const Route = createLazyRoute('/youtuber/promotions/active')({ component: ActivePromotions })

function ActivePromotions() {
  const userId = useAccount()?.userId
  return userId === undefined ? null : <ActivePromotionsOf key={userId} userId={userId} />
}

function ActivePromotionsOf({ userId }: { userId: string }) {
  const app = useApp()
  const load = useMemo(() => askKept(app, (rest) => loadBookings({ rest }, userId)), [app, userId])
  return (
    <BookingsScreen
      online={useOnline()}
      load={load}
      cancel={(booking) => cancelBooking(app, booking)}
      renderPayment={(booking, onClose) => <PromotionPayment booking={booking} onClose={onClose} />}
      thumbnailOf={useThumbnailOf()}
    />
  )
}
