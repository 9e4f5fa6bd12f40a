import type { Client } from './client.ts'

/**
 * Adds to an admin's act, which was written down before, how it ended. `answer`: the id of what was done,
 * or the code of why nothing was. Never throws: an act that cannot be settled stays `begun`, which claims
 * nothing.
 */
export async function settleAct(
  service: Client,
  act: string,
  isDone: boolean,
  answer?: string,
): Promise<void> {
  const { error } = await service.rpc('settle_act', { act, is_done: isDone, answer })
  if (error) console.error(error)
}
