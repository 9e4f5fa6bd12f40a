import { SCORES } from '#domain/rating.ts'
import type { SyncedDocument } from '../collections/definition.ts'
import type { FavoriteDocument } from '../collections/favorites.ts'
import { canonical } from '../collections/join.ts'
import type { MessageDocument } from '../collections/messages.ts'
import type { RatingDocument } from '../collections/ratings.ts'
import type { CollectionName, DocumentOf } from '../collections/registry.ts'
import { likingOf, type RelationDocument } from '../collections/relations.ts'
import type { SettingDocument } from '../collections/settings.ts'

/**
 * A value that this device stored and that lost, in one field of one document, to what the server had from elsewhere; kept until the person restores or
 * dismisses it. For a rating that was deleted elsewhere the field is `is_deleted` and `mine` holds the scores and the comment.
 */
export type Overruled = {
  collection: CollectionName
  id: string
  field: string
  mine: unknown
  theirs: unknown
  /** When this device learned of it, ms of the corrected clock. */
  at: number
}

/** What became of one field that was edited here. */
export type Outcome = { field: string; mine: unknown; theirs: unknown; lost: boolean }

/**
 * What became of this device's edit. `mine` went up, `theirs` is the server's answer, `base` what the server last had as far as this device knew; undefined
 * when it had nothing. Only fields edited here since `base` are judged, and by value: a time that the server clamped is no loss.
 */
type Judge<Doc> = (mine: Doc, theirs: Doc, base: Doc | undefined) => Outcome[]

const outcome = (field: string, mine: unknown, theirs: unknown): Outcome => ({
  field,
  mine,
  theirs: theirs ?? null,
  lost: canonical(mine) !== canonical(theirs),
})

const judgeRating: Judge<RatingDocument> = (mine, theirs, base) => {
  const editedHere = (field: keyof RatingDocument['edited_at']): boolean =>
    mine.edited_at[field] !== undefined && mine.edited_at[field] !== base?.edited_at[field]
  const alive = base?.is_deleted === false ? base : undefined
  if (mine.is_deleted) return editedHere('is_deleted') ? [outcome('is_deleted', true, theirs.is_deleted)] : []
  const fields = [...SCORES, 'comment' as const].filter(editedHere)
  // Of a first rating an empty comment is nothing that was said, nor is an axis that was left out
  const said = fields.filter(
    (field) => mine[field] !== undefined && (alive !== undefined || mine[field] !== ''),
  )
  if (said.length === 0) return []
  if (theirs.is_deleted) return [{ field: 'is_deleted', mine: contentOf(mine), theirs: true, lost: true }]
  const revived = { field: 'is_deleted', mine: false, theirs: false, lost: false }
  return [revived, ...said.map((field) => outcome(field, mine[field], theirs[field]))]
}

function contentOf(rating: RatingDocument): Record<string, unknown> {
  const given = [...SCORES, 'comment' as const].filter((field) => rating[field] !== undefined)
  return Object.fromEntries(given.map((field) => [field, rating[field]]))
}

const judgeFavorite: Judge<FavoriteDocument> = (mine, theirs, base) =>
  mine.edited_at === base?.edited_at ? [] : [outcome('is_favorite', mine.is_favorite, theirs.is_favorite)]

const judgeSetting: Judge<SettingDocument> = (mine, theirs, base) =>
  mine.edited_at === base?.edited_at ? [] : [outcome('value', mine.value, theirs.value)]

const judgeRelation: Judge<RelationDocument> = (mine, theirs, base) => [
  ...(mine.blocked_edited_at === (base?.blocked_edited_at ?? 0)
    ? []
    : [outcome('is_blocked', mine.is_blocked, theirs.is_blocked)]),
  ...((mine.liking_edited_at ?? 0) === (base?.liking_edited_at ?? 0)
    ? []
    : [outcome('liking', likingOf(mine), likingOf(theirs))]),
]

/** A message that had already left when it was changed or taken back here; one that was taken back has no text. */
const judgeMessage: Judge<MessageDocument> = (mine, theirs) => {
  if (mine.is_deleted) return [outcome('is_deleted', true, theirs.is_deleted)]
  return theirs.is_deleted ? [] : [outcome('body', mine.body, theirs.body)]
}

/** Nobody's words can be lost: a read mark or a view stands as it was last meant, and the rest is the server's. */
const nothing = (): Outcome[] => []

/** Total: a collection that is added must say what of it can be lost. */
const JUDGES: { [Name in CollectionName]: Judge<DocumentOf<Name>> } = {
  ratings: judgeRating,
  favorites: judgeFavorite,
  settings: judgeSetting,
  messages: judgeMessage,
  relations: judgeRelation,
  videos: nothing,
  profiles: nothing,
  notifications: nothing,
  notification_reads: nothing,
  conversations: nothing,
  connections: nothing,
  history: nothing,
}

/** What became of an edit of this collection, field by field. */
export function judge(
  name: CollectionName,
  mine: SyncedDocument,
  theirs: SyncedDocument,
  base: SyncedDocument | undefined,
): Outcome[] {
  // The twelve judges have no common document type; each is only ever given its own documents
  return (JUDGES[name] as unknown as Judge<SyncedDocument>)(mine, theirs, base)
}
