import { deviceNow } from './clock.ts'
import { deleteRow, deleteRows, type DraftRow, putRows, readRows } from './draft-mirror.ts'

/**
 * Unfinished texts that forms keep per person, under `mirutomo-draft:<user id>:<name>` in localStorage, where a screen finds them at once. Hazard: a browser
 * brings localStorage to the disk late, and loses it when it is killed; so each text is mirrored in a database, and comes back from there at the next start.
 */
export const DRAFT_PREFIX = 'mirutomo-draft:'
/** When the draft was written, ms of this device's clock. */
const TIME_PREFIX = 'mirutomo-draft-time:'

const MIRROR_AFTER_MS = 300
/** No screen of a person opens before their drafts are back, or this has passed. */
const RESTORE_LIMIT_MS = 1_000
/** By then localStorage has forgotten on the disk, too, what was sent or given up. */
const CLEARED_KEPT_MS = 24 * 60 * 60_000

export const draftKey = (whose: string, name: string): string => `${DRAFT_PREFIX}${whose}:${name}`
const timeKey = (key: string): string => TIME_PREFIX + key.slice(DRAFT_PREFIX.length)

/** null when there is none, or where the browser keeps nothing. */
export function readDraft(key: string): string | null {
  try {
    return localStorage.getItem(key)
  } catch {
    return null
  }
}

/** null forgets it. Storage that is full or forbidden is no reason to stop typing: the text still stands on the screen. */
export function writeDraft(key: string, text: string | null): void {
  try {
    const before = localStorage.getItem(key)
    if (before === text) return
    if (restoring && !begun.has(key)) begun.set(key, timeOf(key))
    lastTime = Math.max(deviceNow(), lastTime + 1, timeOf(key) + 1)
    put(key, { text, at: lastTime })
    typedHere.set(key, { text, at: lastTime })
    // What was sent must not come back; what is being typed can wait a moment
    if (text === null) mirror(new Map([[key, { text, at: lastTime }]]))
    else mirrorSoon(key)
  } catch {}
}

/** The names of the drafts that one person has; none where the browser keeps nothing. */
export function draftNamesOf(whose: string): string[] {
  const prefix = draftKey(whose, '')
  try {
    return Object.keys(localStorage).flatMap((key) =>
      key.startsWith(prefix) ? key.slice(prefix.length) : [],
    )
  } catch {
    return []
  }
}

/** Takes away all drafts of one person; never rejects. */
export async function forgetDraftsOf(whose: string): Promise<void> {
  const prefix = draftKey(whose, '')
  try {
    for (const name of draftNamesOf(whose)) put(prefix + name, { text: null, at: 0 })
  } catch {
    // Where the browser keeps nothing, nothing is left.
  }
  for (const kept of [unmirrored, typedHere])
    for (const key of kept.keys()) if (key.startsWith(prefix)) kept.delete(key)
  await deleteRows(prefix).catch(() => {})
}

/** Calls when this draft was changed by another tab, or came back from the mirror. Answers how to stop it. */
export function listenToDraft(key: string, told: () => void): () => void {
  const hear = (event: Event): void => {
    const changed = event instanceof StorageEvent ? event.key : key
    if (changed === key || changed === null) told()
  }
  window.addEventListener('storage', hear)
  returns.addEventListener(key, hear)
  return () => {
    window.removeEventListener('storage', hear)
    returns.removeEventListener(key, hear)
  }
}

/** Drafts of a whole form, of which two cannot be one. Of events each has its own, `event-<id>`, of people a report, `report-<id>`. */
const FORMS: ReadonlySet<string> = new Set(['profile', 'channel', 'booking', 'contact', 'report', 'event'])
export const isFormDraft = (name: string): boolean =>
  FORMS.has(name) || name.startsWith('event-') || name.startsWith('report-')

/** Two texts of which neither may be lost, as one. */
export function bothTexts(earlier: string, later: string): string {
  if (later.includes(earlier)) return later
  return earlier.includes(later) ? earlier : `${earlier}\n${later}`
}

let lastTime = 0
let restoring = false
/** What was typed before the mirror had answered, with the time of what stood there before. */
const begun = new Map<string, number>()
const unmirrored = new Set<string>()
/** What this page wrote last, for a storage that loses it (WebKit keeps localStorage in a process of its own). */
const typedHere = new Map<string, DraftRow>()
const returns = new EventTarget()
let timer: ReturnType<typeof setTimeout> | undefined

/**
 * At every start: brings back what a killed browser had not yet written, and has what is typed mirrored also when the page is left. The newest stands. Never
 * rejects, and is not waited for long.
 */
export function restoreDrafts(): Promise<void> {
  restoring = true
  addEventListener('pagehide', mirrorNow)
  document.addEventListener('visibilitychange', mirrorNow)
  addEventListener('storage', ({ key }) => void typedHere.delete(key ?? ''))
  const limit = new Promise<void>((resolve) => setTimeout(resolve, RESTORE_LIMIT_MS))
  return Promise.race([
    limit,
    readRows()
      .then(takeBack)
      .catch(() => {}),
  ])
}

function takeBack(rows: ReadonlyMap<string, DraftRow>): void {
  restoring = false
  for (const [key, row] of rows) {
    lastTime = Math.max(lastTime, row.at)
    const here = localStorage.getItem(key)
    const isOver = row.text === null && here === null
    if (isOver && deviceNow() - row.at > CLEARED_KEPT_MS) void deleteRow(key).catch(() => {})
    if (isOver || row.at <= (begun.get(key) ?? timeOf(key))) continue
    if (!begun.has(key)) put(key, row)
    else if (row.text !== null && here !== null && !isFormDraft(nameOf(key)))
      writeDraft(key, bothTexts(row.text, here))
    returns.dispatchEvent(new Event(key))
  }
  begun.clear()
}

const nameOf = (key: string): string => key.slice(key.indexOf(':', DRAFT_PREFIX.length) + 1)

function put(key: string, { text, at }: DraftRow): void {
  if (text === null) {
    localStorage.removeItem(key)
    localStorage.removeItem(timeKey(key))
  } else {
    // Order matters: a text without its time would pass for older than what the mirror has
    localStorage.setItem(timeKey(key), String(at))
    localStorage.setItem(key, text)
  }
}

/** 0 for what an earlier build kept, or what is not there. */
const timeOf = (key: string): number => Number(localStorage.getItem(timeKey(key)) ?? 0) || 0

function mirrorSoon(key: string): void {
  unmirrored.add(key)
  timer ??= setTimeout(mirrorNow, MIRROR_AFTER_MS)
}

/** Writes again what a storage that was lost has not kept. What another tab changed since is newer and stays. */
export function rewriteDrafts(): void {
  try {
    for (const [key, row] of typedHere) if (timeOf(key) < row.at) put(key, row)
  } catch {}
}

/** Of what was cleared or forgotten meanwhile, perhaps by another tab, nothing is mirrored. */
function mirrorNow(): void {
  clearTimeout(timer)
  timer = undefined
  const rows = new Map<string, DraftRow>()
  for (const key of unmirrored) {
    const text = readDraft(key)
    if (text !== null) rows.set(key, { text, at: timeOf(key) })
  }
  unmirrored.clear()
  if (rows.size > 0) mirror(rows)
}

/** What could not be mirrored is tried again at the next occasion; on a device without room localStorage keeps what it keeps. */
function mirror(rows: ReadonlyMap<string, DraftRow>): void {
  putRows(rows).catch(() => {
    for (const [key, { text }] of rows) if (text !== null) unmirrored.add(key)
  })
}
