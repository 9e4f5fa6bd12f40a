import { useNavigate } from '@tanstack/react-router'
import { useCallback, useMemo, useState } from 'react'
import { useApp, useOnline } from '#app/app-context.ts'
import { awaitPremium } from '#app/await-premium.ts'
import { intentOf, payments, type StartedSubscription } from '#app/payment/payments.ts'
import type { SubscriptionPlan } from '#domain/premium.ts'
import { openProvider } from '#features/payment/open-provider.ts'
import { PaymentForm } from '#features/payment/payment-form.tsx'
import { ConfirmScreen } from '#features/premium/confirm-screen.tsx'
import { CONFIRM_COPY } from '#features/premium/copy.ts'
import { PaidScreen } from '#features/premium/paid-screen.tsx'

type PremiumPurchaseProps = { plan: SubscriptionPlan; onBack: () => void }

/** From the last look at a plan to the screen of those who have it. */
export function PremiumPurchase({ plan, onBack }: PremiumPurchaseProps) {
  const app = useApp()
  const online = useOnline()
  const navigate = useNavigate()
  const money = useMemo(() => payments(app), [app])
  const provider = useMemo(() => openProvider(async () => (await app.environment()).stripe ?? null), [app])
  const [started, setStarted] = useState<StartedSubscription | null>(null)
  const [busy, setBusy] = useState(false)
  const [failure, setFailure] = useState<string | null>(null)
  const [paid, setPaid] = useState<'no' | 'waiting' | 'late'>('no')

  const arrive = useCallback(async () => {
    setPaid('waiting')
    if (!(await awaitPremium(app))) return setPaid('late')
    await navigate({ to: '/premium/dashboard', search: { payment: 'success' }, replace: true })
  }, [app, navigate])

  async function start(): Promise<void> {
    setBusy(true)
    setFailure(null)
    const begun = await money.subscribe(plan)
    setBusy(false)
    if (!begun.ok) return setFailure(begun.failure.sentence)
    // Nothing is left to pay: it was paid in another tab
    if (begun.value.clientSecret === null) return arrive()
    setStarted(begun.value)
  }

  if (paid !== 'no') return <PaidScreen late={paid === 'late'} onLook={() => void arrive()} />
  const secret = started?.clientSecret ?? null
  return (
    <ConfirmScreen
      online={online}
      plan={plan}
      legal={
        // In a tab of its own: this document takes a card
        <a href="/legal/commerce" target="_blank" rel="noopener" className="underline">
          特定商取引法に基づく表記
        </a>
      }
      onContinue={() => void start()}
      busy={busy}
      failure={failure}
      onBack={onBack}
      payment={
        secret === null ? null : (
          <PaymentForm
            online={online}
            amount={plan.amount}
            clientSecret={secret}
            openProvider={provider}
            checkStatus={() => money.checkStatus(intentOf(secret))}
            sentences={{ doneBody: CONFIRM_COPY.doneBody }}
            onSucceeded={() => void arrive()}
          />
        )
      }
    />
  )
}
