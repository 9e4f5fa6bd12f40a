import { useId, useState } from 'react'
import { saveFile } from '#platform/save-file.ts'
import { Button } from '#ui/button.tsx'
import { Icon } from '#ui/icon.tsx'
import { showToast } from '#ui/toast-list.ts'
import { longMoment } from '#ui/japanese-date.ts'
import { COPY } from './copy.ts'
import { exportName } from './export-name.ts'

export type ExportKind = 'json' | 'zip'
type ExportSectionProps = {
  /** The account as a file, whole if the server was reached; null while the device's data are still being opened. */
  write: ((kind: ExportKind, at: number) => Promise<{ file: Blob; isWhole: boolean }>) | null
  /** When the device was last in step with the server, in ms. */
  syncedAt: number | null
}

const KINDS = [
  { kind: 'json', label: COPY.json, hint: COPY.jsonHint },
  { kind: 'zip', label: COPY.csv, hint: COPY.csvHint },
] as const

/** Everything one has, to take along. */
export function ExportSection({ write, syncedAt }: ExportSectionProps) {
  const id = useId()
  const [busy, setBusy] = useState<ExportKind | null>(null)
  const run = async (kind: ExportKind) => {
    if (!write || busy !== null) return
    setBusy(kind)
    try {
      const at = Date.now()
      const { file, isWhole } = await write(kind, at)
      if (await saveFile(exportName(at, kind), file))
        showToast({ kind: 'success', message: isWhole ? COPY.exported : COPY.exportedWithout })
    } catch {
      showToast({ kind: 'error', message: COPY.exportFailed })
    }
    setBusy(null)
  }
  const asOf = syncedAt === null ? COPY.neverSynced : COPY.asOf(longMoment(syncedAt))
  return (
    <section aria-labelledby={id}>
      <h2 id={id} className="text-lg">
        {COPY.exportTitle}
      </h2>
      <p className="mt-1 text-sm text-muted [word-break:auto-phrase]">
        {COPY.exportLead}
        {write ? asOf : COPY.notOpen}
      </p>
      <div className="mt-3 grid gap-3 sm:grid-cols-2">
        {KINDS.map(({ kind, label, hint }) => (
          <div key={kind} className="grid content-start gap-1.5">
            <Button
              wide
              busy={busy === kind}
              disabled={!write}
              icon={<Icon name="external" size={18} />}
              onClick={() => void run(kind)}
            >
              {label}
            </Button>
            <p className="text-xs text-muted">{hint}</p>
          </div>
        ))}
      </div>
    </section>
  )
}
