import type { CollectionName } from '../../../collections/registry.ts'
import { Failure } from '../values.ts'
import type { Work } from '../work.ts'
import { lockConversations } from './conversation-locks.ts'
import { lockRatedVideos } from './rated-video-locks.ts'
import { pushConversations } from './conversations.ts'
import { pushFavorites } from './favorites.ts'
import { pushHistory } from './history.ts'
import { pushMessages } from './messages.ts'
import { pushNotificationReads } from './notification-reads.ts'
import { pushRatings } from './ratings.ts'
import { isReadable } from './readable.ts'
import { refusalCode } from './refusal-code.ts'
import { pushRelations } from './relations.ts'
import type { PlannedAnswer, PushedRow, RowAnswer } from './row-answers.ts'
import { pushSettings } from './settings.ts'

/** In the order in which they are applied. */
const NOUNS = [
  'relations',
  'settings',
  'history',
  'favorites',
  'ratings',
  'notification_reads',
  'messages',
  'conversations',
] as const
type Noun = (typeof NOUNS)[number]

/** `private.push_noun`. */
const PUSHES: Record<Noun, (work: Work, me: string, batch: PushedRow[]) => RowAnswer[]> = {
  relations: pushRelations,
  settings: pushSettings,
  history: pushHistory,
  favorites: pushFavorites,
  ratings: pushRatings,
  notification_reads: pushNotificationReads,
  messages: pushMessages,
  conversations: pushConversations,
}

const ROWS_AT_MOST = 500

/** The push of one person, inside a transaction. Throws a Failure for what is refused as a whole. */
export function push(
  work: Work,
  me: string,
  batches: unknown,
  planned: (name: CollectionName, id: string) => PlannedAnswer | undefined,
): Record<string, RowAnswer[]> {
  if (typeof batches !== 'object' || batches === null || Array.isArray(batches)) throw new Failure('22023')
  for (const [name, rows] of Object.entries(batches)) {
    if (!NOUNS.some((noun) => noun === name) || !Array.isArray(rows)) throw new Failure('22023')
  }
  if (Object.values(batches).flat().length > ROWS_AT_MOST) throw new Failure('PT413')
  // Looked at just now; that each row is an object, `isReadable` sees to
  const given = batches as Partial<Record<Noun, PushedRow[]>>
  work.tx.hold(`push of ${me}`)
  lockRatedVideos(work, me, given.ratings ?? [])
  lockConversations(work, me, given)
  const answers: Record<string, RowAnswer[]> = {}
  for (const noun of NOUNS) {
    const rows = given[noun]
    if (rows === undefined) continue
    let isLater = false
    const answered = rows.map((row) => {
      const answer = isLater ? 'later' : planned(noun, String(row?.['id']))
      isLater ||= answer === 'later'
      return answer ?? (isReadable(noun, me, row) ? undefined : 'invalid')
    })
    const applied = rows.filter((_, index) => answered[index] === undefined)
    const done = applied.length === 0 ? [] : pushBatch(work, noun, me, applied)
    answers[noun] = answered.flatMap((answer, index): RowAnswer[] => {
      if (answer === undefined) return done.splice(0, 1)
      const id = rows[index]?.['id'] ?? null
      return [answer === 'later' ? { id, result: 'later' } : { id, result: 'refused', code: answer }]
    })
  }
  return answers
}

/** A batch as one set; when that fails, its halves, down to the rows that fail alone. */
function pushBatch(work: Work, noun: Noun, me: string, batch: PushedRow[]): RowAnswer[] {
  try {
    return work.tx.attempt(() => {
      const answers = PUSHES[noun](work, me, batch)
      if (answers.length !== batch.length) throw new Failure('22023')
      return answers
    })
  } catch (error) {
    if (!(error instanceof Failure)) throw error
    if (work.has('refused_row_throws')) throw error
    if (batch.length === 1)
      return [{ id: batch[0]?.['id'] ?? null, result: 'refused', code: refusalCode(error) }]
  }
  const half = Math.floor(batch.length / 2)
  return [...pushBatch(work, noun, me, batch.slice(0, half)), ...pushBatch(work, noun, me, batch.slice(half))]
}
