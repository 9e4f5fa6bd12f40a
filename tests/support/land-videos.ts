import { videos as definition } from '#sync/collections/videos.ts'
import { fastInstanceOf } from '#sync/storage/fast-dexie.ts'
import type { Store } from '#sync/store.ts'

/** Lays rows of the server's table of videos into the device as a pull does; what of a row is not told is the rest's default. */
export async function landVideos(
  { collections }: Store,
  rows: readonly Record<string, unknown>[],
): Promise<void> {
  const documents = rows.map((row) => {
    const document = definition.parse({ row_version: 1, sync_epoch: '', ...row })
    if (document === undefined) throw new Error(`no row of a video: ${JSON.stringify(row)}`)
    return { ...document, _deleted: false }
  })
  const landing = { documents, progress: undefined, likelyNew: false, isKnown: () => false }
  await fastInstanceOf(collections.videos).land(landing, 'test')
}
