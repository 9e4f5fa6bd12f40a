import { accountsOnDevice, depart, type Departure } from '#sync/departure/depart.ts'
import type { Occupancy } from '#sync/departure/occupancy.ts'
import { forgetSession, isSignedIn } from '#sync/session/own-session.ts'
import { draftsOf, forgetDrafts } from '../drafts.ts'
import type { DepartHow } from './store-keeper.ts'

/** Takes an account and its drafts from this device. `own`: this tab's occupancy, when its store was open here; it is closed. */
export const departHere = (userId: string, how: DepartHow, own?: Occupancy): Promise<Departure> =>
  depart({
    userId,
    how: how === 'discard' ? 'discard' : 'seal',
    drafts: () => draftsOf(userId),
    forgetDrafts: () => forgetDrafts(userId),
    forgetSession: () => forgetSession(userId),
    ...(own && { own }),
    ...(how === 'ended' && { isBack: () => isSignedIn(userId).catch(() => true) }),
  })

/**
 * Seals and takes away what accounts left here whose departure did not end: the page died meanwhile, or the session ended while it was closed. Answers how many.
 */
export async function departLeftovers(): Promise<number> {
  let gone = 0
  for (const userId of await accountsOnDevice()) {
    const { remainder } = await departHere(userId, 'ended')
    if (remainder !== 'kept' && remainder !== 'back') gone++
  }
  return gone
}
