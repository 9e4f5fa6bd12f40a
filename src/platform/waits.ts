import { createValue } from './observable-value.ts'

/**
 * What a person waits for, over all screens: the frame of the app says when something cannot be read, or takes long, and lets them ask again. Every indicator of
 * loading and every reading takes part (`ui/skeleton.tsx`, `ui/keep-reading.ts`), so that no screen knows only 読み込み中.
 */

/** ms until a wait is called long. */
const LONG_MS = 5_000

/** Can something not be read from this device just now? It is tried again by itself. */
export const areReadsFailing = createValue(false)
/** Is something on this screen awaited for long? */
export const isWaitLong = createValue(false)

let waits = 0
let becomingLong: ReturnType<typeof setTimeout> | undefined

/** Something is awaited from now on, until the answer is called. */
export function beginWait(): () => void {
  waits += 1
  becomingLong ??= setTimeout(isWaitLong.set, LONG_MS, true)
  return () => {
    waits -= 1
    if (waits > 0) return
    clearTimeout(becomingLong)
    becomingLong = undefined
    isWaitLong.set(false)
  }
}

const failing = new Set<object>()

/** `reading`: what cannot be read, or can be again. */
export function noteReading(reading: object, isFailing: boolean): void {
  if (isFailing) failing.add(reading)
  else failing.delete(reading)
  areReadsFailing.set(failing.size > 0)
}

/**
 * woken: the page has, or the server is reached again, so what failed is tried again · person: they say so,
 * so what has not been answered is asked anew as well.
 */
type Wish = 'woken' | 'person'
const asking = new Set<(by: Wish) => void>()

/** Calls when what failed is to be asked for again. Answers how to stop. */
export function onAskedAgain(ask: (by: Wish) => void): () => void {
  asking.add(ask)
  return () => void asking.delete(ask)
}

export const askAgain = (by: Wish): void => [...asking].forEach((ask) => ask(by))
