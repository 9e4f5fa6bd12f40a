import { useState } from 'react'
import { refundable, type Admin, type AdminBooking } from '#domain/admin.ts'
import { typedNumber } from '#domain/typed-text.ts'
import { TextField } from '#ui/text-field.tsx'
import { FAILURES } from './copy.ts'
import { PROMOTION as COPY } from './promotion-copy.ts'
import { DeedDialog } from './deed-dialog.tsx'

type RefundDialogProps = {
  admin: Pick<Admin, 'refund'>
  online: boolean
  booking: AdminBooking
  open: boolean
  onClose: () => void
  onDone: () => void
}

/** Gives back what was paid for a booking, all that is left unless less is typed. */
export function RefundDialog({ admin, booking, ...dialog }: RefundDialogProps) {
  const left = refundable(booking)
  const [typed, setTyped] = useState(String(left))
  const amount = typedNumber(typed) ?? Number.NaN
  const isPossible = Number.isInteger(amount) && amount >= 1 && amount <= left
  return (
    <DeedDialog
      {...dialog}
      title={COPY.refundAsk}
      subject={`${booking.slot_name} · ${booking.buyer ?? COPY.nobody}`}
      body={COPY.refundBody(booking.slot_name, left)}
      confirm={COPY.refundYes}
      done={COPY.refunded(amount)}
      act={(reason) =>
        isPossible && booking.payment_intent_id !== null
          ? admin.refund(booking.payment_intent_id, amount, reason)
          : Promise.resolve({ ok: false, code: 'amount_invalid' })
      }
    >
      <TextField
        label={COPY.refundAmount}
        hint={COPY.refundHint}
        inputMode="numeric"
        value={typed}
        error={isPossible ? undefined : FAILURES.amount_invalid}
        onChange={(event) => setTyped(event.target.value)}
      />
    </DeedDialog>
  )
}
