import { Link } from '@tanstack/react-router'
import { useState, type FormEvent } from 'react'
import {
  DOCUMENT_TYPES,
  documentProblem,
  VERIFICATION_LEVELS,
  type DocumentResult,
  type OwnVerification,
} from '#domain/verification.ts'
import { isAdult } from '#domain/age.ts'
import { dayInJapan } from '#domain/day.ts'
import { birthDateProblem, EARLIEST_BIRTH_DATE } from '#domain/profile.ts'
import { serverNow } from '#platform/clock.ts'
import { Button } from '#ui/button.tsx'
import { controlClass, Field } from '#ui/field.tsx'
import { Icon } from '#ui/icon.tsx'
import { showToast } from '#ui/toast-list.ts'
import { longDate } from '#ui/japanese-date.ts'
import { TextField } from '#ui/text-field.tsx'
import { COPY, DOCUMENT_FAILURES } from './copy.ts'

export type IdentityRequestProps = {
  online: boolean
  verification: OwnVerification
  phoneValid: boolean
  /** Hands a document in, with which the person asks for level 3. */
  sendDocument: (file: File, birthDate: string | null) => Promise<DocumentResult>
  onSent: () => void
}

/** The way to level 3; nothing for who has it. */
export function IdentityRequest({ verification, phoneValid, ...form }: IdentityRequestProps) {
  const { level, request } = verification
  if (level === VERIFICATION_LEVELS.ID_VERIFIED) return null
  return (
    <section aria-labelledby="identity-heading">
      <h2 id="identity-heading" className="mb-4 text-lg">
        {COPY.identityTitle}
      </h2>
      {request?.status === 'pending' ? (
        <p role="status">{COPY.pending(longDate(Date.parse(request.created_at)))}</p>
      ) : phoneValid ? (
        <>
          {request?.status === 'rejected' && <p className="mb-4 text-caution">{COPY.rejected}</p>}
          <DocumentForm told={verification.birthDate} {...form} />
        </>
      ) : (
        <p className="text-sm text-muted">{COPY.phoneFirst}</p>
      )}
    </section>
  )
}

type DocumentFormProps = Pick<IdentityRequestProps, 'online' | 'sendDocument' | 'onSent'> & {
  /** The birth date in the profile. */
  told: string | null
}

/** What was chosen and typed stays, whatever becomes of sending it. */
function DocumentForm({ told, online, sendDocument, onSent }: DocumentFormProps) {
  const [busy, setBusy] = useState(false)
  const [failure, setFailure] = useState<keyof typeof DOCUMENT_FAILURES | null>(null)
  const [chosen, setChosen] = useState<File | null>(null)
  const [corrected, setCorrected] = useState<string | null>(null)
  const [dateFailure, setDateFailure] = useState<'birth_date_future' | 'birth_date_odd' | null>(null)
  const birthDate = corrected ?? told
  const now = serverNow()
  const today = dayInJapan(now)

  async function submit(event: FormEvent): Promise<void> {
    event.preventDefault()
    if (busy || !online) return
    const problem = chosen === null ? 'missing' : documentProblem(chosen)
    const badDate = birthDate === null ? null : birthDateProblem(birthDate, today)
    setFailure(problem)
    setDateFailure(badDate && (badDate === 'future' ? 'birth_date_future' : 'birth_date_odd'))
    if (chosen === null || problem !== null || badDate !== null) return
    setBusy(true)
    const sent = await sendDocument(chosen, birthDate)
    setBusy(false)
    if (!sent.ok) return setFailure(sent.code)
    showToast({ kind: 'success', message: COPY.documentSent })
    onSent()
  }

  return (
    <form
      noValidate
      aria-label={COPY.identityTitle}
      onSubmit={(event) => void submit(event)}
      className="grid gap-5"
    >
      <div className="grid gap-2 text-sm [word-break:auto-phrase]">
        <p>{COPY.documents}</p>
        <p className="text-muted">{COPY.documentsPrivate}</p>
      </div>
      {!online && (
        <p role="alert" className="rounded-md bg-caution-soft px-4 py-3 text-sm text-caution">
          {COPY.documentOffline}
        </p>
      )}
      {told !== null && (
        <TextField
          label={COPY.birthDate}
          hint={isAdult(told, now) ? COPY.birthDateHint : COPY.birthDateOfMinor}
          disabled={!isAdult(told, now)}
          type="date"
          name="birth_date"
          autoComplete="bday"
          min={EARLIEST_BIRTH_DATE}
          max={today}
          value={birthDate ?? ''}
          onChange={({ target }) => {
            setCorrected(target.value)
            setDateFailure(null)
          }}
          error={dateFailure === null ? undefined : DOCUMENT_FAILURES[dateFailure]}
        />
      )}
      <Field
        label={COPY.document}
        hint={COPY.documentHint}
        error={failure === null ? undefined : DOCUMENT_FAILURES[failure]}
      >
        {(control) => (
          <div>
            <input
              {...control}
              type="file"
              name="document"
              accept={Object.keys(DOCUMENT_TYPES).join(',')}
              onChange={({ target }) => {
                // Who opens the dialog and changes their mind keeps what they had
                const [file = chosen] = target.files ?? []
                setChosen(file)
                setFailure(file && documentProblem(file))
              }}
              className="peer sr-only"
            />
            <label
              htmlFor={control.id}
              className={`${controlClass} flex min-h-11 cursor-pointer flex-wrap items-center gap-x-4 gap-y-1 text-sm! peer-focus-visible:outline-3 peer-focus-visible:outline-offset-2 peer-focus-visible:outline-(--focus) bg-surface! ${failure ? 'border-danger!' : ''}`}
            >
              <span className="flex items-center gap-2 font-bold">
                <Icon name="upload" size={18} />
                {COPY.choose}
              </span>
              <span className="min-w-0 flex-1 wrap-anywhere text-muted">
                {chosen?.name ?? COPY.noneChosen}
              </span>
            </label>
          </div>
        )}
      </Field>
      <div className="flex flex-wrap items-center gap-4">
        <Button type="submit" busy={busy}>
          {COPY.sendDocument}
        </Button>
        {failure === 'birth_date_missing' && <Link to="/profile">{COPY.toProfile}</Link>}
      </div>
    </form>
  )
}
