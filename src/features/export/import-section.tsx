import { useId, useRef, useState } from 'react'
import {
  IMPORT_MAX_BYTES,
  IMPORTABLE_NOUNS,
  readExport,
  type Importable,
  type ImportableNoun,
  type ProfileImport,
} from '#domain/export.ts'
import { afterPaint } from '#platform/after-paint.ts'
import { Button } from '#ui/button.tsx'
import { Dialog } from '#ui/dialog.tsx'
import { Icon } from '#ui/icon.tsx'
import { COPY, invalidFile, NOUNS, PROBLEMS, PROFILE_OUTCOMES, tooMany } from './copy.ts'

type Outcome = { added: Record<ImportableNoun, number>; leftOut: number; profile: ProfileImport }
export type BringIn = (file: Importable, onProgress: (done: number, all: number) => void) => Promise<Outcome>

type Step =
  | { at: 'asking'; file: Importable }
  | { at: 'working'; done: number; all: number }
  | { at: 'done'; outcome: Outcome }

async function read(file: File): Promise<{ file: Importable } | { problem: string }> {
  if (file.size > IMPORT_MAX_BYTES) return { problem: PROBLEMS.too_large }
  const bytes = await file.arrayBuffer().catch(() => null)
  if (bytes === null) return { problem: PROBLEMS.unreadable }
  const text = utf8Of(bytes)
  if (text === null) return { problem: PROBLEMS.not_json }
  const reading = await readExport(text, afterPaint)
  if (reading.ok) return { file: reading.value }
  if (reading.code === 'too_many') return { problem: tooMany(reading.noun) }
  if (reading.code === 'invalid') return { problem: invalidFile(reading.noun, reading.row) }
  return { problem: PROBLEMS[reading.code] }
}

/** Null where a byte is no character: what was written would come back as something else. */
function utf8Of(bytes: ArrayBuffer): string | null {
  try {
    return new TextDecoder('utf-8', { fatal: true }).decode(bytes)
  } catch {
    return null
  }
}

/** Brings an export into the account. `bringIn`: null while the device's data are still being opened. */
export function ImportSection({ bringIn }: { bringIn: BringIn | null }) {
  const id = useId()
  const input = useRef<HTMLInputElement>(null)
  const [step, setStep] = useState<Step | null>(null)
  const [problem, setProblem] = useState<string | null>(null)
  const [isReading, setReading] = useState(false)

  async function choose(chosen: File | undefined) {
    if (!chosen) return
    setProblem(null)
    setReading(true)
    const result = await read(chosen)
    setReading(false)
    // The same file can be chosen again
    if (input.current) input.current.value = ''
    if ('problem' in result) setProblem(result.problem)
    else setStep({ at: 'asking', file: result.file })
  }
  async function start(file: Importable, bringIn: BringIn) {
    setStep({ at: 'working', done: 0, all: 0 })
    try {
      const outcome = await bringIn(file, (done, all) => setStep({ at: 'working', done, all }))
      setStep({ at: 'done', outcome })
    } catch {
      setStep(null)
      setProblem(PROBLEMS.storage)
    }
  }
  return (
    <section aria-labelledby={id}>
      <h2 id={id} className="text-lg">
        {COPY.importTitle}
      </h2>
      <p className="mt-1 text-sm text-muted [word-break:auto-phrase]">{COPY.importLead}</p>
      <div
        role="alert"
        className={problem ? 'mt-3 rounded-md bg-caution-soft px-4 py-3 text-sm text-caution' : ''}
      >
        {problem}
      </div>
      <input
        ref={input}
        type="file"
        accept=".json,application/json"
        aria-label={COPY.importTitle}
        tabIndex={-1}
        className="sr-only"
        onChange={(event) => void choose(event.target.files?.[0])}
      />
      <Button
        className="mt-3"
        disabled={!bringIn}
        busy={isReading}
        icon={<Icon name="upload" size={18} />}
        onClick={() => input.current?.click()}
      >
        {COPY.choose}
      </Button>
      {step && (
        <ImportDialog
          step={step}
          start={bringIn ? (file) => void start(file, bringIn) : null}
          onClose={() => setStep(null)}
        />
      )}
    </section>
  )
}

type ImportDialogProps = { step: Step; start: ((file: Importable) => void) | null; onClose: () => void }

/** Stays until it is done: what is under way is not called off halfway. */
function ImportDialog({ step, start, onClose }: ImportDialogProps) {
  if (step.at === 'asking') {
    const { file } = step
    const counts = IMPORTABLE_NOUNS.map((noun) => ({ noun, value: file[noun].length }))
    return (
      <Dialog
        open
        onClose={onClose}
        title={COPY.confirmTitle}
        footer={
          <>
            <Button variant="quiet" onClick={onClose}>
              {COPY.cancel}
            </Button>
            <Button variant="primary" disabled={!start} onClick={() => start?.(file)}>
              {COPY.start}
            </Button>
          </>
        }
      >
        <p className="text-sm">{COPY.confirmBody}</p>
        <Counts counts={counts} />
      </Dialog>
    )
  }
  if (step.at === 'working') {
    return (
      <Dialog open onClose={() => {}} title={COPY.importTitle}>
        <p role="status">{COPY.progress(step.done, step.all)}</p>
        <progress
          aria-label={COPY.importTitle}
          className="mt-3 w-full accent-ink"
          max={Math.max(1, step.all)}
          value={step.done}
        />
      </Dialog>
    )
  }
  const { added, leftOut, profile } = step.outcome
  const counts = IMPORTABLE_NOUNS.map((noun) => ({ noun, value: added[noun] }))
  const isNothing = counts.every(({ value }) => value === 0) && profile === 'none'
  return (
    <Dialog
      open
      onClose={onClose}
      title={COPY.doneTitle}
      footer={
        <Button variant="primary" onClick={onClose}>
          {COPY.close}
        </Button>
      }
    >
      <div role="status">
        {isNothing ? <p>{COPY.nothingNew}</p> : <Counts counts={counts} />}
        {profile !== 'none' && <p className="mt-3 text-sm">{PROFILE_OUTCOMES[profile]}</p>}
        {leftOut > 0 && <p className="mt-3 text-sm text-caution">{COPY.leftOut(leftOut)}</p>}
      </div>
    </Dialog>
  )
}

function Counts({ counts }: { counts: { noun: ImportableNoun; value: number }[] }) {
  return (
    <ul className="mt-3 grid gap-1 text-sm">
      {counts.map(({ noun, value }) => (
        <li key={noun} className="flex justify-between gap-4 border-b border-line py-1.5">
          <span>{NOUNS[noun]}</span>
          <span className="tabular-nums">{COPY.count(value)}</span>
        </li>
      ))}
    </ul>
  )
}
