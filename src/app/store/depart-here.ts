import { accountsOnDevice, depart, type Departure } from '#sync/departure/depart.ts'
import type { Occupancy } from '#sync/departure/occupancy.ts'
import { forgetSession, isSignedIn } from '#sync/session/own-session.ts'
import { within } from '#sync/within.ts'
import { draftsOf, forgetDrafts } from '../drafts.ts'
import { forgetTraces } from '../forget-traces.ts'
import type { DepartHow } from './store-keeper.ts'

const DRAFTS_LIMIT_MS = 1_000

/** Takes an account and its drafts from this device. `own`: this tab's occupancy, when its store was open here; it is closed. */
export const departHere = (userId: string, how: DepartHow, own?: Occupancy): Promise<Departure> =>
  depart({
    userId,
    how: how === 'discard' ? 'discard' : 'seal',
    drafts: () => draftsOf(userId),
    forgetRest: async () => {
      // A stopped tab may hold the drafts' database up; those of this page are gone by then
      await within(DRAFTS_LIMIT_MS, forgetDrafts(userId)).catch(() => {})
      await forgetTraces()
    },
    forgetSession: () => forgetSession(userId),
    ...(own && { own }),
    ...(how === 'ended' && { isBack: () => isSignedIn(userId).catch(() => true) }),
  })

/** Seals and takes away what accounts left here whose departure did not end: the page died meanwhile, or the session ended while it was closed. */
export async function departLeftovers(): Promise<void> {
  for (const userId of await accountsOnDevice()) await departHere(userId, 'ended')
}
