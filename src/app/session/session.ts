import * as v from 'valibot'
import type { AuthResult, SecondFactorSetup } from '#domain/account.ts'
import {
  createValue,
  firstValue,
  type ObservableValue,
  type WritableValue,
} from '#platform/observable-value.ts'
import { isLeaving, untilStaying } from '#platform/leaving.ts'
import { isSiteReached } from '#platform/site-reached.ts'
import { Overdue, within } from '#sync/within.ts'
import { storageBlocked } from '#platform/storage-blocked.ts'
import type { AuthDoor, AuthEvent } from './auth-door.ts'
import {
  authLinkIn,
  codeDueBy,
  isSettled,
  newsOfSession,
  signedInBy,
  signedInByText,
  type LinkNews,
  type Settled,
  type SessionState,
} from './session-state.ts'
import type { FreshSession } from './sign-in-aside.ts'

type Surroundings = {
  readStored: () => Promise<string | null>
  /** Removes what is kept of this person's session, so that nobody can take it up again, and tells the other tabs. */
  clearStored: (userId: string) => Promise<void>
  /** Takes the session's token along, so that the server can be told when the session is gone from here. */
  prepareGoodbye: () => Promise<() => void>
  openDoor: (told: (event: AuthEvent) => void) => Promise<AuthDoor>
  address: Pick<Location, 'hash' | 'search'>
  /** Calls when another tab signed in or out; `left` when it took the session from the device, or may have. */
  onOtherTab: (told: (news: 'changed' | 'left') => void) => void
}

export type Session = {
  state: ObservableValue<SessionState>
  settled: () => Promise<Settled>
  /** The address brought a link that the server refused (used, too old). */
  linkRefused: boolean
  /** What the link that led here has done, until the person has seen it. */
  linkNews: WritableValue<LinkNews | null>
  /** `restored`: what a person's screens look for when they open is back; nobody is signed in before. */
  start: (restored?: Promise<void>) => Promise<void>
  /** Opens the auth client, which keeps the token fresh from then on. */
  keepFresh: () => Promise<void>
  /** Looks again who is signed in, as far as this device knows. */
  look: () => Promise<void>
  prepareGoodbye: Surroundings['prepareGoodbye']
  /** Ends the session on this device; needs no connection. */
  signOut: (reason?: 'left' | 'expired') => Promise<void>
  actions: {
    /** With `codeNeeded` nobody is signed in yet: `state` says that a code is due. */
    signIn: AuthDoor['signIn']
    giveCode: (code: string) => Promise<AuthResult>
    /** Nobody gives the code that is due: what was begun is given up. */
    cancelCode: () => Promise<void>
    signUp: AuthDoor['signUp']
    requestPasswordReset: (email: string) => Promise<AuthResult>
    updatePassword: (password: string) => Promise<AuthResult>
    resendConfirmation: AuthDoor['resendConfirmation']
    prove: (password: string, code: string) => Promise<AuthResult<FreshSession>>
    changePassword: (current: string, next: string) => Promise<AuthResult>
    changeEmail: AuthDoor['changeEmail']
    beginSecondFactor: () => Promise<AuthResult<SecondFactorSetup>>
    confirmSecondFactor: (factorId: string, code: string) => Promise<AuthResult>
    endSecondFactor: (code: string) => Promise<AuthResult>
  }
}

const LOOK_AGAIN_FIRST_MS = 3_000
const LOOK_AGAIN_MAX_MS = 60_000
/** A start waits no longer for what was being typed. */
const DRAFTS_LIMIT_MS = 3_000
/** Whoever signs out does not wait for a storage that does not answer. */
const CLEAR_LIMIT_MS = 500

/**
 * Who is signed in. A stored session counts without asking the server, so that a person without a connection stays
 * signed in; the server's word (events of the auth client) changes it.
 */
