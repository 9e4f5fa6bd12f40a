import type { App } from './app.ts'
import { noteError } from './last-errors.ts'

/** Whoever signs out sees so within two seconds. */
const LIMIT_MS = 1_500

/**
 * Signs out, without a connection, and leaves nothing of the account readable here. Guarantee: false means that nothing was deleted and the person is still signed in,
 * because what is unsent could not be sealed. Giving it up always signs out, and so does a departure that takes longer than `limitMs`: it goes on behind the signed-out app, and what it does not
 * end is ended at a later start. `goHome` leaves the screen that the person is on.
 */
export async function leave(
  { keeper, session, farewell }: Pick<App, 'keeper' | 'session' | 'farewell'>,
  how: 'seal' | 'discard',
  goHome: () => Promise<void>,
  limitMs = LIMIT_MS,
): Promise<boolean> {
  const preparing = session.prepareGoodbye()
  const end = async (): Promise<void> => {
    // Order matters: a screen that a visitor may see too would ask the server again what the person asked it
    await goHome()
    await session.signOut()
    // Late rather than never: until the server hears of it, this browser gets the account's pushes
    preparing.then((sayGoodbye) => sayGoodbye(), noteError)
  }
  try {
    const limit = new Promise<void>((resolve) => setTimeout(resolve, limitMs))
    await Promise.race([preparing.catch(() => {}), limit])
    const person = session.state.read()
    const departing = keeper.depart(how)
    await Promise.race([departing, limit])
    await end()
    departing.then((departure) => {
      // Something was stored after the person was asked, and this device has no key: they are told
      if (person.status === 'signedIn' && departure.remainder === 'kept')
        farewell.set({ userId: person.userId, departure })
    }, noteError)
    return true
  } catch (error) {
    noteError(error)
    if (how === 'seal') return false
    // Nothing can be asked of a storage that does not work; what it still holds is taken away at a later start
    await end()
    return true
  }
}
