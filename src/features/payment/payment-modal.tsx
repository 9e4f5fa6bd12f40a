import { PAID_DIALOG_MS } from '#domain/limits.ts'
import { Dialog } from '#ui/dialog.tsx'
import { COPY } from './copy.ts'
import { PaymentForm, type PaymentFormProps } from './payment-form.tsx'

type PaymentModalProps = Omit<PaymentFormProps, 'leadOnAfterMs'> & {
  open: boolean
  onClose: () => void
  title?: string
}

/** The form in a dialog. Closing it pays nothing and takes nothing back. */
export function PaymentModal({ open, onClose, title = COPY.title, ...form }: PaymentModalProps) {
  return (
    <Dialog open={open} onClose={onClose} title={title}>
      <PaymentForm {...form} leadOnAfterMs={PAID_DIALOG_MS} />
    </Dialog>
  )
}
