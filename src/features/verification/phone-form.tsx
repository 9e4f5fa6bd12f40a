import { useEffect, useRef, useState, type FormEvent } from 'react'
import { internationalPhone } from '#domain/phone.ts'
import { typedDigits } from '#domain/typed-text.ts'
import type { FirebaseProject, RecordResult } from '#domain/verification.ts'
import { Button } from '#ui/button.tsx'
import { focusFirstProblem } from '#ui/focus-first-problem.ts'
import { TextField } from '#ui/text-field.tsx'
import { CHECK_CONTAINER, COPY, FAILURES, NEEDS_RELOAD, type PhoneFailure } from './copy.ts'
import { keepTypedNumber, readTypedNumber } from './typed-number.ts'
import { usePhoneAuth, type Check, type OpenPhoneAuth } from './use-phone-auth.ts'

const CODE_LENGTH = 6

export type PhoneFormProps = {
  online: boolean
  /** The Firebase project of this server, null when it has none. */
  firebase: () => Promise<FirebaseProject | null>
  openPhoneAuth: OpenPhoneAuth
  /** Has the server record a number by its proof. */
  record: (token: string, phone: string) => Promise<RecordResult>
  /** Points are what it earned. */
  onVerified: (points: number) => void
}

/** Number, code, done. Whatever fails, what was typed stays. */
export function PhoneForm({ online, firebase, openPhoneAuth, record, onVerified }: PhoneFormProps) {
  const [number, setNumber] = useState(readTypedNumber)
  const [code, setCode] = useState('')
  /** Where the last code went (E.164); null while none is awaited. */
  const [sentTo, setSentTo] = useState<string | null>(null)
  const [asked, setAsked] = useState(false)
  const [busy, setBusy] = useState(false)
  const [failure, setFailure] = useState<PhoneFailure | null>(null)
  /** Of a code that was right; it need not be confirmed again when only the recording failed. */
  const proof = useRef<string | null>(null)
  const form = useRef<HTMLFormElement>(null)
  const { auth, check, renew } = usePhoneAuth(firebase, online && sentTo === null, openPhoneAuth)
  useFocusAtStep(form, sentTo === null ? 'number' : 'code')

  async function send(): Promise<void> {
    const phone = internationalPhone(number)
    if (phone === null) return focusFirstProblem(form.current)
    if (!online) return
    const obstacle = obstacleOf(check)
    if (obstacle) return setFailure(obstacle)
    const failed = (await auth()?.sendCode(phone)) ?? null
    if (failed) {
      setFailure(failed)
      return renew()
    }
    proof.current = null
    setAsked(false)
    setSentTo(phone)
  }

  async function confirm(phone: string): Promise<void> {
    const digits = digitsOf(code)
    if (digits === null) return focusFirstProblem(form.current)
    if (!online) return
    if (proof.current === null) {
      const confirmed = await auth()?.confirm(digits)
      if (!confirmed?.ok) return setFailure(confirmed?.code ?? 'code_expired')
      proof.current = confirmed.token
    }
    const recorded = await record(proof.current, phone)
    if (recorded.ok) {
      keepTypedNumber('')
      return onVerified(recorded.points)
    }
    if (recorded.code === 'token_refused') proof.current = null
    setFailure(recorded.code)
  }

  async function submit(event: FormEvent): Promise<void> {
    event.preventDefault()
    if (busy) return
    setAsked(true)
    setFailure(null)
    setBusy(true)
    await (sentTo === null ? send() : confirm(sentTo))
    setBusy(false)
  }

  const shown = failure ?? (sentTo === null ? brokenCheck(check) : null)
  const notice = shown ? FAILURES[shown] : online ? null : COPY.offline
  return (
    <form
      ref={form}
      noValidate
      aria-label={COPY.phoneTitle}
      onSubmit={(event) => void submit(event)}
      className="grid gap-5"
    >
      <div className={notice ? 'rounded-md bg-caution-soft px-4 py-3 text-sm text-caution' : 'sr-only'}>
        <p role="alert">{notice}</p>
        {shown && online && NEEDS_RELOAD.has(shown) && (
          <Button size="sm" className="mt-3" onClick={() => location.reload()}>
            {COPY.reload}
          </Button>
        )}
      </div>
      {sentTo === null ? (
        <TextField
          label={COPY.number}
          hint={COPY.numberHint}
          type="tel"
          name="phone"
          inputMode="tel"
          autoComplete="tel"
          value={number}
          onChange={({ target }) => {
            setNumber(target.value)
            keepTypedNumber(target.value)
          }}
          error={asked && internationalPhone(number) === null ? COPY.numberBad : undefined}
        />
      ) : (
        <>
          <p role="status" className="text-sm">
            {COPY.sentTo(sentTo)}
          </p>
          <TextField
            label={COPY.code}
            hint={COPY.codeHint}
            name="code"
            inputMode="numeric"
            autoComplete="one-time-code"
            value={code}
            onChange={({ target }) => setCode(target.value)}
            error={asked && digitsOf(code) === null ? COPY.codeBad : undefined}
          />
        </>
      )}
      {/* Firebase fills it; React leaves it alone. */}
      <div
        id={CHECK_CONTAINER}
        data-check={check === 'solved' ? 'solved' : undefined}
        hidden={sentTo !== null}
        className="overflow-x-auto"
      />
      <div className="flex flex-wrap gap-3">
        <Button type="submit" variant="primary" busy={busy}>
          {sentTo === null ? COPY.send : COPY.confirm}
        </Button>
        {sentTo !== null && (
          <Button
            variant="quiet"
            onClick={() => {
              setFailure(null)
              setAsked(false)
              setSentTo(null)
            }}
          >
            {COPY.back}
          </Button>
        )}
      </div>
    </form>
  )
}

/** Six digits, as typed on any keyboard. */
function digitsOf(typed: string): string | null {
  const digits = typedDigits(typed)
  return digits.length === CODE_LENGTH && /^\d+$/.test(digits) ? digits : null
}

const brokenCheck = (check: Check): PhoneFailure | null =>
  check === 'preparing' || check === 'unsolved' || check === 'solved' ? null : check

const obstacleOf = (check: Check): PhoneFailure | null =>
  check === 'solved' ? null : (brokenCheck(check) ?? 'check_unsolved')

/** The field of a new step is where the person goes on; at first they are left where they are. */
function useFocusAtStep(form: { current: HTMLFormElement | null }, step: 'number' | 'code'): void {
  const before = useRef(step)
  useEffect(() => {
    if (before.current === step) return
    before.current = step
    form.current?.querySelector('input')?.focus()
  }, [form, step])
}
