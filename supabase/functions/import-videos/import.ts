import * as v from 'valibot'
import { ImportedVideo, type ImportRefusal } from '../../../src/domain/youtube-video.ts'
import { youtubeIdFrom } from '../../../src/domain/youtube-link.ts'
import { Refusal } from '../_shared/answers.ts'
import { videosOf, type YoutubeVideo } from '../_shared/youtube-api.ts'
import { obstacleOf, type ToldVideo, toldVideo } from './told-video.ts'
import type { Client } from '../_shared/client.ts'

const Channel = v.nullable(v.string())
const Begun = v.picklist(['not_creator', 'rate_limited'])

export type Order = { videos: readonly string[]; genre: string | null }

/** Brings videos in for a person: an admin any, a creator their own. Answers for each that was asked for, in that order, what became of it. */
export async function importVideos(
  service: Client,
  person: string,
  { videos, genre }: Order,
): Promise<ImportedVideo[]> {
  const asked = videos.map((text) => ({ text, id: youtubeIdFrom(text) }))
  const ids = [...new Set(asked.flatMap(({ id }) => id ?? []))]
  const outcomes = ids.length === 0 ? new Map() : await outcomesOf(service, person, ids, genre)
  const answers = asked.map(
    ({ text, id }): ImportedVideo =>
      (id !== undefined && outcomes.get(id)) || refused(id ?? text.trim(), 'invalid_id'),
  )
  return [...new Map(answers.map((answer) => [answer.youtube_id, answer])).values()]
}

async function outcomesOf(
  service: Client,
  person: string,
  ids: string[],
  genre: string | null,
): Promise<Map<string, ImportedVideo>> {
  const channel = await begin(service, person, ids.length)
  const found = await videosOf(ids).catch(async (error: unknown) => {
    // What came to nothing does not count
    if (channel !== null) await service.rpc('drop_video_import', { person })
    throw error
  })

  const outcomes = new Map<string, ImportedVideo>()
  const wanted: ToldVideo[] = []
  for (const id of ids) {
    const video = found.get(id)
    const obstacle = video ? refusalOf(video, channel) : 'not_found'
    if (obstacle !== null) outcomes.set(id, refused(id, obstacle))
    else if (video) wanted.push(toldVideo(video))
  }
  if (wanted.length === 0) return outcomes
  const { data, error } = await service.rpc('store_imported_videos', {
    owner: channel === null ? null : person,
    imported: wanted,
    ...(genre !== null && { genre }),
  })
  if (error) throw error
  for (const stored of v.parse(v.array(ImportedVideo), data)) outcomes.set(stored.youtube_id, stored)
  return outcomes
}

/** The id of the person's channel, null for an admin. */
async function begin(service: Client, person: string, how_many: number): Promise<string | null> {
  const { data, error } = await service.rpc('begin_video_import', { person, how_many })
  if (v.is(Begun, error?.hint)) throw new Refusal(error.hint === 'not_creator' ? 403 : 429, error.hint)
  if (error) throw error
  return v.parse(Channel, data)
}

/** `ownChannel`: the only one whose videos come in; null when those of any do. */
const refusalOf = (video: YoutubeVideo, ownChannel: string | null): ImportRefusal | null =>
  ownChannel !== null && video.snippet.channelId !== ownChannel ? 'foreign_channel' : obstacleOf(video)

const refused = (youtube_id: string, reason: ImportRefusal): ImportedVideo => ({
  youtube_id,
  status: 'refused',
  reason,
})
