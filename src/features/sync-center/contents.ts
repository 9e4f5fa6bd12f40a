import { SCORE_NAMES, SCORES } from '#domain/rating.ts'
import { copyText } from '#sync/outbox/decisions.ts'
import type { ParkedEdit } from '#sync/outbox/parked.ts'

/** What a refused edit says, as lines; what a person typed is its text. */
export function contentsOf(edit: ParkedEdit): { facts: string[]; text: string } {
  const { collection, document } = edit
  return { facts: factsOf(collection, document), text: copyText(edit) }
}

function factsOf(collection: ParkedEdit['collection'], document: Record<string, unknown>): string[] {
  if (collection === 'favorites') return [document['is_favorite'] === true ? '追加' : '外す']
  if (collection === 'relations') return [decisionOf(document)]
  if (collection === 'history') return document['is_deleted'] === true ? ['履歴から削除'] : []
  if (collection === 'messages') return document['is_deleted'] === true ? ['メッセージを削除'] : []
  if (collection !== 'ratings') return []
  if (document['is_deleted'] === true) return ['評価を削除']
  return SCORES.flatMap((name) => {
    const score = document[name]
    return typeof score === 'number' ? [`${SCORE_NAMES[name]} ${score}`] : []
  })
}

const LIKINGS = new Map([
  ['like', 'いいね'],
  ['skip', 'スキップ'],
])

/** What a person decided last about another. */
function decisionOf(document: Record<string, unknown>): string {
  const decisions = [
    {
      at: document['blocked_edited_at'],
      said: document['is_blocked'] === true ? 'ブロック' : 'ブロック解除',
    },
    { at: document['liking_edited_at'], said: LIKINGS.get(String(document['liking'])) ?? 'いいねの取り消し' },
    {
      at: document['answered_at'],
      said: document['connection_answer'] === 'accept' ? '接続リクエストの承認' : '接続リクエストの拒否',
    },
    { at: document['reported_at'], said: '通報' },
  ]
  return decisions.reduce((last, one) => (Number(one.at ?? 0) > Number(last.at ?? 0) ? one : last)).said
}
