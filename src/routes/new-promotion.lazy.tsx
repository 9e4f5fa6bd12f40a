import { createLazyRoute, useNavigate } from '@tanstack/react-router'
import { useCallback } from 'react'
import { useAccount, useApp, useOnline } from '#app/app-context.ts'
import { bookSlot, cancelBooking, loadOwnVideos, loadSlots, loadTaken } from '#app/promotions.ts'
import { BookingScreen } from '#features/promotions/booking-screen.tsx'
import { PromotionPayment } from './promotion-payment.tsx'
import { useThumbnailOf } from './use-render-video.tsx'

export const Route = createLazyRoute('/youtuber/promotions/new')({ component: NewPromotion })

function NewPromotion() {
  const userId = useAccount()?.userId
  return userId === undefined ? null : <NewPromotionOf key={userId} userId={userId} />
}

function NewPromotionOf({ userId }: { userId: string }) {
  const app = useApp()
  const navigate = useNavigate()
  return (
    <BookingScreen
      userId={userId}
      online={useOnline()}
      loadSlots={useCallback(() => loadSlots(app), [app])}
      loadVideos={useCallback(() => loadOwnVideos(app, userId), [app, userId])}
      loadTaken={useCallback((slotId) => loadTaken(app, slotId), [app])}
      book={(wanted) => bookSlot(app, wanted)}
      cancel={(booking) => cancelBooking(app, booking)}
      renderPayment={(booking, onClose) => <PromotionPayment booking={booking} onClose={onClose} />}
      thumbnailOf={useThumbnailOf()}
      onDone={() => void navigate({ to: '/youtuber/promotions/active' })}
    />
  )
}
