import { useNavigate } from '@tanstack/react-router'
import { useCallback, useEffect, useState } from 'react'
import { useApp, useOnline } from '#app/app-context.ts'
import { payments } from '#app/payment/payments.ts'
import type { PromotionPayment as Prepared } from '#app/payment/promotion-payment.ts'
import type { PaymentResult } from '#domain/payment-failure.ts'
import type { Booking } from '#domain/promotions.ts'
import { openProvider } from '#features/payment/open-provider.ts'
import { PaymentModal } from '#features/payment/payment-modal.tsx'
import { PreparePayment } from '#features/promotions/prepare-payment.tsx'

/** Pays for a booking in a dialog. It is active once the server has heard so from the provider. */
export function PromotionPayment(props: { booking: Booking; onClose: () => void }) {
  const { onClose } = props
  // The same one while it is paid for, however often the list is read meanwhile: what was typed stays
  const [booking] = useState(props.booking)
  const app = useApp()
  const navigate = useNavigate()
  const online = useOnline()
  const [prepared, setPrepared] = useState<PaymentResult<Prepared> | null>(null)
  const [round, setRound] = useState(0)
  useEffect(() => {
    let current = true
    const { createPromotionPayment } = payments(app)
    void createPromotionPayment(toPay(booking)).then((result) => current && setPrepared(result))
    return () => {
      current = false
    }
  }, [app, booking, round])
  const open = useCallback(() => openProvider(async () => (await app.environment()).stripe ?? null)(), [app])
  if (!prepared?.ok)
    return (
      <PreparePayment
        failure={prepared?.failure.sentence ?? null}
        onRetry={() => {
          setPrepared(null)
          setRound(round + 1)
        }}
        onClose={onClose}
      />
    )
  const { clientSecret, paymentIntentId } = prepared.value
  return (
    <PaymentModal
      open
      onClose={onClose}
      online={online}
      amount={booking.amount}
      clientSecret={clientSecret}
      openProvider={open}
      checkStatus={() => payments(app).checkStatus(paymentIntentId)}
      onSucceeded={() => void navigate({ to: '/youtuber/dashboard', search: { payment: 'success' } })}
    />
  )
}

const toPay = ({ id, amount, slot, video, duration }: Booking) => ({
  id,
  amount,
  description: `ミルトモ プロモーション枠「${slot.name}」${duration}日間`,
  slotId: slot.id,
  slotName: slot.name,
  slotType: slot.type,
  videoId: video?.id ?? '',
  videoTitle: video?.title ?? '',
  duration,
})
