import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest'
import { noteLeaving } from '#platform/leaving.ts'
import type { AuthDoor, AuthEvent } from './auth-door.ts'
import { createSession } from './session.ts'
import { signedInByText } from './session-state.ts'

beforeEach(() => vi.useFakeTimers())
afterEach(() => vi.useRealTimers())

const ID = '0190a1b2-0000-7000-8000-000000000001'
const person = {
  refresh_token: 'r',
  user: { id: ID, email: 'hana@example.com', user_metadata: { username: 'はな' } },
}

function setUp({ stored = null as object | null, hash = '', taken = true, isReadable = true } = {}) {
  let kept = stored === null ? null : JSON.stringify(stored)
  let tell: (event: AuthEvent) => void = () => {}
  let otherTab: (news: 'changed' | 'left') => void = () => {}
  let unreadable = !isReadable
  const stopWaiting = vi.fn()
  let afterwards: object | undefined
  const door = {
    ready: () => Promise.resolve(taken),
    stopWaiting,
    endSecondFactor: () => {
      if (afterwards) kept = JSON.stringify(afterwards)
      return Promise.resolve({ ok: true, value: null } as const)
    },
    updatePassword: () => Promise.resolve({ ok: true, value: null } as const),
    signIn: () =>
      Promise.reject(new DOMException('Connection to Indexed Database server lost', 'UnknownError')),
  }
  const openDoor = vi.fn((told: (event: AuthEvent) => void) => {
    tell = told
    // As the real client does: the session in the address is stored first and told of a little later.
    if (hash && taken) {
      kept = JSON.stringify(person)
      const event = hash.includes('recovery') ? 'PASSWORD_RECOVERY' : 'SIGNED_IN'
      setTimeout(() => told({ event, session: person }), 0)
    }
    return Promise.resolve(door as unknown as AuthDoor)
  })
  const session = createSession({
    readStored: () => (unreadable ? Promise.reject(new Error('blocked')) : Promise.resolve(kept)),
    clearStored: (userId) => {
      if (signedInByText(kept)?.userId === userId) kept = null
      return Promise.resolve()
    },
    prepareGoodbye: () => Promise.resolve(() => {}),
    openDoor,
    address: { hash, search: '' },
    onOtherTab: (told) => {
      otherTab = told
    },
  })
  return {
    session,
    openDoor,
    tell: (event: AuthEvent) => tell(event),
    otherTab: (next: object | null, news: 'changed' | 'left' = 'changed') => {
      kept = next === null ? null : JSON.stringify(next)
      otherTab(news)
    },
    block: () => {
      unreadable = true
      otherTab('left')
    },
    makeReadable: () => {
      unreadable = false
    },
    kept: () => kept,
    stopWaiting,
    /** What is stored once the second factor has been turned off. */
    endSecondFactor: (then: object) => {
      afterwards = then
    },
  }
}

test('a stored session is signed in without asking anybody', async () => {
  const { session, openDoor } = setUp({ stored: person })
  void session.start()
  expect(await session.settled()).toMatchObject({ status: 'signedIn', userId: ID, username: 'はな' })
  expect(openDoor).not.toHaveBeenCalled()
})

test('nobody is signed in before their drafts are back', async () => {
  const { session } = setUp({ stored: person })
  const { promise, resolve } = Promise.withResolvers<void>()
  const started = session.start(promise)
  await vi.advanceTimersByTimeAsync(100)
  expect(session.state.read().status).toBe('restoring')
  resolve()
  await started
  expect(session.state.read().status).toBe('signedIn')
})

test('without one, nobody is signed in', async () => {
  const { session } = setUp()
  void session.start()
  expect(await session.settled()).toEqual({ status: 'signedOut', reason: 'none' })
})

