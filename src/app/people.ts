import * as v from 'valibot'
import { PUBLIC_REVIEWS } from '#domain/limits.ts'
import type { People, PersonReview, PublicProfile } from '#domain/people.ts'
import type { createQueries } from './catalogue/queries.ts'
import { LIST_COLUMNS, RatingRow, readRows, VideoRow } from './catalogue/rows.ts'
import { askKept, type KeptDoors } from './kept-answers/ask-kept.ts'
import { readBody, RestFailure } from './rest.ts'
import { columnsOf, rowOf } from '#database/server-row.ts'

const ProfileRow = rowOf('profiles', {
  id: v.string(),
  username: v.string(),
  display_name: v.nullish(v.string(), ''),
  bio: v.nullish(v.string(), ''),
  avatar_url: v.nullish(v.string(), null),
  channel_url: v.nullish(v.string(), null),
  interests: v.array(v.string()),
}) satisfies v.GenericSchema<unknown, PublicProfile>

const ReviewRow = v.object({ ...RatingRow.entries, video: VideoRow }) satisfies v.GenericSchema<
  unknown,
  PersonReview
>

/** `viewer` names whose eyes look: what a block hides is hidden from them alone. */
export function createPeople(
  doors: KeptDoors,
  queries: ReturnType<typeof createQueries>,
  viewer: () => string,
): People {
  return {
    profile: (id) =>
      queries.live(
        `person ${id} ${viewer()}`,
        askKept(doors, async (rest) => {
          const { body, asOf } = await rest('rpc/profile_of', { body: { person: id }, asPerson: true })
          const value = readBody(v.nullable(ProfileRow), body)
          if (value === null) throw new RestFailure('not_found')
          return { value, asOf }
        }),
      ),
    reviewsOf: (id) =>
      queries.live(
        `reviews of ${id} ${viewer()}`,
        askKept(doors, async (rest) => {
          const { body, asOf } = await rest('video_ratings', {
            params: {
              select: `${columnsOf(RatingRow)},video:videos!inner(${LIST_COLUMNS})`,
              user_id: `eq.${id}`,
              is_deleted: 'is.false',
              comment: 'neq.',
              order: 'created_at.desc',
              limit: String(PUBLIC_REVIEWS),
            },
            asPerson: true,
          })
          return { value: readRows(ReviewRow, body), asOf }
        }),
      ),
    retry: () => queries.retry(),
  }
}
