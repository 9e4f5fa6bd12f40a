import type { App } from './app.ts'
import { noteError } from './last-errors.ts'

/**
 * Signs out, without a connection, and leaves nothing of the account readable here. Guarantee: false means that nothing was deleted and the person is still signed in,
 * because what is unsent could not be sealed. Giving it up always signs out. `goHome` leaves the screen that the person is on.
 */
export async function leave(
  { keeper, session, farewell }: Pick<App, 'keeper' | 'session' | 'farewell'>,
  how: 'seal' | 'discard',
  goHome: () => Promise<void>,
): Promise<boolean> {
  try {
    const sayGoodbye = await session.prepareGoodbye()
    const person = session.state.read()
    const departure = await keeper.depart(how)
    // Order matters: a screen that a visitor may see too would ask the server again what the person asked it
    await goHome()
    await session.signOut()
    // Something was stored after the person was asked, and this device has no key: they are told
    if (person.status === 'signedIn' && departure.remainder === 'kept')
      farewell.set({ userId: person.userId, departure })
    sayGoodbye()
    return true
  } catch (error) {
    noteError(error)
    if (how === 'seal') return false
    // Nothing can be asked of a storage that does not work; what it still holds is taken away at a later start
    await goHome()
    await session.signOut()
    return true
  }
}
