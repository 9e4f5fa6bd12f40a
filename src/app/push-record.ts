import * as v from 'valibot'

const KEY = 'mirutomo-push'
const PushRecord = v.object({ account: v.string(), endpoint: v.string() })
export type PushRecord = v.InferOutput<typeof PushRecord>

/** Which account turned on pushes to this browser, and where they go; undefined where none did. Leaves with the account (forget-traces.ts). */
export function readPushRecord(): PushRecord | undefined {
  try {
    const read = v.safeParse(v.pipe(v.string(), v.parseJson(), PushRecord), localStorage.getItem(KEY))
    return read.success ? read.output : undefined
  } catch {
    return undefined
  }
}

export function notePushRecord(record: PushRecord | null): void {
  try {
    if (record === null) localStorage.removeItem(KEY)
    else localStorage.setItem(KEY, JSON.stringify(record))
  } catch {
    // The server is asked instead
  }
}
