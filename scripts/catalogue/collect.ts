import { type CatalogueVideo, readRow } from './catalogue-row.ts'
import type { FileEntry } from './read-file.ts'

export type Remark = { line: number; message: string }
export type Collected = {
  videos: CatalogueVideo[]
  /** Entries that are left out. */
  errors: Remark[]
  /** Entries that go in, but not quite as they were written. */
  notes: Remark[]
}

/** Sorts the usable entries from the others. Of two about the same video the later one counts. */
export function collect(entries: readonly FileEntry[]): Collected {
  const videos = new Map<string, { video: CatalogueVideo; line: number }>()
  const errors: Remark[] = []
  const notes: Remark[] = []
  for (const entry of entries) {
    const { line } = entry
    const reading = 'broken' in entry ? { error: entry.broken } : readRow(entry.value)
    if ('error' in reading) {
      errors.push({ line, message: reading.error })
      continue
    }
    const { video } = reading
    notes.push(...reading.notes.map((message) => ({ line, message })))
    const earlier = videos.get(video.youtube_id)
    if (earlier) notes.push({ line, message: `${earlier.line}行目と同じ動画です。この行を使いました。` })
    videos.set(video.youtube_id, { video, line })
  }
  return { videos: [...videos.values()].map(({ video }) => video), errors, notes }
}
