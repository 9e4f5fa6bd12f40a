import * as v from 'valibot'
import type { DraftPlace, DraftShelf, DraftVersion } from '#domain/draft.ts'
import { deviceNow } from './clock.ts'
import { deleteRow, deleteRows, type DraftRow, putRows, readRows } from './draft-mirror.ts'
import { isOwnTab, ownTab, settleTab, settleTabAgain } from './tabs.ts'

/**
 * The versions of all drafts, in localStorage under `mirutomo-draft:<user id>:<name>#<version>`, where a
 * screen finds them at once. Hazard: a browser brings localStorage to the disk late, and loses it when it is
 * killed; so each version is mirrored in a database, and comes back from there at the next start.
 */
export const DRAFT_PREFIX = 'mirutomo-draft:'
/** Whose drafts those of nobody are: visitors of one browser share them. */
export const VISITOR = 'visitor'

const MIRROR_AFTER_MS = 300
/** No screen of a person opens before their drafts are back, or this has passed. */
const RESTORE_LIMIT_MS = 1_000
/** By then localStorage has forgotten on the disk, too, what was sent or given up. */
const ENDED_KEPT_MS = 24 * 60 * 60_000

const Kept = v.pipe(
  v.string(),
  v.parseJson(),
  v.object({ tab: v.string(), text: v.string(), at: v.number(), sending: v.nullable(v.string()) }),
)

const keyOf = ({ whose, name }: DraftPlace, id: string): string => `${DRAFT_PREFIX}${whose}:${name}#${id}`
/** The key of the place, and the version. */
const partsOf = (key: string): [string, string] => {
  const at = key.lastIndexOf('#')
  return [key.slice(0, at), key.slice(at + 1)]
}

/** What all tabs have begun at this place, newest first. */
export const versionsOf = (place: DraftPlace): DraftVersion[] =>
  storedVersions(keyOf(place, '')).toSorted((one, other) => other.at - one.at)

/** What a person has begun, anywhere; none where the browser keeps nothing. */
export function draftsOf(whose: string): { name: string; version: DraftVersion }[] {
  const prefix = `${DRAFT_PREFIX}${whose}:`
  return storedVersions(prefix).map(({ key, ...version }) => ({
    name: partsOf(key)[0].slice(prefix.length),
    version,
  }))
}

/** The accounts whose drafts stand here. */
export function draftOwners(): string[] {
  const owners = keys(DRAFT_PREFIX).map((key) => key.slice(DRAFT_PREFIX.length).split(':', 1).join())
  return [...new Set(owners)].filter((owner) => owner !== VISITOR)
}

/** Takes away all drafts of one person; never rejects. */
export async function forgetDraftsOf(whose: string): Promise<void> {
  const prefix = `${DRAFT_PREFIX}${whose}:`
  for (const key of keys(prefix)) remove(key)
  for (const kept of [unmirrored, typedHere])
    for (const key of kept.keys()) if (key.startsWith(prefix)) kept.delete(key)
  draftChanges.dispatchEvent(new Event('change'))
  await deleteRows(prefix).catch(() => {})
}

/** The versions of all tabs of this browser. */
export const draftShelf: DraftShelf = {
  versions: versionsOf,
  keep: (place, { id, ...version }) => {
    const key = keyOf(place, id)
    const text = JSON.stringify(version)
    const isKept = put(key, text)
    typedHere.set(key, { text, at: version.at })
    mirrorSoon(key)
    draftChanges.dispatchEvent(new Event('change'))
    return isKept
  },
  end: (place, id) => {
    const key = keyOf(place, id)
    remove(key)
    typedHere.delete(key)
    unmirrored.delete(key)
    // What was sent must not come back; what is being typed can wait a moment
    mirror(new Map([[key, { text: null, at: draftShelf.now() }]]))
    draftChanges.dispatchEvent(new Event('change'))
  },
  tab: ownTab,
  isOwn: isOwnTab,
  now: () => (lastTime = Math.max(deviceNow(), lastTime + 1)),
  newId: () => crypto.randomUUID(),
}

