import { noteReading, onAskedAgain } from '#platform/waits.ts'

/** An observable that may fail, of any library; one that failed is dead, and is subscribed to anew. */
export type Readable<T> = {
  subscribe(next: (value: T) => void, failed?: (error: unknown) => void): { unsubscribe(): void }
}

const FIRST_MS = 500
const MAX_MS = 30_000

/** Hands over what the source says until the answer is called. Where reading fails it is read again, after a while that doubles, and when the person asks again or the page wakes. */
export function keepReading<T>(source: Readable<T>, next: (value: T) => void): () => void {
  let reading: { unsubscribe(): void } | undefined
  let timer: ReturnType<typeof setTimeout> | undefined
  let failures = 0
  const note = (count: number): void => {
    failures = count
    noteReading(read, count > 0)
  }
  const read = (): void => {
    clearTimeout(timer)
    reading?.unsubscribe()
    reading = source.subscribe(
      (value) => {
        note(0)
        next(value)
      },
      () => {
        timer = setTimeout(read, Math.min(MAX_MS, FIRST_MS * 2 ** failures))
        note(failures + 1)
      },
    )
  }
  read()
  const stopHearing = onAskedAgain(() => failures > 0 && read())
  return () => {
    stopHearing()
    clearTimeout(timer)
    reading?.unsubscribe()
    note(0)
  }
}
