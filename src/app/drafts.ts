import { draftOwners, draftsOf as versionsOfAll, forgetDraftsOf } from '#platform/drafts.ts'
import { accountsOnDevice } from '#sync/departure/depart.ts'
import type { Draft } from '#sync/seal/remainder.ts'
import { isSignedIn } from '#sync/session/own-session.ts'

/** None where the browser keeps nothing. */
export const draftsOf = (userId: string): Draft[] =>
  versionsOfAll(userId).map(({ name, version: { text, at, sending } }) => ({ name, text, at, sending }))

/**
 * Takes away the drafts of everybody who has left, with session and databases. Hazard: a browser that is
 * killed soon after a departure has not yet brought the end of their drafts to the disk (platform/drafts.ts).
 */
export async function forgetDraftsOfDeparted(): Promise<void> {
  const here = await accountsOnDevice()
  for (const userId of draftOwners())
    if (!here.includes(userId) && !(await isSignedIn(userId))) await forgetDraftsOf(userId)
}
