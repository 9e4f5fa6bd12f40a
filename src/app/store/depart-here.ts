import { forgetDraftsOf } from '#platform/drafts.ts'
import { accountsOnDevice, depart, type Departure } from '#sync/departure/depart.ts'
import type { Occupancy } from '#sync/departure/occupancy.ts'
import { forgetSession, isSignedIn } from '#sync/session/own-session.ts'
import { within } from '#sync/within.ts'
import { draftsOf, forgetDraftsOfDeparted } from '../drafts.ts'
import { forgetTraces } from '../forget-traces.ts'
import { signedInMark } from '../session/signed-in-mark.ts'
import type { DepartHow } from './store-keeper.ts'

const DRAFTS_LIMIT_MS = 1_000

/** Until a page that was just closing, or a tab that sleeps, may have let the databases go. */
const AGAIN_MS = [5_000, 30_000, 120_000]

/**
 * Takes an account and its drafts from this device. `own`: this tab's occupancy, when its store was open here; it
 * is closed. Databases that somebody had open were emptied, and are deleted later.
 */
export async function departHere(userId: string, how: DepartHow, own?: Occupancy): Promise<Departure> {
  const departure = await departOnce(userId, how, own)
  departAgain(userId, departure).catch(() => {})
  return departure
}

async function departAgain(userId: string, departure: Departure): Promise<void> {
  let last = departure
  for (const waitMs of AGAIN_MS) {
    if (last.remainder === 'kept' || last.remainder === 'back') return
    await new Promise((resolve) => setTimeout(resolve, waitMs))
    // What lies beside the databases may be another's by then
    if (signedInMark.isSet() || !(await accountsOnDevice()).includes(userId)) return
    last = await departOnce(userId, 'ended')
  }
}

const departOnce = (userId: string, how: DepartHow, own?: Occupancy): Promise<Departure> =>
  depart({
    userId,
    how: how === 'discard' ? 'discard' : 'seal',
    drafts: () => draftsOf(userId),
    forgetRest: async () => {
      // A stopped tab may hold the drafts' database up; those of this page are gone by then
      await within(DRAFTS_LIMIT_MS, forgetDraftsOf(userId)).catch(() => {})
      await forgetTraces()
    },
    forgetSession: () => forgetSession(userId),
    ...(own && { own }),
    ...(how === 'ended' && { isBack: () => isSignedIn(userId).catch(() => true) }),
  })

/** Seals and takes away what accounts left here whose departure did not end: the page died meanwhile, or the session ended while it was closed. */
export async function departLeftovers(): Promise<void> {
  for (const userId of await accountsOnDevice()) await departHere(userId, 'ended')
  await forgetDraftsOfDeparted()
}
