import * as v from 'valibot'
import { videosOf } from '../_shared/youtube-api.ts'
import { obstacleOf, toldVideo } from './told-video.ts'
import type { Client } from '../_shared/client.ts'

const Ids = v.array(v.string())
export type Refreshed = { refreshed: number; hidden: number }

/** Asks YouTube again about the videos whose facts are the oldest, 30 days at least; those it shows no more are hidden. Answers how many of each. */
export async function refreshVideos(service: Client): Promise<Refreshed> {
  const due = await service.rpc('videos_to_refresh')
  if (due.error) throw due.error
  const asked = v.parse(Ids, due.data)
  if (asked.length === 0) return { refreshed: 0, hidden: 0 }
  const found = await videosOf(asked)
  const answers = [...found.values()].filter((video) => obstacleOf(video) === null).map(toldVideo)
  const { error } = await service.rpc('store_refreshed_videos', { asked, answers })
  if (error) throw error
  return { refreshed: answers.length, hidden: asked.length - answers.length }
}
