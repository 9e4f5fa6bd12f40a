import { useCallback, useEffect, useState } from 'react'
import type { OwnVerification } from '#domain/verification.ts'

export type LoadedVerification = {
  /** The last that was read; kept when a later reading fails. */
  verification: OwnVerification | null
  failed: boolean
  reload: () => void
}

/** Read from the server when there is a connection, and again when it comes back. */
export function useVerification(load: () => Promise<OwnVerification>, online: boolean): LoadedVerification {
  const [verification, setVerification] = useState<OwnVerification | null>(null)
  const [failed, setFailed] = useState(false)
  const read = useCallback(() => {
    load().then(
      (loaded) => {
        setVerification(loaded)
        setFailed(false)
      },
      () => setFailed(true),
    )
  }, [load])
  useEffect(() => {
    if (online) read()
  }, [online, read])
  const reload = (): void => {
    setFailed(false)
    read()
  }
  return { verification, failed, reload }
}
