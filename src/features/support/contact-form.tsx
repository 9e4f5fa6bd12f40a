import { useRef, useState, type FormEvent } from 'react'
import {
  CONTACT_KINDS,
  CONTACT_MESSAGE_MAX_LENGTH,
  CONTACT_NAME_MAX_LENGTH,
  isContactEmail,
  type Contact,
  type ContactFailure,
  type ContactResult,
} from '#domain/contact.ts'
import { storableText } from '#domain/text.ts'
import { typedEmail } from '#domain/typed-text.ts'
import { VISITOR } from '#platform/drafts.ts'
import { Button } from '#ui/button.tsx'
import { controlClass, Field } from '#ui/field.tsx'
import { focusFirstProblem } from '#ui/focus-first-problem.ts'
import { OfferedForms } from '#ui/offered-drafts.tsx'
import { lengthOf, TextArea } from '#ui/text-area.tsx'
import { TextField } from '#ui/text-field.tsx'
import { useFormDraft } from '#ui/use-draft.ts'
import { CONTACT_COPY as COPY, FAILURES, KINDS } from './copy.ts'
import { CONTACT_DRAFT, ContactDraft } from './draft.ts'
import { Notice } from './notice.tsx'
import { Received } from './received.tsx'

type ContactFormProps = {
  asker: { userId: string; email: string } | null
  online: boolean
  send: (contact: Contact) => Promise<ContactResult>
}

/** Whatever fails, what was typed stays, also on this device. Sent again unchanged it is the same question. */
export function ContactForm({ asker, online, send }: ContactFormProps) {
  const empty: ContactDraft = { id: null, name: '', email: asker?.email ?? '', kind: '', message: '' }
  const draft = useFormDraft(asker?.userId ?? VISITOR, CONTACT_DRAFT, ContactDraft)
  const typed = draft.value ?? empty
  const [asked, setAsked] = useState(false)
  const [busy, setBusy] = useState(false)
  const [failure, setFailure] = useState<ContactFailure | null>(null)
  const [sentTo, setSentTo] = useState<string | null>(null)
  const form = useRef<HTMLFormElement>(null)
  const [name, message] = [storableText(typed.name).trim(), storableText(typed.message).trim()]
  const email = typedEmail(typed.email)
  const nameBad = lengthOf(name) > CONTACT_NAME_MAX_LENGTH
  const tooLong = lengthOf(message) > CONTACT_MESSAGE_MAX_LENGTH

  const change = (changes: Partial<ContactDraft>): void => {
    setFailure(null)
    draft.keep({ ...typed, ...changes, id: null })
  }

  async function submit(event: FormEvent): Promise<void> {
    event.preventDefault()
    if (busy) return
    setAsked(true)
    setFailure(null)
    const { kind } = typed
    if (nameBad || tooLong || message === '' || kind === '' || !isContactEmail(email))
      return focusFirstProblem(form.current)
    if (!online) return
    const id = typed.id ?? crypto.randomUUID()
    draft.keep({ ...typed, id })
    setBusy(true)
    const sent = await send({ id, name, email, kind, message })
    setBusy(false)
    if (!sent.ok) {
      if (sent.code === 'id_taken') draft.keep({ ...typed, id: null })
      return setFailure(sent.code)
    }
    draft.keep(null)
    setAsked(false)
    setSentTo(email)
  }

  if (sentTo !== null) {
    return (
      <Received
        title={COPY.done}
        body={COPY.doneBody(sentTo)}
        another={COPY.another}
        onAnother={() => setSentTo(null)}
      />
    )
  }
  return (
    <form
      ref={form}
      noValidate
      aria-label={COPY.title}
      onSubmit={(event) => void submit(event)}
      className="grid gap-5"
    >
      <OfferedForms draft={draft} words={(value) => value.message} />
      <TextField
        label={COPY.name}
        optional
        name="name"
        autoComplete="name"
        readOnly={busy}
        value={typed.name}
        onChange={({ target }) => change({ name: target.value })}
        error={nameBad ? COPY.nameLong : undefined}
      />
      <TextField
        label={COPY.email}
        hint={COPY.emailHint}
        type="email"
        name="email"
        autoComplete="email"
        readOnly={busy}
        value={typed.email}
        onChange={({ target }) => change({ email: target.value })}
        error={asked && !isContactEmail(email) ? COPY.emailBad : undefined}
      />
      <Field label={COPY.kind} error={asked && typed.kind === '' ? COPY.kindMissing : undefined}>
        {(control) => (
          <select
            {...control}
            name="kind"
            disabled={busy}
            value={typed.kind}
            onChange={({ target }) =>
              change({ kind: CONTACT_KINDS.find((kind) => kind === target.value) ?? '' })
            }
            className={`${controlClass} min-h-11`}
          >
            <option value="">{COPY.choose}</option>
            {CONTACT_KINDS.map((kind) => (
              <option key={kind} value={kind}>
                {KINDS[kind]}
              </option>
            ))}
          </select>
        )}
      </Field>
      <TextArea
        label={COPY.message}
        hint={COPY.messageHint}
        name="message"
        rows={6}
        limit={CONTACT_MESSAGE_MAX_LENGTH}
        readOnly={busy}
        value={typed.message}
        onChange={({ target }) => change({ message: target.value })}
        error={asked && message === '' ? COPY.messageMissing : undefined}
      />
      <Notice>{failure ? FAILURES[failure] : online ? null : COPY.offline}</Notice>
      <div>
        <Button type="submit" variant="primary" busy={busy}>
          {COPY.send}
        </Button>
      </div>
    </form>
  )
}
