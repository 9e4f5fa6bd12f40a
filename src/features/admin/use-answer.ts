import { useCallback, useEffect, useRef, useState } from 'react'

export type Answer<T> = {
  /** The last that was read of what is asked for now; kept when a later reading fails. */
  value: T | null
  failed: boolean
  reload: () => Promise<void>
}

type Read<T> = { load: () => Promise<T>; value: T | null; failed: boolean }

/** What `load` answers, read when there is a connection and again when it comes back. Another `load` asks for something else. */
export function useAnswer<T>(load: () => Promise<T>, online: boolean): Answer<T> {
  const [read, setRead] = useState<Read<T> | null>(null)
  const wanted = useRef(load)
  const reload = useCallback((): Promise<void> => {
    wanted.current = load
    const isWanted = (): boolean => wanted.current === load
    return load().then(
      (value) => {
        if (isWanted()) setRead({ load, value, failed: false })
      },
      () => {
        if (!isWanted()) return
        setRead((before) => ({ load, value: before?.load === load ? before.value : null, failed: true }))
      },
    )
  }, [load])
  useEffect(() => {
    if (online) void reload()
  }, [online, reload])
  const current = read?.load === load ? read : null
  return { value: current?.value ?? null, failed: current?.failed ?? false, reload }
}