export function createSession(surroundings: Surroundings): Session {
  const state = createValue<SessionState>({ status: 'restoring' })
  const link = authLinkIn(surroundings.address)
  const linkNews = createValue<LinkNews | null>(
    link?.brings === 'refusal' ? 'refused' : link?.brings === 'half' ? 'email_half' : null,
  )
  let opening: Promise<AuthDoor> | undefined
  let lookAgainMs = LOOK_AGAIN_FIRST_MS

  const settle = (next: Settled): void => {
    const now = state.read()
    // Token refreshes tell the same person again and again.
    if (JSON.stringify(now) === JSON.stringify(next)) return
    // What a link did for somebody is nothing to whoever comes after
    if (now.status === 'signedIn' && next.status === 'signedOut') linkNews.set(null)
    state.set(next)
  }
  const signedOut = (): void => {
    const now = state.read()
    if (now.status !== 'signedOut')
      settle({ status: 'signedOut', reason: now.status === 'signedIn' ? 'ended' : 'none' })
    else if (now.codeDue) settle({ status: 'signedOut', reason: 'none' })
  }
  const readAgain = async (restored?: Promise<void>): Promise<void> => {
    const drafts = restored && within(DRAFTS_LIMIT_MS, restored).catch(() => {})
    const [text] = await Promise.all([surroundings.readStored().catch(() => undefined), drafts])
    // Hazard: signed out, the person is led to the login, and that cancels their own navigation
    if (text === undefined && isLeaving()) {
      await untilStaying()
      return readAgain(restored)
    }
    const now = state.read()
    // Whoever is signed in is so again as soon as the storage answers
    if (text === undefined) {
      setTimeout(() => void readAgain(), lookAgainMs)
      lookAgainMs = Math.min(2 * lookAgainMs, LOOK_AGAIN_MAX_MS)
    }
    // What cannot be read just now is no reason to sign anybody out.
    if (text === undefined && now.status === 'signedIn') return
    const stored = signedInByText(text ?? null)
    // An event that came meanwhile knows more than the storage: that this is a recovery.
    const recovering = now.status === 'signedIn' && now.userId === stored?.userId && now.recovering
    if (stored) settle({ ...stored, recovering })
    // Nothing is stored of whoever has still to give the code
    else if (codeDueIn(now) === undefined) signedOut()
  }
  /** A storage that does not answer is asked again. */
  const clearAtLast = async (userId: string): Promise<void> => {
    await surroundings.clearStored(userId).catch(async () => {
      await new Promise((resolve) => setTimeout(resolve, LOOK_AGAIN_FIRST_MS))
      if (state.read().status === 'signedOut') await clearAtLast(userId)
    })
  }
  const told = ({ event, session, isWaiting = false }: AuthEvent): void => {
    const now = state.read()
    const wasRecovering = now.status === 'signedIn' ? now.recovering : codeDueIn(now)?.recovering
    const recovering = event === 'PASSWORD_RECOVERY' || wasRecovering === true
    const codeDue = isWaiting ? codeDueBy(session, recovering) : null
    if (codeDue) return settle({ status: 'signedOut', reason: 'none', codeDue })
    const signedIn = signedInBy(session, recovering)
    if (signedIn) settle(signedIn)
    else if (event === 'SIGNED_OUT') signedOut()
    else if (event === 'PASSWORD_RECOVERY' && now.status === 'signedIn' && isOf(session, now.userId))
      settle({ ...now, recovering })
    // INITIAL_SESSION without one may only mean that an old token could not be refreshed here and now.
  }
  const door = (): Promise<AuthDoor> => {
    opening ??= surroundings.openDoor(told).catch((error: unknown) => {
      opening = undefined
      throw error
    })
    return opening
  }
  const ask = async <T>(question: (door: AuthDoor) => Promise<AuthResult<T>>): Promise<AuthResult<T>> => {
    try {
      return await question(await door())
    } catch (error) {
      if (storageBlocked.read()) return { ok: false, code: 'storage_blocked' }
      if (isOfStorage(error)) return { ok: false, code: 'storage' }
      return { ok: false, code: (await isSiteReached()) ? 'server' : 'offline' }
    }
  }

  return {
    state,
    linkRefused: link?.brings === 'refusal',
    linkNews,
    settled: () => firstValue(state, isSettled),
    start: async (restored) => {
      surroundings.onOtherTab((news) => {
        if (!opening || news === 'left') void readAgain()
      })
      if (link?.brings === 'session') {
        const taken = await door()
          .then((opened) => opened.ready())
          .catch(() => false)
        linkNews.set(taken ? newsOfSession(link.for) : 'refused')
        if (isSettled(state.read())) return
      }
      await readAgain(restored)
    },
    keepFresh: async () => {
      await door()
    },
    look: () => readAgain(),
    prepareGoodbye: surroundings.prepareGoodbye,
    signOut: async (reason = 'left') => {
      const now = state.read()
      // Order matters: whoever hears that nobody is signed in must not find a session any more
      if (now.status === 'signedIn') await within(CLEAR_LIMIT_MS, clearAtLast(now.userId)).catch(() => {})
      settle({ status: 'signedOut', reason })
    },
    actions: {
      signIn: (email, password) => ask((opened) => opened.signIn(email, password)),
      signUp: (input) => ask((opened) => opened.signUp(input)),
      requestPasswordReset: (email) => ask((opened) => opened.requestPasswordReset(email)),
      resendConfirmation: (email, from) => ask((opened) => opened.resendConfirmation(email, from)),
      giveCode: (code) => ask((opened) => opened.giveCode(code)),
      cancelCode: async () => {
        await door().then(
          (opened) => opened.stopWaiting(),
          () => {},
        )
        if (codeDueIn(state.read())) settle({ status: 'signedOut', reason: 'none' })
      },
      beginSecondFactor: () => ask((opened) => opened.beginSecondFactor()),
      confirmSecondFactor: (factorId, code) => ask((opened) => opened.confirmSecondFactor(factorId, code)),
      endSecondFactor: async (code) => {
        const result = await ask((opened) => opened.endSecondFactor(code))
        // The auth client tells of no renewal that was stored under its hands
        if (result.ok) await readAgain()
        return result
      },
      prove: (password, code) => ask((opened) => opened.prove(password, code)),
      changePassword: (current, next) => ask((opened) => opened.changePassword(current, next)),
      changeEmail: (email) => ask((opened) => opened.changeEmail(email)),
      updatePassword: async (password) => {
        const result = await ask((opened) => opened.updatePassword(password))
        const now = state.read()
        if (result.ok && now.status === 'signedIn') settle({ ...now, recovering: false })
        return result
      },
    },
  }
}

/** Could the session not be stored or read? What fails on the way to the server fails with other names. */
const isOfStorage = (error: unknown): boolean =>
  error instanceof Overdue ||
  (error instanceof DOMException && !['AbortError', 'TimeoutError'].includes(error.name))

const codeDueIn = (state: SessionState) => (state.status === 'signedOut' ? state.codeDue : undefined)

const isOf = (session: unknown, userId: string): boolean =>
  v.is(v.object({ user: v.object({ id: v.literal(userId) }) }), session)
