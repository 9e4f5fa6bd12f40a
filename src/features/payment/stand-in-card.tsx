import { useSyncExternalStore } from 'react'
import type { ObservableValue, WritableValue } from '#platform/observable-value.ts'
import { Button } from '#ui/button.tsx'
import { Dialog } from '#ui/dialog.tsx'
import { TextField } from '#ui/text-field.tsx'
import { spacedExpiry, spacedNumber, type CardProblems, type TypedCard } from './card.ts'
import { CARD_COPY } from './copy.ts'

export type ChallengeAnswer = 'complete' | 'fail' | 'abandon'

type StandInCardProps = {
  card: WritableValue<TypedCard>
  problems: ObservableValue<CardProblems>
  /** Whoever waits for the answer to a 3-D Secure challenge. */
  challenge: ObservableValue<((answer: ChallengeAnswer) => void) | null>
}

/** The stand-in's card fields, and its challenge. */
export function StandInCard({ card, problems, challenge }: StandInCardProps) {
  const typed = useSyncExternalStore(card.listen, card.read)
  const wrong = useSyncExternalStore(problems.listen, problems.read)
  const answer = useSyncExternalStore(challenge.listen, challenge.read)
  const change = (part: Partial<TypedCard>): void => card.set({ ...card.read(), ...part })
  return (
    <div className="grid gap-4">
      <p className="rounded-md bg-sunken px-3.5 py-2.5 text-xs text-muted">{CARD_COPY.standIn}</p>
      <TextField
        label={CARD_COPY.number}
        inputMode="numeric"
        autoComplete="cc-number"
        placeholder="1234 1234 1234 1234"
        value={typed.number}
        onChange={({ target }) => change({ number: spacedNumber(target.value) })}
        error={wrong.number && CARD_COPY.numberBad}
      />
      <div className="grid grid-cols-2 items-start gap-4">
        <TextField
          label={CARD_COPY.expiry}
          inputMode="numeric"
          autoComplete="cc-exp"
          placeholder="MM / YY"
          value={typed.expiry}
          onChange={({ target }) => change({ expiry: spacedExpiry(target.value, typed.expiry) })}
          error={wrong.expiry && CARD_COPY.expiryBad}
        />
        <TextField
          label={CARD_COPY.cvc}
          inputMode="numeric"
          autoComplete="cc-csc"
          placeholder="123"
          maxLength={4}
          value={typed.cvc}
          onChange={({ target }) => change({ cvc: target.value })}
          error={wrong.cvc && CARD_COPY.cvcBad}
        />
      </div>
      <Dialog
        open={answer !== null}
        onClose={() => answer?.('abandon')}
        title={CARD_COPY.challenge}
        footer={
          <>
            <Button onClick={() => answer?.('fail')}>{CARD_COPY.challengeFail}</Button>
            <Button variant="primary" onClick={() => answer?.('complete')}>
              {CARD_COPY.challengeComplete}
            </Button>
          </>
        }
      >
        <p>{CARD_COPY.challengeBody}</p>
      </Dialog>
    </div>
  )
}
