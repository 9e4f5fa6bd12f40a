import { useCallback, useEffect, useRef, useState } from 'react'
import { serverNow } from '#platform/clock.ts'
import { onAskedAgain } from '#platform/waits.ts'

/** `asOf`: when the server was last heard of it, in ms; null when that is not known. */
export type Kept<T> = { value: T; asOf: number | null }

/** A question to the server, which rejects when it cannot be asked; with what this device has of an earlier answer, where answers are kept. */
export type Ask<T> = (() => Promise<T>) & { kept?: () => Promise<Kept<T> | null> }

/** One whose answers are kept. */
export type KeptAsk<T> = Ask<T> & { kept: () => Promise<Kept<T> | null> }

export type Loaded<T> = {
  /** The last that was read; kept when a later reading fails. */
  value: T | null
  /** When the server was heard of it, in ms; null without a value, or when that is not known. */
  asOf: number | null
  failed: boolean
  /** It is not known yet whether this device keeps an answer. */
  looking: boolean
  reload: () => void
}

type Read<T> = { ask: Ask<T> | null; value: T | null; asOf: number | null; failed: boolean }

/**
 * What is kept at once, and what the server answers when there is a connection, when it comes back, when `ask` is
 * another, and on demand. What was asked first and is answered last counts for nothing. `before`: whether, online,
 * the answer to the question before stands until there is one to this.
 */
export function useLoaded<T>(
  ask: Ask<T> | null,
  online: boolean,
  before: 'stands' | 'goes' = 'stands',
): Loaded<T> {
  const [read, setRead] = useState<Read<T>>({ ask, value: null, asOf: null, failed: false })
  const [looked, setLooked] = useState<Ask<T> | null>(null)
  const latest = useRef(0)
  const load = useCallback((): void => {
    const turn = ++latest.current
    const isLatest = (): boolean => turn === latest.current
    ask?.().then(
      (value) => {
        if (isLatest()) setRead({ ask, value, asOf: serverNow(), failed: false })
      },
      () => {
        const none = { ask, value: null, asOf: null }
        if (isLatest())
          setRead((known) => ({ ...(known.ask === ask || before === 'stands' ? known : none), failed: true }))
      },
    )
  }, [ask, before])
  useEffect(() => {
    let left = false
    const take = (kept: Kept<T> | null): void => {
      if (left) return
      setLooked(() => ask)
      if (kept === null) return
      setRead((known) =>
        known.ask === ask && known.value !== null ? known : { ask, ...kept, failed: known.failed },
      )
    }
    ask?.kept?.().then(take, () => take(null))
    return () => {
      left = true
    }
  }, [ask])
  useEffect(() => {
    if (online) load()
  }, [online, load])
  const reload = useCallback((): void => {
    setRead((known) => ({ ...known, failed: false }))
    load()
  }, [load])
  const { failed } = read
  const isUnanswered = read.value === null
  useEffect(
    () => onAskedAgain((by) => (failed || (isUnanswered && by === 'person')) && reload()),
    [failed, isUnanswered, reload],
  )
  const isOfAnother = read.ask !== ask
  const isNone = isOfAnother && (!online || before === 'goes')
  return {
    value: isNone ? null : read.value,
    asOf: isNone ? null : read.asOf,
    failed: read.failed && !(isOfAnother && before === 'goes'),
    looking: ask?.kept !== undefined && looked !== ask,
    reload,
  }
}
