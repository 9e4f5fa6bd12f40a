import { subjectOf, tokenFor } from '../testing/server/link.ts'

/** How long an access token lives, ms; short, so that every run sees it end. */
const TOKEN_LIFE_MS = 240_000
/** For so long after its successor was issued a refresh token may be used again, ms: what the real server has by default. */
export const REUSE_MS = 10_000

type SignIn = {
  userId: string
  refresh: number
  /** The latest access token and when it ends; those before it are good for as long as they were made for. */
  access: string
  expiresAt: number
  endings: Map<string, number>
  renewedAt: number
  isUsed: boolean
  revoked: boolean
  lost: string | undefined
}
export type Session = {
  access_token: string
  refresh_token: string
  expires_in: number
  expires_at: number
  user: { id: string }
}

/**
 * Sessions with tokens that end and refresh tokens that can be used once. A refresh token that is used again soon, or while its successor has not been seen in
 * any request, is taken for a lost answer; otherwise for theft, and the session ends, as the real server does.
 */
export function createAuthServer(now: () => number) {
  const signIns: SignIn[] = []
  let serial = 0

  const issue = (signIn: SignIn): void => {
    signIn.access = tokenFor(signIn.userId).replace('none', `n${++serial}`)
    signIn.expiresAt = now() + TOKEN_LIFE_MS
    signIn.endings.set(signIn.access, signIn.expiresAt)
    signIn.isUsed = false
  }
  const sessionOf = (signIn: SignIn): Session => ({
    access_token: signIn.access,
    refresh_token: `${signIns.indexOf(signIn)}.${signIn.refresh}`,
    expires_in: TOKEN_LIFE_MS / 1000,
    expires_at: Math.floor(signIn.expiresAt / 1000),
    user: { id: signIn.userId },
  })

  return {
    signIn: (userId: string): Session => {
      const signIn: SignIn = {
        userId,
        refresh: 1,
        access: '',
        expiresAt: 0,
        endings: new Map(),
        renewedAt: 0,
        isUsed: false,
        revoked: false,
        lost: undefined,
      }
      signIns.push(signIn)
      issue(signIn)
      return sessionOf(signIn)
    },
    /** The token endpoint. A spent token whose asker died on the way changes nothing: it comes within the time of reuse, and nobody hears the answer. */
    refresh: (refreshToken: string, isAskerAlive: boolean): { status: number; answer: unknown } => {
      const [place = '', number = ''] = refreshToken.split('.')
      const signIn = signIns[Number(place)]
      const refused = { status: 400, answer: { code: 'refresh_token_not_found' } }
      if (signIn === undefined || signIn.revoked) return refused
      if (Number(number) === signIn.refresh) {
        signIn.refresh++
        signIn.renewedAt = now()
        issue(signIn)
        return { status: 200, answer: sessionOf(signIn) }
      }
      const isSoon = now() - signIn.renewedAt <= REUSE_MS
      if (Number(number) === signIn.refresh - 1 && (!signIn.isUsed || isSoon)) {
        // The same refresh token as before, with a new access token
        const { isUsed } = signIn
        issue(signIn)
        signIn.isUsed = isUsed
        return { status: 200, answer: sessionOf(signIn) }
      }
      if (!isAskerAlive) return refused
      signIn.revoked = true
      signIn.lost = `refresh token ${refreshToken} was used again after its successor`
      return refused
    },
    /** Whose request this is; undefined when its token is not (or no longer) valid. */
    subject: (authorization: string): string | undefined => {
      const token = authorization.replace('Bearer ', '')
      const signIn = signIns.find(({ endings }) => endings.has(token))
      if (signIn === undefined || signIn.revoked || (signIn.endings.get(token) ?? 0) <= now())
        return undefined
      if (token === signIn.access) signIn.isUsed = true
      return subjectOf(token)
    },
    /** All tokens of this person end now; they can be renewed. */
    expire: (userId: string): void => {
      for (const signIn of signIns) if (signIn.userId === userId) signIn.endings.clear()
    },
    /** The person's sessions end, as when they sign out everywhere. */
    revoke: (userId: string): void => {
      for (const signIn of signIns) if (signIn.userId === userId) signIn.revoked = true
    },
    /** Why a session ended that nobody ended. */
    losses: (): string[] => signIns.flatMap(({ lost }) => lost ?? []),
  }
}
export type AuthServer = ReturnType<typeof createAuthServer>
