import { TransportFailure } from '#sync/replication/failure.ts'
import type { Session } from './session/session.ts'
import { NoAnswer } from './http.ts'

type AccessToken = () => Promise<string | null>
type Reached = (reached: boolean) => void

/** A server that cannot renew it just now was reached all the same, and a database that cannot be read (DOMException) says nothing of that. */
const isForWantOfConnection = (error: unknown): boolean =>
  error instanceof TransportFailure
    ? error.failure.kind === 'network' || error.failure.kind === 'not_the_server'
    : !(error instanceof DOMException)

/** `accessToken`, which throws NoAnswer where it cannot be told just now, and tells `reached` where that is for want of a connection. */
export async function tokenNow(accessToken: AccessToken, reached: Reached): Promise<string | null> {
  try {
    return await accessToken()
  } catch (error) {
    if (isForWantOfConnection(error)) reached(false)
    throw new NoAnswer('offline', error)
  }
}

/**
 * What whoever is here asks the server with: a token, or null for a visitor. Guarantee: nobody who is signed in gets null, which would have them answered as a
 * visitor, with people in sight whom they block; where they have no token it throws NoAnswer.
 */
export function personToken({
  session,
  accessToken,
  reached,
}: {
  session: Pick<Session, 'settled'>
  accessToken: AccessToken
  reached: Reached
}): AccessToken {
  return async () => {
    const { status } = await session.settled()
    if (status === 'signedOut') return null
    const token = await tokenNow(accessToken, reached)
    if (token === null) throw new NoAnswer('signed_out')
    return token
  }
}
