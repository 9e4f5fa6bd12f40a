import * as v from 'valibot'
import type { Client } from '../_shared/client.ts'

const Decided = v.array(v.object({ id: v.string(), document_path: v.string() }))
const AT_ONCE = 100

/** Deletes documents whose request is decided; answers how many requests let go of theirs. */
export async function deleteDecidedDocuments(service: Client): Promise<number> {
  const { data, error } = await service
    .from('verification_requests')
    .select('id, document_path')
    .neq('status', 'pending')
    .not('document_path', 'is', null)
    .limit(AT_ONCE)
  if (error) throw error
  const decided = v.parse(Decided, data)
  if (decided.length === 0) return 0
  const paths = decided.map(({ document_path }) => document_path)
  // Order matters: a path that is forgotten while its file is there would leave the file for ever
  const removal = await service.storage.from('verification').remove(paths)
  if (removal.error) throw removal.error
  const forgetting = await service
    .from('verification_requests')
    .update({ document_path: null })
    .in(
      'id',
      decided.map(({ id }) => id),
    )
  if (forgetting.error) throw forgetting.error
  return decided.length
}
