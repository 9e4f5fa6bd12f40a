import { useRef, useState, type FormEvent } from 'react'
import type { EventFailure, EventRefusal, EventResult, GivenEvent } from '#domain/event.ts'
import { EVENT_DESCRIPTION_MAX_LENGTH, eventProblems, type EventField } from '#domain/event-rules.ts'
import { serverNow } from '#platform/clock.ts'
import { Button } from '#ui/button.tsx'
import { focusFirstProblem } from '#ui/focus-first-problem.ts'
import { OfferedForms } from '#ui/offered-drafts.tsx'
import { TextArea } from '#ui/text-area.tsx'
import { TextField } from '#ui/text-field.tsx'
import { useFormDraft } from '#ui/use-draft.ts'
import { COPY, FAILURES } from './copy.ts'
import { EventDraft, eventDraftName } from './draft.ts'
import { fieldOf, givenOf } from './given-event.ts'
import { msOfLocal } from './event-time.ts'
import { PlaceFields } from './place-fields.tsx'
import { TimeFields } from './time-fields.tsx'

type EventFormProps = {
  userId: string
  /** What is changed; null for a new one. */
  event: { id: string; startsAt: number; participants: number } | null
  /** What the fields hold before anything is typed. */
  initial: EventDraft
  online: boolean
  save: (event: GivenEvent) => Promise<EventResult>
  /** What was typed is given up for what stands there now. */
  onTakeNewest?: () => void
  /** The server has it. */
  onSaved: (id: string) => void
}

/** Whatever fails, what was typed stays, also on this device. */
export function EventForm({ userId, event, initial, online, save, onTakeNewest, onSaved }: EventFormProps) {
  const form = useRef<HTMLFormElement>(null)
  const draft = useFormDraft(userId, eventDraftName(event?.id ?? null), EventDraft)
  const [isRestored, setRestored] = useState(draft.value !== null)
  const typed = draft.value ?? initial
  const [problems, setProblems] = useState<Partial<Record<EventField, EventRefusal>>>({})
  const [failure, setFailure] = useState<EventFailure | null>(null)
  const [busy, setBusy] = useState(false)

  const change = (changes: Partial<EventDraft>): void => {
    setFailure(null)
    draft.keep({ ...typed, ...changes })
  }
  const startOver = (): void => {
    draft.keep(null)
    setRestored(false)
    setProblems({})
    setFailure(null)
  }
  const takeNewest = (): void => {
    draft.keep(null)
    onTakeNewest?.()
  }
  const show = (found: typeof problems): void => {
    setProblems(found)
    focusFirstProblem(form.current)
  }

  /** `seenAt`: what the server may replace (GivenEvent). */
  async function send(seenAt: string | null): Promise<void> {
    if (busy) return
    setFailure(null)
    const [startsAt, endsAt] = [msOfLocal(typed.starts), msOfLocal(typed.ends)]
    const found = eventProblems({ ...typed, startsAt, endsAt }, serverNow(), event)
    show(found)
    if (Object.keys(found).length > 0 || startsAt === null || endsAt === null || !online) return
    const id = typed.id ?? crypto.randomUUID()
    draft.keep({ ...typed, id })
    setBusy(true)
    const saved = await save({ ...givenOf(typed, id, startsAt, endsAt), seen_at: seenAt })
    setBusy(false)
    if (saved.ok) {
      draft.keep(null)
      return onSaved(id)
    }
    const field = fieldOf(saved.code)
    if (field === null) setFailure(saved.code)
    else show({ [field.name]: field.refusal })
  }

  const submit = (submitted: FormEvent): void => {
    submitted.preventDefault()
    void send(typed.seenAt)
  }

  const errorOf = (field: EventField): string | undefined => {
    const problem = problems[field]
    return problem && FAILURES[problem]
  }
  const isWrong = Object.keys(problems).length > 0
  const notice =
    failure && failure !== 'offline'
      ? FAILURES[failure]
      : failure || !online
        ? COPY.formOffline
        : isWrong
          ? COPY.fix
          : null
  return (
    <form
      ref={form}
      noValidate
      aria-label={event === null ? COPY.newTitle : COPY.editTitle}
      onSubmit={submit}
      className="grid gap-5"
    >
      <OfferedForms draft={draft} words={(value) => value.title || value.description} />
      {isRestored && (
        <p className="flex flex-wrap items-center justify-between gap-3 rounded-lg bg-sunken px-4 py-3 text-sm">
          {COPY.restored}
          <Button size="sm" onClick={startOver}>
            {COPY.startOver}
          </Button>
        </p>
      )}
      <TextField
        label={COPY.name}
        name="title"
        readOnly={busy}
        value={typed.title}
        onChange={({ target }) => change({ title: target.value })}
        error={errorOf('title')}
      />
      <TextArea
        label={COPY.description}
        hint={COPY.descriptionHint}
        optional
        name="description"
        rows={5}
        limit={EVENT_DESCRIPTION_MAX_LENGTH}
        readOnly={busy}
        value={typed.description}
        onChange={({ target }) => change({ description: target.value })}
        error={errorOf('description')}
      />
      <PlaceFields typed={typed} busy={busy} change={change} errorOf={errorOf} />
      <TimeFields typed={typed} busy={busy} change={change} errorOf={errorOf} />
      <TextField
        label={COPY.capacity}
        hint={COPY.capacityHint}
        optional
        inputMode="numeric"
        autoComplete="off"
        name="capacity"
        readOnly={busy}
        value={typed.capacity}
        onChange={({ target }) => change({ capacity: target.value })}
        error={errorOf('capacity')}
      />
      <div className={notice ? 'rounded-md bg-caution-soft px-4 py-3 text-sm text-caution' : 'sr-only'}>
        <p role="alert">{notice}</p>
        {failure === 'event_changed' && onTakeNewest && (
          <p className="mt-3 flex flex-wrap gap-3">
            <Button size="sm" busy={busy} onClick={() => void send(null)}>
              {COPY.overwrite}
            </Button>
            <Button size="sm" onClick={takeNewest}>
              {COPY.takeNewest}
            </Button>
          </p>
        )}
      </div>
      <div>
        <Button type="submit" variant="primary" busy={busy}>
          {event === null ? COPY.open : COPY.save}
        </Button>
      </div>
    </form>
  )
}
