import { videos as definition } from '#sync/collections/videos.ts'
import { fastInstanceOf } from '#sync/storage/fast-dexie.ts'
import type { Store } from '#sync/store.ts'

export const videoId = (n: number): string => `018f0000-0000-7000-8000-${String(n).padStart(12, '0')}`

/** `n` names it. */
export type LandedVideo = { n: number; title: string; published_at: string | null; row_version?: number }

/** Lays videos into the device as a pull does. */
export async function landVideos({ collections }: Store, videos: readonly LandedVideo[]): Promise<void> {
  const documents = videos.flatMap(({ n, ...told }) => {
    const youtube_id = String(n).padStart(11, '0')
    const document = definition.parse({ row_version: 1, ...told, id: videoId(n), youtube_id, sync_epoch: '' })
    return document ? [{ ...document, _deleted: false }] : []
  })
  const landing = { documents, progress: undefined, likelyNew: false, isKnown: () => false }
  await fastInstanceOf(collections.videos).land(landing, 'test')
}
