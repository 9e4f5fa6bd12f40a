import { joinFavorite } from '../joins.ts'
import { bigint, boolean, Failure, text, uuid } from '../values.ts'
import { hasPremium, type Work } from '../work.ts'
import { clamped } from './clamped.ts'
import { ownRow } from './own-row.ts'
import { checkReferences } from './references.ts'
import { required } from './required.ts'
import { answersOf, type PushedRow, type RowAnswer } from './row-answers.ts'
import { upsert, type Written } from './upsert.ts'

/** `private.merge_favorites`, `private.answer_favorites`. */
export function pushFavorites(work: Work, me: string, batch: PushedRow[]): RowAnswer[] {
  const now = work.now()
  const rows = batch.map((row) => ({
    id: text(row['id']),
    user_id: uuid(row['user_id']) ?? me,
    video_id: uuid(row['video_id']),
    is_favorite: boolean(row['is_favorite']),
    edited_at: bigint(row['edited_at']),
    added_at: bigint(row['added_at']),
  }))
  const proposals = rows.map((row) => {
    const stored = ownRow(work, 'favorites', row.id, me)
    const same = stored?.['is_favorite'] === row.is_favorite
    const edited_at = clamped(work, row.edited_at, now, same ? stored?.['edited_at'] : undefined)
    const isEarlier = row.added_at !== null && row.added_at < edited_at
    return { ...row, edited_at, added_at: isEarlier ? row.added_at : null }
  })
  const written = upsert(
    work,
    'favorites',
    me,
    proposals,
    (row) => {
      required(row.video_id, row.is_favorite)
      if (row.edited_at < 0) throw new Failure('23514', 'favorites_edited_at_positive')
      if ((row.added_at ?? 0) < 0) throw new Failure('23514', 'favorites_added_at_before')
      return { ...row, id: `${row.user_id}|${row.video_id}` }
    },
    joinFavorite,
  )
  checkReferences(work, written, (row) => work.tx.get('profiles', String(row['user_id'])))
  limitFavorites(work, me, written)
  return answersOf(work, 'favorites', me, rows, (stored, row) =>
    stored['video_id'] === row.video_id && stored['user_id'] === row.user_id
      ? stored['is_favorite'] === row.is_favorite &&
        stored['edited_at'] === row.edited_at &&
        (stored['added_at'] ?? null) === row.added_at
      : undefined,
  )
}

/** `private.limit_favorites`. */
function limitFavorites(work: Work, me: string, { made, pairs }: Written): void {
  const gained = [
    ...made,
    ...pairs.filter(({ before }) => before['is_favorite'] !== true).map(({ after }) => after),
  ]
  if (!gained.some((row) => row['is_favorite'] === true) || hasPremium(work, me)) return
  const count = work.tx.of('favorites', me).filter((row) => row['is_favorite'] === true).length
  if (count > work.favoriteLimit) throw new Failure('23514', 'favorite_limit')
}
