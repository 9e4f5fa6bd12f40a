import { useEffect, useRef, type FormEvent } from 'react'
import { PAID_FORM_MS } from '#domain/limits.ts'
import { Button } from '#ui/button.tsx'
import { Icon } from '#ui/icon.tsx'
import { Loading, Skeleton } from '#ui/skeleton.tsx'
import { Spinner } from '#ui/spinner.tsx'
import { COPY } from './copy.ts'
import { usePayment, type PaymentToMake } from './use-payment.ts'

/** What is said when it is paid. */
export type PaidSentences = { done?: string; doneBody?: string }

export type PaymentFormProps = PaymentToMake & {
  /** Yen with tax. */
  amount: number
  sentences?: PaidSentences
  /** Once the success has been shown for `leadOnAfterMs`. */
  onSucceeded: () => void
  leadOnAfterMs?: number
}

/** A card, a button, and every end that a payment can come to. Whatever fails, what was typed stays. */
export function PaymentForm({
  amount,
  sentences,
  onSucceeded,
  leadOnAfterMs = PAID_FORM_MS,
  ...payment
}: PaymentFormProps) {
  const { phase, notice, fields, pay, prepareAgain } = usePayment(payment)
  const { online } = payment
  const alert = useRef<HTMLDivElement>(null)
  // The button stands below the fields, what is said above them
  useEffect(() => {
    if (notice !== null) alert.current?.scrollIntoView({ block: 'nearest' })
  }, [notice])
  if (phase === 'succeeded')
    return <Paid sentences={sentences} onSucceeded={onSucceeded} leadOnAfterMs={leadOnAfterMs} />

  const submit = (event: FormEvent): void => {
    event.preventDefault()
    void pay()
  }
  const waits = phase === 'processing'
  const told = waits ? '' : `${notice ?? ''}${online ? '' : COPY.offline}`
  return (
    <form noValidate aria-label={COPY.title} onSubmit={submit} className="grid gap-5">
      <div
        ref={alert}
        className={told ? 'rounded-md bg-caution-soft px-4 py-3 text-sm text-caution' : 'sr-only'}
      >
        <p role="alert">{told}</p>
        {phase === 'broken' && (
          <Button size="sm" className="mt-3" onClick={prepareAgain}>
            {COPY.retry}
          </Button>
        )}
      </div>
      {waits && <Waiting online={online} sentence={notice} />}
      {phase === 'preparing' && online && (
        <Loading label={COPY.preparing}>
          <Skeleton className="h-44 rounded-xl!" />
        </Loading>
      )}
      {/* The provider fills it; React leaves it alone. */}
      <div ref={fields} hidden={waits} />
      {!waits && (
        <Button
          type="submit"
          variant="primary"
          size="lg"
          wide
          busy={phase === 'confirming'}
          disabled={!online || phase === 'preparing' || phase === 'broken'}
        >
          {COPY.pay(amount)}
        </Button>
      )}
    </form>
  )
}

function Waiting({ online, sentence }: { online: boolean; sentence: string | null }) {
  return (
    <div className="grid justify-items-center gap-4 py-8 text-center [word-break:auto-phrase]">
      <Spinner size="lg" color="current" message={sentence ?? ''} />
      <p className="text-sm text-muted">{online ? COPY.processingBody : COPY.processingOffline}</p>
    </div>
  )
}

type PaidProps = Required<Pick<PaymentFormProps, 'onSucceeded' | 'leadOnAfterMs'>> & {
  sentences: PaidSentences | undefined
}

function Paid({ sentences, onSucceeded, leadOnAfterMs }: PaidProps) {
  const heading = useRef<HTMLHeadingElement>(null)
  const leadOn = useRef(onSucceeded)
  useEffect(() => {
    leadOn.current = onSucceeded
  })
  useEffect(() => {
    heading.current?.focus()
    const timer = setTimeout(() => leadOn.current(), leadOnAfterMs)
    return () => clearTimeout(timer)
  }, [leadOnAfterMs])
  return (
    <div role="status" className="grid justify-items-center gap-3 py-10 text-center">
      <Icon name="checkCircle" size={56} className="text-good" />
      <h2 ref={heading} tabIndex={-1} className="text-xl outline-none">
        {sentences?.done ?? COPY.done}
      </h2>
      <p className="text-sm text-muted">{sentences?.doneBody ?? COPY.doneBody}</p>
    </div>
  )
}
