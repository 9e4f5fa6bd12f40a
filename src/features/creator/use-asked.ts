import { useCallback, useEffect, useRef, useState } from 'react'

export type Asked<T> = {
  /** The last that was read; kept when a later reading fails. */
  value: T | null
  failed: boolean
  reload: () => void
}

/** Read from the server when there is a connection, when it comes back, and when `load` is another. What was asked first and is answered last counts for nothing. */
export function useAsked<T>(load: () => Promise<T>, online: boolean): Asked<T> {
  const [value, setValue] = useState<T | null>(null)
  const [failed, setFailed] = useState(false)
  const latest = useRef(0)
  const read = useCallback(() => {
    const turn = ++latest.current
    load().then(
      (loaded) => {
        if (turn !== latest.current) return
        setValue(loaded)
        setFailed(false)
      },
      () => turn === latest.current && setFailed(true),
    )
  }, [load])
  useEffect(() => {
    if (online) read()
  }, [online, read])
  const reload = (): void => {
    setFailed(false)
    read()
  }
  return { value, failed, reload }
}
