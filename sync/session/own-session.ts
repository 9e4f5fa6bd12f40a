import { changeItem, SESSION_KEY, sessionStorage } from './session-storage.ts'
import { readSession } from './stored-session.ts'

/** Is this account the one that is signed in on this device, as far as is stored? */
export async function isSignedIn(userId: string): Promise<boolean> {
  return readSession(await sessionStorage.getItem(SESSION_KEY))?.user.id === userId
}

/** Takes this account's session from the device; one of another account stays. */
export async function forgetSession(userId: string): Promise<void> {
  await changeItem(SESSION_KEY, (now) => (readSession(now)?.user.id === userId ? null : undefined))
}
