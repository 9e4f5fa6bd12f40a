import { useId, useMemo, useRef, useState } from 'react'
import { REPORT_BODY_MAX_LENGTH, REPORT_REASONS } from '#domain/report.ts'
import { storableText } from '#domain/text.ts'
import { relationWith } from '#sync/collections/relations.ts'
import { reportPerson } from '#sync/collections/reports.ts'
import type { Store } from '#sync/store.ts'
import { Button } from '#ui/button.tsx'
import { Dialog } from '#ui/dialog.tsx'
import { Icon } from '#ui/icon.tsx'
import { lengthOf, TextArea } from '#ui/text-area.tsx'
import { showToast } from '#ui/toast.tsx'
import { useFormDraft } from '#ui/use-draft.ts'
import { OfferedForms } from '#ui/offered-drafts.tsx'
import { useLive } from '#ui/use-live.ts'
import { PERSON_COPY as COPY } from './person-copy.ts'
import { NO_REPORT, ReportDraft, reportDraftName } from './report-draft.ts'

type ReportDialogProps = {
  store: Store
  personId: string
  name: string
  open: boolean
  onClose: () => void
  /** The report is stored, and the person wants to block the other as well. */
  onBlock: () => void
}

/** Asks why somebody is reported. What was typed stays until the report is stored, also when the dialog is closed, and over a restart. */
export function ReportDialog({ store, personId, name, open, onClose, onBlock }: ReportDialogProps) {
  const form = useId()
  const firstReason = useRef<HTMLInputElement>(null)
  const details = useRef<HTMLTextAreaElement>(null)
  const draft = useFormDraft(store.userId, reportDraftName(personId), ReportDraft)
  const typed = draft.value ?? NO_REPORT
  const { reason, body, alsoBlock } = typed
  const [error, setError] = useState<string | null>(null)
  const [busy, setBusy] = useState(false)

  const change = (changes: Partial<ReportDraft>): void => {
    draft.keep({ ...typed, ...changes })
  }

  const report = async (): Promise<void> => {
    if (reason === null) {
      setError(COPY.reportWhich)
      firstReason.current?.focus()
      return
    }
    if (lengthOf(body) > REPORT_BODY_MAX_LENGTH) return details.current?.focus()
    setBusy(true)
    setError(null)
    const stored = await reportPerson(store, personId, reason, storableText(body).trim()).then(
      () => true,
      () => false,
    )
    setBusy(false)
    if (!stored) return setError(COPY.reportNotStored)
    draft.keep(null)
    onClose()
    showToast({ kind: 'success', message: COPY.reported(name) })
    if (alsoBlock) onBlock()
  }
  return (
    <Dialog
      open={open}
      onClose={onClose}
      title={COPY.reportAsk}
      footer={
        <>
          {/* Beside the buttons, which are always in view: the form may be longer than the window. */}
          {error !== null && (
            <p
              id={`${form}-error`}
              role="alert"
              className="flex basis-full justify-end gap-1.5 text-sm text-danger"
            >
              <Icon name="alert" size={18} className="mt-0.5" />
              {error}
            </p>
          )}
          <Button variant="quiet" onClick={onClose}>
            {COPY.keep}
          </Button>
          <Button variant="danger" type="submit" form={form} busy={busy}>
            {COPY.reportYes}
          </Button>
        </>
      }
    >
      <form
        id={form}
        noValidate
        className="grid gap-5"
        onSubmit={(event) => {
          event.preventDefault()
          if (!busy) void report()
        }}
      >
        <div>
          <p className="font-bold wrap-anywhere">{COPY.reportWho(name)}</p>
          <p className="mt-1.5 text-sm">{COPY.reportWhat}</p>
          <ReportedBefore store={store} personId={personId} />
        </div>
        <OfferedForms draft={draft} words={(value) => value.body} />
        <fieldset className="grid" aria-describedby={error === null ? undefined : `${form}-error`}>
          <legend className="mb-1.5 text-sm font-bold">{COPY.reportReason}</legend>
          {REPORT_REASONS.map((value, index) => (
            <label key={value} className="flex min-h-11 cursor-pointer items-center gap-3 text-sm">
              <input
                ref={index === 0 ? firstReason : undefined}
                type="radio"
                name={`${form}-reason`}
                value={value}
                checked={reason === value}
                onChange={() => {
                  change({ reason: value })
                  setError(null)
                }}
                className="size-5 shrink-0 accent-ink"
              />
              {COPY.reportReasons[value]}
            </label>
          ))}
        </fieldset>
        <TextArea
          label={COPY.reportDetails}
          hint={COPY.reportDetailsHint}
          optional
          limit={REPORT_BODY_MAX_LENGTH}
          value={body}
          ref={details}
          onChange={(event) => change({ body: event.target.value })}
        />
        <label className="flex min-h-11 cursor-pointer items-center gap-3 text-sm">
          <input
            type="checkbox"
            checked={alsoBlock}
            onChange={(event) => change({ alsoBlock: event.target.checked })}
            className="size-5 shrink-0 accent-ink"
          />
          {COPY.reportAndBlock}
        </label>
      </form>
    </Dialog>
  )
}

function ReportedBefore({ store, personId }: { store: Store; personId: string }) {
  const relation$ = useMemo(() => relationWith(store, personId), [store, personId])
  const relation = useLive(relation$, undefined)
  if (!relation?.report_reason) return null
  return <p className="mt-1.5 text-sm text-caution">{COPY.reportedBefore}</p>
}
