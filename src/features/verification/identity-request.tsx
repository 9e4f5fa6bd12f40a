import { useRef, useState, type FormEvent } from 'react'
import {
  DOCUMENT_TYPES,
  documentProblem,
  VERIFICATION_LEVELS,
  type DocumentResult,
  type OwnVerification,
} from '#domain/verification.ts'
import { Button } from '#ui/button.tsx'
import { controlClass, Field } from '#ui/field.tsx'
import { showToast } from '#ui/toast-list.ts'
import { COPY, DOCUMENT_FAILURES } from './copy.ts'

export type IdentityRequestProps = {
  online: boolean
  verification: OwnVerification
  phoneValid: boolean
  /** Hands a document in, with which the person asks for level 3. */
  sendDocument: (file: File) => Promise<DocumentResult>
  onSent: () => void
}

const dateFormat = new Intl.DateTimeFormat('ja-JP', { dateStyle: 'long' })

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
        <p role="status">{COPY.pending(dateFormat.format(Date.parse(request.created_at)))}</p>
      ) : phoneValid ? (
        <>
          {request?.status === 'rejected' && <p className="mb-4 text-caution">{COPY.rejected}</p>}
          <DocumentForm {...form} />
        </>
      ) : (
        <p className="text-sm text-muted">{COPY.phoneFirst}</p>
      )}
    </section>
  )
}

type DocumentFormProps = Pick<IdentityRequestProps, 'online' | 'sendDocument' | 'onSent'>

/** The file that was chosen stays, whatever becomes of sending it. */
function DocumentForm({ online, sendDocument, onSent }: DocumentFormProps) {
  const [busy, setBusy] = useState(false)
  const [failure, setFailure] = useState<keyof typeof DOCUMENT_FAILURES | null>(null)
  const chosen = useRef<File | null>(null)

  async function submit(event: FormEvent): Promise<void> {
    event.preventDefault()
    if (busy || !online) return
    const file = chosen.current
    const problem = file === null ? 'missing' : documentProblem(file)
    setFailure(problem)
    if (file === null || problem !== null) return
    setBusy(true)
    const sent = await sendDocument(file)
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
      <Field
        label={COPY.document}
        hint={COPY.documentHint}
        error={failure === null ? undefined : DOCUMENT_FAILURES[failure]}
      >
        {(control) => (
          <input
            {...control}
            type="file"
            name="document"
            accept={Object.keys(DOCUMENT_TYPES).join(',')}
            onChange={({ target }) => {
              chosen.current = target.files?.[0] ?? null
              setFailure(chosen.current && documentProblem(chosen.current))
            }}
            className={`${controlClass} min-h-11 text-sm file:me-4 file:rounded-full file:border-0 file:bg-sunken file:px-4 file:py-1.5 file:text-sm file:font-bold file:text-ink`}
          />
        )}
      </Field>
      <div>
        <Button type="submit" busy={busy}>
          {COPY.sendDocument}
        </Button>
      </div>
    </form>
  )
}
