import { ok, type Answer, type Context } from './context.ts'
import { missing } from './errors.ts'
import type { Facts, Kind } from './facts.ts'
import type { Where } from './store.ts'

type Paging = { limit: number; starting_after?: string | undefined; ending_before?: string | undefined }

/** A page of a list as Stripe gives it, newest first. */
export async function listOf<K extends Kind>(
  { store }: Context,
  kind: K,
  url: string,
  where: Where<K>,
  { limit, starting_after: startingAfter, ending_before: endingBefore }: Paging,
  show: (facts: Facts[K]) => object,
): Promise<Answer> {
  for (const [param, id] of Object.entries({ starting_after: startingAfter, ending_before: endingBefore })) {
    if (id !== undefined && !(await store.find(kind, id))) throw missing(kind, id, param)
  }
  const { found, hasMore } = await store.page(kind, where, { limit, startingAfter, endingBefore })
  return ok({ object: 'list', data: found.map(show), has_more: hasMore, url })
}

/** The object of that id; throws what Stripe says of one that is not there. */
export async function found<K extends Kind>(
  { store }: Context,
  kind: K,
  id: string,
  param = 'id',
): Promise<Facts[K]> {
  const facts = await store.find(kind, id)
  if (!facts) throw missing(kind, id, param)
  return facts
}
