import { useState } from 'react'
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

function save(name: string, text: string): void {
  const address = URL.createObjectURL(new Blob([text], { type: 'application/json' }))
  const link = document.createElement('a')
  link.href = address
  link.download = name
  link.click()
  URL.revokeObjectURL(address)
}

/** A file for whoever helps, with nothing of the person in it. */
export function DiagnosisFile({ diagnose }: { diagnose: () => Promise<unknown> }) {
  const [busy, setBusy] = useState(false)
  const write = async () => {
    setBusy(true)
    try {
      save(fileName(new Date()), JSON.stringify(await diagnose(), null, 2))
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