test('an old token that cannot be refreshed now does not sign out; the server refusing it does', async () => {
  const { session, tell } = setUp({ stored: person })
  await session.start()
  await session.keepFresh()
  tell({ event: 'INITIAL_SESSION', session: null })
  expect(session.state.read().status).toBe('signedIn')
  tell({ event: 'SIGNED_OUT', session: null })
  expect(session.state.read()).toEqual({ status: 'signedOut', reason: 'ended' })
})

test('refreshed tokens of the same person change nothing that is watched', async () => {
  const { session, tell } = setUp({ stored: person })
  await session.start()
  await session.keepFresh()
  const before = session.state.read()
  tell({ event: 'TOKEN_REFRESHED', session: { ...person, refresh_token: 'next' } })
  expect(session.state.read()).toBe(before)
})

test('the link of a password mail opens recovery, which ends with the new password', async () => {
  const { session, otherTab } = setUp({ hash: '#access_token=a&refresh_token=r&type=recovery' })
  await session.start()
  await vi.runAllTimersAsync()
  expect(session.state.read()).toMatchObject({ status: 'signedIn', recovering: true })
  // Another tab taking the session up does not end it.
  otherTab(person)
  await session.actions.updatePassword('new password')
  expect(session.state.read()).toMatchObject({ status: 'signedIn', recovering: false })
})

test('signing out asks nobody and leaves no session behind', async () => {
  const { session, kept, openDoor } = setUp({ stored: person })
  await session.start()
  await session.signOut()
  expect(session.state.read()).toEqual({ status: 'signedOut', reason: 'left' })
  expect(openDoor).not.toHaveBeenCalled()
  expect(kept()).toBeNull()
})

test('a session that another tab took away ends here too, although the auth client is open', async () => {
  const { session, otherTab } = setUp({ stored: person })
  await session.start()
  await session.keepFresh()
  otherTab(null, 'left')
  await vi.waitFor(() => expect(session.state.read()).toEqual({ status: 'signedOut', reason: 'ended' }))
})

test('a session that cannot be read at the start is taken up as soon as the storage answers', async () => {
  const { session, makeReadable } = setUp({ stored: person, isReadable: false })
  void session.start(new Promise(() => {}))
  await vi.advanceTimersByTimeAsync(5_000)
  expect(session.state.read().status).toBe('signedOut')
  makeReadable()
  await vi.advanceTimersByTimeAsync(10_000)
  expect(session.state.read()).toMatchObject({ status: 'signedIn', userId: ID })
})

test('a session that cannot be read because the page is being left signs nobody out', async () => {
  const { session, makeReadable } = setUp({ stored: person, isReadable: false })
  noteLeaving()
  void session.start()
  await vi.advanceTimersByTimeAsync(29_000)
  expect(session.state.read().status).toBe('restoring')
  // It was not left after all
  makeReadable()
  await vi.advanceTimersByTimeAsync(1_000)
  expect(session.state.read()).toMatchObject({ status: 'signedIn', userId: ID })
})

test('a storage that cannot be read just now signs nobody out', async () => {
  const { session, block } = setUp({ stored: person })
  await session.start()
  block()
  await session.look()
  expect(session.state.read().status).toBe('signedIn')
})

test('signing in and out in another tab is followed', async () => {
  const { session, otherTab } = setUp()
  await session.start()
  otherTab(person)
  await vi.waitFor(() => expect(session.state.read().status).toBe('signedIn'))
  otherTab(null)
  await vi.waitFor(() => expect(session.state.read()).toEqual({ status: 'signedOut', reason: 'ended' }))
})

test('a changed address is shown at once, in the tab that hears of it from the auth client and in one that has none', async () => {
  const { session, tell, otherTab } = setUp({ stored: person })
  await session.start()
  otherTab({ ...person, user: { ...person.user, email: 'first@example.com' } })
  await vi.waitFor(() => expect(session.state.read()).toMatchObject({ email: 'first@example.com' }))
  await session.keepFresh()
  tell({
    event: 'USER_UPDATED',
    session: { ...person, user: { ...person.user, email: 'second@example.com' } },
  })
  expect(session.state.read()).toMatchObject({ status: 'signedIn', userId: ID, email: 'second@example.com' })
})