let lastTime = 0
const unmirrored = new Set<string>()
/** What this page wrote last, for a storage that loses it (WebKit keeps localStorage in a process of its own). */
const typedHere = new Map<string, DraftRow>()
/** Told of what this page has changed, of what came back from the mirror, and that the page runs again. */
export const draftChanges = new EventTarget()
let timer: ReturnType<typeof setTimeout> | undefined

/**
 * At every start: brings back what a killed browser had not yet written, takes over what ended tabs have
 * left, and has what is typed mirrored when the page is left. Never rejects, and is not waited for long.
 */
export function restoreDrafts(): Promise<void> {
  addEventListener('pagehide', mirrorNow)
  addEventListener('pageshow', ({ persisted }) => persisted && void settleTabAgain(tell).then(tell))
  addEventListener('visibilitychange', mirrorNow)
  addEventListener('storage', ({ key }) => void typedHere.delete(key ?? ''))
  const limit = new Promise<void>((resolve) => setTimeout(resolve, RESTORE_LIMIT_MS))
  return Promise.race([limit, restore().catch(() => {})])
}

async function restore(): Promise<void> {
  const rows = await readRows().catch(() => new Map<string, DraftRow>())
  if ([...rows.keys(), ...keys(DRAFT_PREFIX)].some((key) => !key.includes('#'))) {
    const { takeOverEarlier } = await import('./earlier-drafts.ts')
    await takeOverEarlier(rows).catch(() => {})
  }
  takeBack(rows)
  await settleTab(new Set(storedVersions(DRAFT_PREFIX).map(({ tab }) => tab)), tell)
  tell()
}

const tell = (): void => void draftChanges.dispatchEvent(new Event('change'))

function takeBack(rows: ReadonlyMap<string, DraftRow>): void {
  for (const [key, row] of rows) {
    lastTime = Math.max(lastTime, row.at)
    const here = parsed(key)
    const isOver = row.text === null && here === null
    if (isOver && deviceNow() - row.at > ENDED_KEPT_MS) void deleteRow(key).catch(() => {})
    if (row.at <= (here?.at ?? 0)) continue
    if (row.text === null) remove(key)
    else put(key, row.text)
  }
}

/** All versions whose key begins so. */
export function storedVersions(prefix: string): (DraftVersion & { key: string })[] {
  return keys(prefix).flatMap((key) => {
    const kept = parsed(key)
    return kept === null ? [] : { key, id: partsOf(key)[1], ...kept }
  })
}

function parsed(key: string): v.InferOutput<typeof Kept> | null {
  const kept = v.safeParse(Kept, read(key))
  return kept.success ? kept.output : null
}

function keys(prefix: string): string[] {
  try {
    return Object.keys(localStorage).filter((key) => key.startsWith(prefix))
  } catch {
    return []
  }
}

function read(key: string): string | null {
  try {
    return localStorage.getItem(key)
  } catch {
    return null
  }
}

/** Storage that is full or forbidden is no reason to stop typing: the text still stands on the screen. */
function put(key: string, text: string): boolean {
  try {
    localStorage.setItem(key, text)
    return true
  } catch {
    return false
  }
}

function remove(key: string): void {
  try {
    localStorage.removeItem(key)
  } catch {
    // Where the browser keeps nothing, nothing is left
  }
}

function mirrorSoon(key: string): void {
  unmirrored.add(key)
  timer ??= setTimeout(mirrorNow, MIRROR_AFTER_MS)
}

/**
 * Writes again what a storage that was lost has not kept, and mirrors it anew. What another tab changed
 * since is newer and stays.
 */
export function rewriteDrafts(): void {
  for (const [key, { text, at }] of typedHere)
    if (text !== null && (parsed(key)?.at ?? 0) < at) put(key, text)
  keys(DRAFT_PREFIX).forEach(mirrorSoon)
}

/** Of what was ended or forgotten meanwhile, perhaps by another tab, nothing is mirrored. */
function mirrorNow(): void {
  clearTimeout(timer)
  timer = undefined
  const rows = new Map<string, DraftRow>()
  for (const key of unmirrored) {
    const text = read(key)
    if (text !== null) rows.set(key, { text, at: parsed(key)?.at ?? 0 })
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
