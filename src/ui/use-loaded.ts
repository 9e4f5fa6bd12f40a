import { useCallback, useEffect, useState } from 'react'

export type Loaded<T> = {
  /** The last that was read; kept when a later reading fails. */
  value: T | null
  failed: boolean
  reload: () => void
}

/** Reads whenever `load` is another, `online` comes back, or it is asked to. */
export function useLoaded<T>(load: () => Promise<T>, online: boolean): Loaded<T> {
  const [value, setValue] = useState<T | null>(null)
  const [failed, setFailed] = useState(false)
  const [round, setRound] = useState(0)
  useEffect(() => {
    let current = true
    load().then(
      (loaded) => {
        if (!current) return
        setValue(loaded)
        setFailed(false)
      },
      () => current && setFailed(true),
    )
    return () => {
      current = false
    }
  }, [load, online, round])
  const reload = useCallback(() => {
    setFailed(false)
    setRound((before) => before + 1)
  }, [])
  return { value, failed, reload }
}
