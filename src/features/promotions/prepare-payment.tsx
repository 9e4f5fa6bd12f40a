import { Button } from '#ui/button.tsx'
import { Dialog } from '#ui/dialog.tsx'
import { Loading, Skeleton } from '#ui/skeleton.tsx'
import { COPY } from './copy.ts'

type PreparePaymentProps = {
  /** Why it could not be prepared; null while that is under way. */
  failure: string | null
  onRetry: () => void
  onClose: () => void
}

/** Stands where the payment will, in a dialog of the same size. */
export function PreparePayment({ failure, onRetry, onClose }: PreparePaymentProps) {
  return (
    <Dialog open onClose={onClose} title={COPY.paymentTitle}>
      {failure === null ? (
        <Loading>
          <Skeleton className="h-44 rounded-xl!" />
        </Loading>
      ) : (
        <div className="grid justify-items-start gap-4">
          <p role="alert" className="text-caution">
            {failure}
          </p>
          <Button onClick={onRetry}>{COPY.retry}</Button>
        </div>
      )}
    </Dialog>
  )
}
