import { useEffect, useState } from 'react'
import type { StorageLifetime } from '#platform/storage-lifetime.ts'
import { keepStorage, storageReport, type StorageReport } from '#platform/storage-quota.ts'
import { keepingRefused, STORED } from '#ui/browser-sentences.ts'
import { Button } from '#ui/button.tsx'
import { showToast } from '#ui/toast.tsx'
import { COPY } from './copy.ts'
import { sizeOf } from './size-of.ts'

type DeviceStorageProps = {
  /** undefined while it is not known. */
  lifetime: StorageLifetime | undefined
  /** Looks at the lifetime anew. */
  lookAgain: () => void
}

/** How much of the device is used, and how long the browser keeps it. */
export function DeviceStorage({ lifetime, lookAgain }: DeviceStorageProps) {
  // undefined while it is asked, null where it cannot be told
  const [report, setReport] = useState<StorageReport | null>()
  const look = () =>
    storageReport().then(
      (found) => setReport(found ?? null),
      () => setReport(null),
    )
  useEffect(() => void look(), [])
  const keep = async () => {
    const kept = await keepStorage().catch(() => false)
    if (!kept) showToast({ kind: 'error', message: keepingRefused() })
    lookAgain()
    await look()
  }
  return (
    <section aria-labelledby="sync-storage">
      <h2 id="sync-storage" className="text-lg">
        {COPY.storage}
      </h2>
      {report === undefined && <p className="mt-2 h-6" />}
      {report === null && <p className="mt-2 text-sm text-muted">{COPY.storageUnknown}</p>}
      {report && (
        <>
          <p className="mt-2 text-sm">
            {COPY.storageUsed(sizeOf(report.usedBytes), sizeOf(report.quotaBytes))}
          </p>
          <StorageMeter {...report} />
        </>
      )}
      {lifetime && <p className="mt-2 text-sm text-muted">{STORED[lifetime]}</p>}
      {report?.persisted === false && lifetime !== 'window' && (
        <Button size="sm" className="mt-3" onClick={() => void keep()}>
          {COPY.persist}
        </Button>
      )}
    </section>
  )
}

/** Drawn by hand: where hardly anything is used, the browser's own looks full on a dark ground. */
function StorageMeter({ usedBytes, quotaBytes }: StorageReport) {
  const max = Math.max(1, quotaBytes)
  const used = Math.min(usedBytes, max)
  return (
    <div
      role="meter"
      aria-label={COPY.storageMeter}
      aria-valuemin={0}
      aria-valuemax={max}
      aria-valuenow={used}
      aria-valuetext={COPY.storageUsed(sizeOf(usedBytes), sizeOf(quotaBytes))}
      className="told-by-color mt-2 h-2 max-w-sm overflow-hidden rounded-full bg-sunken"
    >
      <div
        className="h-full min-w-1 rounded-full bg-line-strong"
        style={{ width: `${(used / max) * 100}%` }}
      />
    </div>
  )
}
