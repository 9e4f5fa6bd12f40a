/**
 * POST {videos, genre_id?} by a creator or an admin: `videos` are at most 100 YouTube ids or addresses.
 * Answers {videos: [{youtube_id, status, reason}]}, what became of each. Refusals: 401 signed_out, 400
 * invalid or too_many, 403 not_creator or suspended, 429 rate_limited or quota_exceeded, 503
 * youtube_unavailable. POST {refresh: true} with the secret key: asks YouTube again about up to 50 videos
 * whose facts are older than 30 days; answers {refreshed, hidden}.
 */
import * as v from 'valibot'
import { GENRES } from '../../../src/domain/genres.ts'
import { IMPORT_MAX } from '../../../src/domain/youtube-video.ts'
import { answering, Refusal } from '../_shared/answers.ts'
import { requireService, serviceClient, writerOf } from '../_shared/project.ts'
import { importVideos } from './import.ts'
import { refreshVideos } from './refresh.ts'

const Order = v.object({
  videos: v.pipe(v.array(v.pipe(v.string(), v.maxLength(1_000))), v.minLength(1)),
  genre_id: v.optional(v.nullable(v.picklist(GENRES.map(({ id }) => id))), null),
})
const Refresh = v.object({ refresh: v.literal(true) })

async function answer(request: Request): Promise<unknown> {
  const body: unknown = await request.json().catch(() => null)
  if (v.is(Refresh, body)) {
    requireService(request)
    return refreshVideos(serviceClient())
  }
  const person = await writerOf(request)
  const order = v.safeParse(Order, body)
  if (!order.success) throw new Refusal(400, 'invalid')
  const { videos, genre_id } = order.output
  if (videos.length > IMPORT_MAX) throw new Refusal(400, 'too_many')
  return { videos: await importVideos(serviceClient(), person, { videos, genre: genre_id }) }
}

Deno.serve(answering(answer))
