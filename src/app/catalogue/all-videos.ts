import type { RxCollection, RxDocument } from 'rxdb/plugins/core'
import { Observable } from 'rxjs'
import type { VideoDocument } from '#sync/collections/videos.ts'

export type FoundVideo = RxDocument<VideoDocument>

/** Videos read at a time. */
const PIECE = 500

/**
 * Every video of this device, newest first, and kept current. Told once all are read, in pieces between which the page answers: at a quarter of the speed ten thousand in one hold it for
 * half a second. `met` is called for each as it is read.
 */
export function watchAllVideos(
  videos: RxCollection<VideoDocument>,
  met: (video: FoundVideo) => void,
): Observable<FoundVideo[]> {
  return new Observable((listener) => {
    const held = new Map<string, { video: FoundVideo; place: string }>()
    const changed = new Set<string>()
    const hold = (video: FoundVideo): void => {
      met(video)
      held.set(video.id, { video, place: video.recent_key + video.id })
    }
    const readAll = async (): Promise<void> => {
      for (let after = '', isMore = true; isMore;) {
        const piece = await nextOf(videos, after)
        piece.forEach(hold)
        after = piece.at(-1)?.id ?? after
        isMore = piece.length === PIECE
      }
    }
    const readChanged = async (): Promise<void> => {
      while (changed.size > 0) {
        const ids = [...changed].slice(0, PIECE)
        // Before they are read: what changes meanwhile is read again
        for (const id of ids) changed.delete(id)
        const found = await videos.findByIds(ids).exec()
        for (const id of ids) {
          const video = found.get(id)
          if (video) hold(video)
          else held.delete(id)
        }
      }
    }
    let isReading = false
    const read = async (first?: () => Promise<void>): Promise<void> => {
      if (isReading) return
      isReading = true
      try {
        await first?.()
        await readChanged()
        listener.next(inOrder(held.values()))
      } catch (error) {
        if (!videos.closed) listener.error(error)
      } finally {
        isReading = false
      }
    }
    // Before the first is read, so that no change falls between
    const changes = videos.$.subscribe(({ documentId }) => {
      changed.add(documentId)
      void read()
    })
    void read(readAll)
    return () => changes.unsubscribe()
  })
}

const nextOf = (videos: RxCollection<VideoDocument>, after: string): Promise<FoundVideo[]> =>
  videos.find({ selector: { id: { $gt: after } }, sort: [{ id: 'asc' }], limit: PIECE }).exec()

/** The order of the database: by `recent_key`, and by id among those of one moment. */
const inOrder = (held: Iterable<{ video: FoundVideo; place: string }>): FoundVideo[] =>
  [...held].toSorted((a, b) => (a.place < b.place ? -1 : 1)).map(({ video }) => video)
