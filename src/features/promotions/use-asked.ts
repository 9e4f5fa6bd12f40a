import { useCallback, useEffect, useState } from 'react'

export type Asked<T> = {
  /** The last that was read; kept when a later reading fails. */
  value: T | null
  failed: boolean
  reload: () => void
}

/** What the server answers, asked when there is a connection and again when it comes back. `load` the same until something else is asked for; null asks nothing. */
export function useAsked<T>(load: (() => Promise<T>) | null, online: boolean): Asked<T> {
  const [asked, setAsked] = useState<{ load: unknown; value: T | null; failed: boolean }>({
    load,
    value: null,
    failed: false,
  })
  const read = useCallback(() => {
    load?.().then(
      (value) => setAsked({ load, value, failed: false }),
      () => setAsked((before) => ({ load, value: before.load === load ? before.value : null, failed: true })),
    )
  }, [load])
  useEffect(() => {
    if (online) read()
  }, [online, read])
  // An answer to another question is none to this one
  const { value, failed } = asked.load === load ? asked : { value: null, failed: false }
  const reload = (): void => {
    setAsked({ load, value, failed: false })
    read()
  }
  return { value, failed, reload }
}