test('an address that waits for its confirmation is known, until it counts', async () => {
  const { session, tell } = setUp({ stored: person })
  await session.start()
  await session.keepFresh()
  const waiting = { ...person, user: { ...person.user, new_email: 'next@example.com' } }
  tell({ event: 'USER_UPDATED', session: waiting })
  expect(session.state.read()).toMatchObject({ email: 'hana@example.com', newEmail: 'next@example.com' })
  tell({ event: 'SIGNED_IN', session: { ...person, user: { ...person.user, email: 'next@example.com' } } })
  expect(session.state.read()).toMatchObject({ email: 'next@example.com' })
  expect(session.state.read()).not.toHaveProperty('newEmail')
})

test.each(['USER_UPDATED', 'MFA_CHALLENGE_VERIFIED', 'TOKEN_REFRESHED', 'SIGNED_IN'])(
  '%s while a new password is due leaves it due, and signs nobody out without a session',
  async (event) => {
    const { session, tell } = setUp({ stored: person })
    await session.start()
    await session.keepFresh()
    tell({ event: 'PASSWORD_RECOVERY', session: person })
    tell({ event, session: person })
    expect(session.state.read()).toMatchObject({ status: 'signedIn', recovering: true })
    tell({ event, session: null })
    expect(session.state.read().status).toBe('signedIn')
  },
)

test.each([
  ['#access_token=a&refresh_token=r&type=signup', true, 'confirmed'],
  ['#access_token=a&refresh_token=r&type=email_change', true, 'email_changed'],
  ['#access_token=a&refresh_token=r&type=recovery', true, null],
  ['#access_token=a&refresh_token=r&type=signup', false, 'refused'],
  ['#message=Confirmation+link+accepted.', true, 'email_half'],
  ['#error=access_denied&error_code=otp_expired', true, 'refused'],
  ['', true, null],
])('who comes by %s (taken: %s) is told %s', async (hash, taken, news) => {
  const { session } = setUp({ stored: person, hash, taken })
  await session.start()
  await vi.runAllTimersAsync()
  expect(session.linkNews.read()).toBe(news)
  expect(session.state.read().status).toBe('signedIn')
})

const withFactor = (aal: string) => ({
  ...person,
  access_token: `head.${btoa(JSON.stringify({ aal }))}.signature`,
  user: { ...person.user, factors: [{ status: 'verified', updated_at: '2026-11-22T00:00:00Z' }] },
})
const DUE = {
  status: 'signedOut',
  reason: 'none',
  codeDue: { email: 'hana@example.com', recovering: false },
} as const

