import { useEffect, useState } from 'react'
import { type StorageLifetime, storageLifetime } from '#platform/storage-lifetime.ts'

/** How long this browser keeps what is stored here, and a way to look again. */
export function useStorageLifetime(): [StorageLifetime | undefined, () => void] {
  const [lifetime, setLifetime] = useState<StorageLifetime>()
  const look = (): void => void storageLifetime().then(setLifetime)
  useEffect(look, [])
  return [lifetime, look]
}
