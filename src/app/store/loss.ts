import * as v from 'valibot'
import { rewriteDrafts } from '#platform/drafts.ts'
import { createValue, type ObservableValue } from '#platform/observable-value.ts'

/** So many things of the person, which the server did not have, were on this device when its databases disappeared. */
const Count = v.object({ userId: v.string(), count: v.number() })
export type Loss = v.InferOutput<typeof Count>

/** The same with the databases that held it: the store's name, and what `bornOf` calls them. */
const Unsent = v.object({ ...Count.entries, store: v.string(), born: v.string() })
type Unsent = v.InferOutput<typeof Unsent>
/** The databases as they were found. */
export type Found = { store: string; born: string; damaged: boolean }

/** Outside IndexedDB, so that it is still there when that is not. Gone when the account leaves (forget-traces.ts). */
const UNSENT = 'mirutomo-unsent'
/** Until the person has read it. */
const LOST = 'mirutomo-lost'

const lost = createValue<Loss | null>(read(LOST, Count))
globalThis.addEventListener?.('storage', ({ key }) => {
  if (key === LOST) lost.set(read(LOST, Count))
})
/** What this tab noted last, which is there when the browser has taken localStorage too. */
let noted: Unsent | null = null
/** The same, once the databases were taken away under this tab. */
let vanished: Unsent | null = null

export const loss: Pick<ObservableValue<Loss | null>, 'read' | 'listen'> = lost

/** Remembers how much the server does not have yet. */
export function noteUnsent(userId: string, count: number, { store, born }: Found): void {
  noted = { userId, count, store, born }
  write(UNSENT, count > 0 ? noted : null)
}

/** Somebody else than this account's departure has closed the databases under this tab. */
export function noteVanished(): void {
  vanished = noted
}

/**
 * The databases are not opened here any more: the next document says that they were lost, also where nothing was
 * unsent.
 */
export function tellNextDocument(): void {
  if (vanished !== null) write(UNSENT, vanished)
}

/** The account's database was opened: if it was not as it had been left, what was unsent may be lost. */
export function noteOpened(userId: string, found: Found): void {
  const underThisTab = vanished?.userId === userId ? vanished : null
  vanished = null
  if (underThisTab !== null) rewriteDrafts()
  const unsent = read(UNSENT, Unsent) ?? underThisTab
  // What another account left behind is none of this one's business
  if (lost.read() !== null && lost.read()?.userId !== userId) dismissLoss()
  if (unsent === null) return
  if (unsent.userId !== userId) return write(UNSENT, null)
  // A store of another name is one of another build: what is unsent is carried over
  const replaced = unsent.store === found.store && unsent.born !== found.born
  if (replaced || found.damaged) tell(unsent)
}

/** Nobody is signed in: if there was unsent work and its databases are gone, the browser took both. */
export function noteSignedOut(databases: readonly string[]): void {
  const unsent = read(UNSENT, Unsent)
  if (unsent !== null && !databases.some((name) => name.includes(unsent.userId))) tell(unsent)
}

export function dismissLoss(): void {
  write(LOST, null)
  lost.set(null)
}

function tell({ userId, count }: Loss): void {
  write(LOST, { userId, count })
  write(UNSENT, null)
  lost.set({ userId, count })
}

function read<Output>(key: string, schema: v.GenericSchema<unknown, Output>): Output | null {
  try {
    const found = v.safeParse(schema, JSON.parse(localStorage.getItem(key) ?? 'null'))
    return found.success ? found.output : null
  } catch {
    return null
  }
}

/** Where the browser keeps nothing, nothing can be lost. */
function write(key: string, value: Loss | Unsent | null): void {
  try {
    if (value === null) localStorage.removeItem(key)
    else localStorage.setItem(key, JSON.stringify(value))
  } catch {}
}