describe('where a code is due after the password', () => {
  test('nobody is signed in before it is given, and other news changes nothing about that', async () => {
    const { session, tell, otherTab } = setUp()
    await session.start()
    await session.keepFresh()
    tell({ event: 'SIGNED_IN', session: withFactor('aal1'), isWaiting: true })
    expect(session.state.read()).toEqual(DUE)
    otherTab(null, 'left')
    await session.look()
    expect(session.state.read()).toEqual(DUE)
    tell({ event: 'TOKEN_REFRESHED', session: withFactor('aal1'), isWaiting: true })
    expect(session.state.read()).toEqual(DUE)
    tell({ event: 'MFA_CHALLENGE_VERIFIED', session: withFactor('aal2') })
    expect(session.state.read()).toMatchObject({ status: 'signedIn', userId: ID, recovering: false })
  })

  test('another tab hears of it and signs nobody in', async () => {
    const { session, tell } = setUp()
    await session.start()
    await session.keepFresh()
    tell({ event: 'SIGNED_IN', session: withFactor('aal1') })
    expect(session.state.read()).toEqual({ status: 'signedOut', reason: 'none' })
  })

  test('the link of a password mail leads to the code first, and then to the new password', async () => {
    const { session, tell } = setUp()
    await session.start()
    await session.keepFresh()
    tell({ event: 'PASSWORD_RECOVERY', session: withFactor('aal1'), isWaiting: true })
    expect(session.state.read()).toMatchObject({ status: 'signedOut', codeDue: { recovering: true } })
    tell({ event: 'MFA_CHALLENGE_VERIFIED', session: withFactor('aal2') })
    expect(session.state.read()).toMatchObject({ status: 'signedIn', recovering: true })
  })

  test('that link opened where the person is signed in needs no code again', async () => {
    const { session, tell } = setUp({ stored: withFactor('aal2') })
    await session.start()
    await session.keepFresh()
    tell({ event: 'PASSWORD_RECOVERY', session: withFactor('aal1') })
    expect(session.state.read()).toMatchObject({ status: 'signedIn', recovering: true })
  })

  test('it can be given up, and ends when the server ends it', async () => {
    const { session, tell, stopWaiting } = setUp()
    await session.start()
    await session.keepFresh()
    tell({ event: 'SIGNED_IN', session: withFactor('aal1'), isWaiting: true })
    await session.actions.cancelCode()
    expect(stopWaiting).toHaveBeenCalledOnce()
    expect(session.state.read()).toEqual({ status: 'signedOut', reason: 'none' })
    tell({ event: 'SIGNED_IN', session: withFactor('aal1'), isWaiting: true })
    tell({ event: 'SIGNED_OUT', session: null })
    expect(session.state.read()).toEqual({ status: 'signedOut', reason: 'none' })
  })

  test('turned off, it is off at once', async () => {
    const { session, endSecondFactor } = setUp({ stored: withFactor('aal2') })
    await session.start()
    endSecondFactor(person)
    expect(await session.actions.endSecondFactor('123456')).toEqual({ ok: true, value: null })
    expect(session.state.read()).not.toHaveProperty('secondFactorSince')
    expect(session.state.read()).toMatchObject({ status: 'signedIn', userId: ID })
  })

  test('a stored session that lacks it is nobody; one that has it stays without a connection', async () => {
    const lacking = setUp({ stored: withFactor('aal1') })
    await lacking.session.start()
    expect(lacking.session.state.read()).toEqual({ status: 'signedOut', reason: 'none' })
    const whole = setUp({ stored: withFactor('aal2') })
    await whole.session.start()
    expect(whole.session.state.read()).toMatchObject({
      status: 'signedIn',
      secondFactorSince: '2026-11-22T00:00:00Z',
    })
    expect(whole.openDoor).not.toHaveBeenCalled()
  })
})

test('what a link did is not told to whoever comes after', async () => {
  const { session } = setUp({ stored: person, hash: '#message=Confirmation+link+accepted.' })
  await session.start()
  await session.signOut()
  expect(session.linkNews.read()).toBeNull()
})

describe('A sign-in whose session cannot be stored', () => {
  test('says that the storage is at fault, and not the server', async () => {
    const { session } = setUp()
    await expect(session.actions.signIn('hana@example.com', 'secret')).resolves.toEqual({
      ok: false,
      code: 'storage',
    })
  })
})

test.each([
  ['server', 'answers', () => Promise.resolve(Response.json({}))],
  ['offline', 'does not, whatever the browser says', () => Promise.reject(new TypeError('offline'))],
] as const)(
  'what fails for want of the auth client is told as %s where the site %s',
  async (code, _, answer) => {
    vi.stubGlobal('fetch', answer)
    const { session, openDoor } = setUp()
    openDoor.mockRejectedValue(new TypeError('Failed to fetch dynamically imported module'))
    expect(await session.actions.signIn('hana@example.com', 'secret')).toEqual({ ok: false, code })
    vi.unstubAllGlobals()
  },
)
