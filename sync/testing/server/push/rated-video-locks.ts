import { videoOf } from '../spread.ts'
import type { Work } from '../work.ts'
import type { PushedRow } from './row-answers.ts'

/** `private.lock_rated_videos`: what is rated, and the ratings that are there already. */
export function lockRatedVideos(work: Work, me: string, ratings: readonly PushedRow[]): void {
  for (const row of ratings) {
    const youtubeId = row?.['video_id']
    if (typeof youtubeId !== 'string') continue
    const video = videoOf(work, youtubeId)
    if (video === undefined) continue
    work.tx.lock(`videos/${video.id}`)
    const id = `${me}|${youtubeId}`
    if (work.tx.get('ratings', id) !== undefined) work.tx.lock(`ratings/${id}`)
  }
}
