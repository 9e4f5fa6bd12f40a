import * as v from 'valibot'
import { createValue, type ObservableValue } from '#platform/observable-value.ts'
import type { Condition } from '#sync/storage/condition.ts'

/** So many things of the person, which the server did not have, were on this device when its databases disappeared. */
const Count = v.object({ userId: v.string(), count: v.number() })
export type Loss = v.InferOutput<typeof Count>

/** Outside IndexedDB, so that it is still there when that is not. Gone when the account leaves (forget-traces.ts). */
const UNSENT = 'mirutomo-unsent'
/** Until the person has read it. */
const LOST = 'mirutomo-lost'

const lost = createValue<Loss | null>(read(LOST))
export const loss: Pick<ObservableValue<Loss | null>, 'read' | 'listen'> = lost

/** Remembers how much the server does not have yet. */
export function noteUnsent(userId: string, count: number): void {
  if (count > 0) write(UNSENT, { userId, count })
  else write(UNSENT, null)
}

/** The account's database was opened: if it was not as it had been left, what was unsent may be lost. */
export function noteOpened(userId: string, condition: Condition): void {
  const unsent = read(UNSENT)
  // What another account left behind is none of this one's business
  if (lost.read() !== null && lost.read()?.userId !== userId) dismissLoss()
  if (unsent === null) return
  if (unsent.userId !== userId) return write(UNSENT, null)
  if (condition === 'new' || typeof condition === 'object') tell(unsent)
}

/** Nobody is signed in: if there was unsent work and its databases are gone, the browser took both. */
export function noteSignedOut(databases: readonly string[]): void {
  const unsent = read(UNSENT)
  if (unsent !== null && !databases.some((name) => name.includes(unsent.userId))) tell(unsent)
}

export function dismissLoss(): void {
  write(LOST, null)
  lost.set(null)
}

function tell(unsent: Loss): void {
  write(LOST, unsent)
  write(UNSENT, null)
  lost.set(unsent)
}

function read(key: string): Loss | null {
  try {
    const found = v.safeParse(Count, JSON.parse(localStorage.getItem(key) ?? 'null'))
    return found.success ? found.output : null
  } catch {
    return null
  }
}

/** Where the browser keeps nothing, nothing can be lost. */
function write(key: string, value: Loss | null): void {
  try {
    if (value === null) localStorage.removeItem(key)
    else localStorage.setItem(key, JSON.stringify(value))
  } catch {}
}
