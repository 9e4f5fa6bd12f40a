import { useRef, useState, type FormEvent } from 'react'
import type { Contact, ContactResult } from '#domain/contact.ts'
import {
  REPORT_REASONS,
  REPORT_SUBJECTS,
  reportedPage,
  type ReportReason,
  type ReportSubject,
} from '#domain/report.ts'
import { storableText } from '#domain/text.ts'
import { reportPerson } from '#sync/collections/reports.ts'
import type { Store } from '#sync/store.ts'
import { Button } from '#ui/button.tsx'
import { focusFirstProblem } from '#ui/focus-first-problem.ts'
import { OfferedForms } from '#ui/offered-drafts.tsx'
import { lengthOf, TextArea } from '#ui/text-area.tsx'
import { TextField } from '#ui/text-field.tsx'
import { useFormDraft } from '#ui/use-draft.ts'
import { Choice } from './choice.tsx'
import { FAILURES, REPORT_COPY as COPY } from './copy.ts'
import { REPORT_DRAFT, ReportDraft } from './draft.ts'
import { Notice } from './notice.tsx'
import { Received } from './received.tsx'

/** What the person was looking at when they chose to report: its path in this app. */
export type ReportAbout = { subject: ReportSubject; path: string }

type ReportFormProps = {
  about?: ReportAbout | null
  asker: { userId: string; email: string }
  store: Store | null
  online: boolean
  send: (contact: Contact) => Promise<ContactResult>
}

/** Of characters, so that a question holds them with what stands before them. */
const BODY_MAX_LENGTH = 1_500
const ADDRESS_MAX_LENGTH = 300
const EMPTY: ReportDraft = { id: null, subject: '', address: '', reason: '', body: '' }

/** A report that somebody has begun to write stands; else it is of what they were looking at. */
const begun = (draft: ReportDraft, about: ReportAbout | null): ReportDraft =>
  about === null || draft.body.trim() !== ''
    ? draft
    : { ...draft, id: null, subject: about.subject, address: location.origin + about.path }

/** Persons are reported as everywhere, also offline; all else comes to us as a question. What was typed stays until it is taken. */
export function ReportForm({ about = null, asker, store, online, send }: ReportFormProps) {
  const { userId, email } = asker
  const draft = useFormDraft(userId, REPORT_DRAFT, ReportDraft)
  const [isBegun, setBegun] = useState(false)
  const typed = begun(draft.value ?? EMPTY, isBegun ? null : about)
  const [asked, setAsked] = useState(false)
  const [busy, setBusy] = useState(false)
  const [failure, setFailure] = useState<string | null>(null)
  const [done, setDone] = useState<string | null>(null)
  const form = useRef<HTMLFormElement>(null)
  const { subject, reason, body } = typed
  const isPerson = subject === 'person'
  const page = typed.address.length > ADDRESS_MAX_LENGTH ? null : reportedPage(typed.address, location.origin)
  const addressBad = isPerson
    ? !page?.personId
    : page === null && (subject !== 'other' || typed.address.trim() !== '')
  const tooLong = lengthOf(body.trim()) > BODY_MAX_LENGTH

  const takeOffered: typeof draft.take = (version) => {
    setBegun(true)
    draft.take(version)
  }
  const keep = (next: ReportDraft): void => {
    setBegun(true)
    draft.keep(next)
  }
  const change = (changes: Partial<ReportDraft>): void => {
    setFailure(null)
    keep({ ...typed, ...changes, id: null })
  }

  /** Why it was not taken, null when it was. */
  async function tell(why: ReportReason): Promise<string | null> {
    if (page !== null && isPerson && page.personId !== null) {
      if (store === null) return COPY.notOpen
      return reportPerson(store, page.personId, why, storableText(body).trim()).then(
        () => null,
        () => COPY.notStored,
      )
    }
    const id = typed.id ?? crypto.randomUUID()
    keep({ ...typed, id })
    const about = COPY.subjects[subject === '' ? 'other' : subject]
    const message = storableText(COPY.told(about, page?.path ?? '', COPY.reasons[why], body.trim()))
    const sent = await send({ id, name: '', email, kind: 'report', message })
    if (sent.ok) return null
    if (sent.code === 'id_taken') keep({ ...typed, id: null })
    return FAILURES[sent.code]
  }

  async function submit(event: FormEvent): Promise<void> {
    event.preventDefault()
    if (busy) return
    setAsked(true)
    setFailure(null)
    if (subject === '' || reason === '' || addressBad || tooLong) return focusFirstProblem(form.current)
    if (!online && !isPerson) return
    setBusy(true)
    const problem = await tell(reason)
    setBusy(false)
    if (problem !== null) return setFailure(problem)
    setBegun(true)
    draft.keep(null)
    setAsked(false)
    setDone(isPerson ? COPY.doneLocal : COPY.doneBody)
  }

  if (done !== null) {
    return <Received title={COPY.done} body={done} another={COPY.another} onAnother={() => setDone(null)} />
  }
  return (
    <form
      ref={form}
      noValidate
      aria-label={COPY.form}
      onSubmit={(event) => void submit(event)}
      className="grid gap-5"
    >
      <OfferedForms draft={{ ...draft, take: takeOffered }} words={(value) => value.body || value.address} />
      <Choice
        legend={COPY.subject}
        values={REPORT_SUBJECTS}
        labels={COPY.subjects}
        chosen={subject}
        onChange={(value) => change({ subject: value })}
        error={asked && subject === '' ? COPY.subjectMissing : undefined}
      />
      <TextField
        label={COPY.address}
        hint={COPY.addressHint}
        optional={subject === 'other'}
        type="text"
        inputMode="url"
        name="address"
        autoComplete="off"
        autoCapitalize="none"
        spellCheck={false}
        readOnly={busy}
        value={typed.address}
        onChange={({ target }) => change({ address: target.value })}
        error={
          asked && subject !== '' && addressBad ? (isPerson ? COPY.profileBad : COPY.addressBad) : undefined
        }
      />
      <Choice
        legend={COPY.reason}
        values={REPORT_REASONS}
        labels={COPY.reasons}
        chosen={reason}
        onChange={(value) => change({ reason: value })}
        error={asked && reason === '' ? COPY.reasonMissing : undefined}
      />
      <TextArea
        label={COPY.body}
        hint={COPY.bodyHint}
        optional
        name="body"
        limit={BODY_MAX_LENGTH}
        readOnly={busy}
        value={body}
        onChange={({ target }) => change({ body: target.value })}
      />
      <Notice>{failure ?? (online ? null : COPY.offline)}</Notice>
      <div>
        <Button type="submit" variant="primary" busy={busy}>
          {COPY.send}
        </Button>
      </div>
    </form>
  )
}
