import { deleteRow, type DraftRow, putRows } from './draft-mirror.ts'

const PREFIX = 'mirutomo-draft:'
const TIME_PREFIX = 'mirutomo-draft-time:'
/** The version that it becomes, and the tab that wrote it. */
const EARLIER = 'earlier'

/**
 * An earlier build kept one text for each name in localStorage, its time beside it, and mirrored it under the
 * same key. Makes each a version like any other, and takes its row out of `rows`. What cannot be kept stays
 * as it is.
 */
export async function takeOverEarlier(rows: Map<string, DraftRow>): Promise<void> {
  const earlier = new Map([...rows].filter(([key]) => !key.includes('#')))
  for (const [key, text] of Object.entries(localStorage)) {
    if (!key.startsWith(PREFIX) || key.includes('#') || typeof text !== 'string') continue
    const at = Number(localStorage.getItem(timeKey(key))) || 1
    if (at >= (earlier.get(key)?.at ?? 0)) earlier.set(key, { text, at })
  }
  for (const [key, { text, at }] of earlier) {
    const version = text === null ? null : JSON.stringify({ tab: EARLIER, text, at, sending: null })
    await putRows(new Map([[`${key}#${EARLIER}`, { text: version, at }]])).catch(() => {})
    if (version !== null) localStorage.setItem(`${key}#${EARLIER}`, version)
    for (const old of [key, timeKey(key)]) localStorage.removeItem(old)
    rows.delete(key)
    await deleteRow(key).catch(() => {})
  }
}

const timeKey = (key: string): string => key.replace(PREFIX, TIME_PREFIX)
