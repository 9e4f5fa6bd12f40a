import { useCallback, useEffect, useRef, useState, type RefObject } from 'react'
import type { PaymentResult } from '#domain/payment-failure.ts'
import { COPY, SAID } from './copy.ts'
import {
  outcomeOf,
  type OpenPaymentProvider,
  type PaymentOutcome,
  type PaymentProvider,
} from './payment-provider.ts'

/** broken: the fields could not be shown · processing: confirmed, and the provider has not decided yet. */
export type PaymentPhase = 'preparing' | 'broken' | 'ready' | 'confirming' | 'processing' | 'succeeded'

export type PaymentToMake = {
  online: boolean
  /** Of the PaymentIntent. */
  clientSecret: string
  openProvider: OpenPaymentProvider
  /** Asks the server what has become of the payment, in Stripe's words. */
  checkStatus: () => Promise<PaymentResult<string>>
}

/** Pauses before the server is asked again; the last one from then on. */
const CHECK_AFTER_MS = [2_000, 4_000, 8_000, 15_000, 30_000]

/** One payment from the empty fields to its end. `notice`: what the person is told; `fields`: where the provider puts its fields. */
export function usePayment({ online, clientSecret, openProvider, checkStatus }: PaymentToMake): {
  phase: PaymentPhase
  notice: string | null
  fields: RefObject<HTMLDivElement | null>
  pay: () => Promise<void>
  prepareAgain: () => void
} {
  const fields = useRef<HTMLDivElement>(null)
  const provider = useRef<PaymentProvider | null>(null)
  const [phase, setPhase] = useState<PaymentPhase>('preparing')
  const [notice, setNotice] = useState<string | null>(null)
  const [round, setRound] = useState(0)

  const settle = useCallback((outcome: PaymentOutcome): void => {
    const { state } = outcome
    setPhase(state === 'succeeded' || state === 'processing' ? state : 'ready')
    setNotice(noticeOf(outcome))
  }, [])

  // Where nobody can be reached there is nothing to prepare yet; what is prepared stays without a connection
  const [prepares, setPrepares] = useState(online)
  if (online && !prepares) setPrepares(true)
  useEffect(() => {
    const element = fields.current
    if (!element || !prepares) return
    let current = true
    let opened: PaymentProvider | null = null
    const prepare = async (): Promise<void> => {
      opened = await openProvider()
      if (!current) return opened.close()
      // The provider's own: what a former one left would not be
      const host = document.createElement('div')
      element.replaceChildren(host)
      await opened.mount(host, clientSecret)
      if (!current) return
      provider.current = opened
      setPhase('ready')
    }
    prepare().catch((error: unknown) => {
      console.warn(error)
      if (!current) return
      setPhase('broken')
      setNotice(SAID.broken)
    })
    return () => {
      current = false
      provider.current = null
      opened?.close()
    }
  }, [clientSecret, openProvider, prepares, round])

  useStatusChecks(phase === 'processing' && online, checkStatus, settle)

  const pay = async (): Promise<void> => {
    if (phase !== 'ready' || !provider.current || !online) return
    setPhase('confirming')
    setNotice(null)
    try {
      settle(await provider.current.confirm())
    } catch (error) {
      console.warn(error)
      setPhase('ready')
      setNotice(SAID.exception)
    }
  }
  const prepareAgain = (): void => {
    setPhase('preparing')
    setNotice(null)
    setRound((before) => before + 1)
  }
  return { phase, notice, fields, pay, prepareAgain }
}

function noticeOf(outcome: PaymentOutcome): string | null {
  switch (outcome.state) {
    case 'succeeded':
      return null
    case 'processing':
      return SAID.processing
    case 'requires_action':
      return SAID.action
    case 'failed':
      return SAID.failed(outcome.message)
    case 'incomplete':
      return COPY.incomplete
    case 'unreachable':
      return COPY.unreachable
    case 'other':
      return SAID.other(outcome.status)
  }
}

/** Asks less and less often, until the payment has come to something. */
function useStatusChecks(
  wanted: boolean,
  checkStatus: () => Promise<PaymentResult<string>>,
  settle: (outcome: PaymentOutcome) => void,
): void {
  const ask = useRef(checkStatus)
  useEffect(() => {
    ask.current = checkStatus
  })
  useEffect(() => {
    if (!wanted) return
    let current = true
    let timer: ReturnType<typeof setTimeout>
    const wait = (asked: number): void => {
      timer = setTimeout(() => void look(asked), CHECK_AFTER_MS[asked] ?? CHECK_AFTER_MS.at(-1))
    }
    const look = async (asked: number): Promise<void> => {
      const answer = await ask.current().catch(() => null)
      if (!current) return
      if (answer?.ok && answer.value !== 'processing') settle(outcomeOf(answer.value))
      else wait(asked + 1)
    }
    wait(0)
    return () => {
      current = false
      clearTimeout(timer)
    }
  }, [wanted, settle])
}
