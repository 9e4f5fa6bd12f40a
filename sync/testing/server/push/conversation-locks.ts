import { partnerOf, type Work } from '../work.ts'
import type { PushedRow } from './row-answers.ts'

type Given = Partial<Record<'relations' | 'messages' | 'conversations', PushedRow[]>>

/** Those of the person, also behind a block, so that pushes into several cannot deadlock. */
export function lockConversations(work: Work, me: string, given: Given): void {
  const ids = [
    ...(given.messages ?? []).map((row) => row?.['conversation_id']),
    ...(given.conversations ?? []).map((row) => row?.['id']),
  ]
  const people = (given.relations ?? []).map((row) => String(row?.['other_id']).toLowerCase())
  const common = work.tx
    .of('conversations', me)
    .filter((row) => people.includes(partnerOf(row, me)))
    .map(({ id }) => id)
  for (const id of new Set([...ids.map((id) => String(id).toLowerCase()), ...common])) {
    const row = work.tx.get('conversations', id)
    if (row?.['user1_id'] === me || row?.['user2_id'] === me) work.tx.lock(`conversations/${id}`)
  }
}
