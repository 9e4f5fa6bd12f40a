import { isSignedIn } from '../session/own-session.ts'
import { occupy, type Occupancy } from './occupancy.ts'

/**
 * Enters an account and has `open` open its store; whoever closes the store releases the occupancy. null when the account was taken from this device
 * meanwhile: nothing of it may be made again. An account that leaves while its store is being opened is looked for again: `open` must reject then, with nothing left open.
 */
export async function enterAccount<Opened>(
  userId: string,
  open: (occupancy: Occupancy) => Promise<Opened>,
): Promise<Opened | null> {
  for (;;) {
    const occupancy = await occupy(userId)
    try {
      // Where the session cannot be read, the database cannot be opened either: that says why
      if (await isSignedIn(userId).catch(() => true)) return await open(occupancy)
      occupancy.release()
      return null
    } catch (error) {
      occupancy.release()
      // Bounded: each turn is another departure of the same account
      if (!occupancy.evicted.aborted) throw error
    }
  }
}
