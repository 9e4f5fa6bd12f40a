import { SCORE_NAMES, SCORES } from '#domain/rating.ts'
import type { Conflict } from '#sync/outbox/conflicts.ts'
import type { Overruled } from '#sync/outbox/overruled.ts'

export type LostValue = { label: string; mine: string; theirs: string }
export type ConflictWords = {
  headline: string
  values: LostValue[]
  /** What was typed here, '' when nothing was. */ text: string
}

/** A conflict as people read it. */
export function conflictWords({ collection, values }: Conflict): ConflictWords {
  return { headline: headlineOf(collection, values), values: values.flatMap(valueOf), text: textOf(values) }
}

function headlineOf(collection: Conflict['collection'], values: Overruled[]): string {
  const [first] = values
  if (collection === 'favorites')
    return first?.theirs === true
      ? '他の端末でお気に入りに追加されました'
      : '他の端末でお気に入りから外されました'
  if (collection === 'relations' && first?.field === 'liking')
    return '他の端末でいいね・スキップが変更されました'
  if (collection === 'relations')
    return first?.theirs === true ? '他の端末でブロックされました' : '他の端末でブロックが解除されました'
  if (collection === 'messages')
    return first?.field === 'is_deleted'
      ? '取り消しは間に合いませんでした。メッセージは届いています'
      : '編集は間に合いませんでした。先の文面が届いています'
  if (first?.field === 'is_deleted')
    return first.theirs === true ? '他の端末で評価が削除されました' : '他の端末で評価し直されました'
  if (values.length > 1 || first === undefined) return '他の端末で変更されました'
  if (first.field === 'comment') return '他の端末でコメントが書き換えられました'
  return typeof first.theirs === 'number'
    ? `他の端末で ${first.theirs} に変更されました`
    : '他の端末で変更されました'
}

/** One line per value; none where the headline says it all. */
function valueOf({ field, mine, theirs }: Overruled): LostValue[] {
  const score = SCORES.find((name) => name === field)
  if (score) return [{ label: SCORE_NAMES[score], mine: shown(mine), theirs: shown(theirs) }]
  if (field === 'comment') return [{ label: 'コメント', mine: shown(mine), theirs: shown(theirs) }]
  if (field === 'body') return [{ label: '文面', mine: shown(mine), theirs: shown(theirs) }]
  if (field === 'value') return [{ label: '値', mine: shown(mine), theirs: shown(theirs) }]
  if (field === 'is_deleted' && typeof mine === 'object' && mine !== null)
    return Object.entries(mine).flatMap(([name, value]) =>
      value === '' ? [] : [{ label: nameOf(name), mine: shown(value), theirs: 'なし' }],
    )
  return []
}

const nameOf = (field: string): string =>
  SCORES.flatMap((name) => (name === field ? SCORE_NAMES[name] : []))[0] ?? 'コメント'

function shown(value: unknown): string {
  if (value === null || value === undefined || value === '') return 'なし'
  if (typeof value === 'boolean') return value ? 'オン' : 'オフ'
  return typeof value === 'string' || typeof value === 'number' ? String(value) : JSON.stringify(value)
}

function textOf(values: Overruled[]): string {
  for (const { field, mine } of values) {
    if ((field === 'comment' || field === 'body') && typeof mine === 'string') return mine
    if (typeof mine === 'object' && mine !== null && 'comment' in mine && typeof mine.comment === 'string')
      return mine.comment
  }
  return ''
}
