import { useState } from 'react'
import { saveFile } from '#platform/save-file.ts'
import { Button } from '#ui/button.tsx'
import { Icon } from '#ui/icon.tsx'
import { showToast } from '#ui/toast.tsx'
import { COPY } from './copy.ts'

/** mirutomo-diagnosis-20260314-0905.json, by the device's clock. */
function fileName(at: Date): string {
  const two = (value: number): string => String(value).padStart(2, '0')
  const day = `${at.getFullYear()}${two(at.getMonth() + 1)}${two(at.getDate())}`
  return `mirutomo-diagnosis-${day}-${two(at.getHours())}${two(at.getMinutes())}.json`
}

/** A file for whoever helps, with nothing of the person in it. */
export function DiagnosisFile({ diagnose }: { diagnose: () => Promise<unknown> }) {
  const [busy, setBusy] = useState(false)
  const write = async () => {
    setBusy(true)
    try {
      const text = JSON.stringify(await diagnose(), null, 2)
      await saveFile(fileName(new Date()), new Blob([text], { type: 'application/json' }))
    } catch {
      showToast({ kind: 'error', message: COPY.diagnosisFailed })
    }
    setBusy(false)
  }
  return (
    <section aria-labelledby="sync-diagnosis">
      <h2 id="sync-diagnosis" className="text-lg">
        {COPY.diagnosis}
      </h2>
      <p className="mt-2 text-sm text-muted">{COPY.diagnosisBody}</p>
      <Button
        size="sm"
        busy={busy}
        className="mt-3"
        icon={<Icon name="external" size={16} />}
        onClick={() => void write()}
      >
        {COPY.diagnose}
      </Button>
    </section>
  )
}
