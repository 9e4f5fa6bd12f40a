// @vitest-environment jsdom
import { act, cleanup, fireEvent, screen } from '@testing-library/react'
import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest'
import { INSTALL_FALLBACK_MS, INSTALL_PAUSE_MS } from '#domain/limits.ts'
import { askToInstall, watchInstallPrompt } from '#platform/install-prompt.ts'
import { OWN_STORAGE } from '#ui/browser-sentences.ts'
import { actAs } from '../../../tests/support/act-as.ts'
import { show } from '../../../tests/support/screen.tsx'
import { COPY, FIRST_START, STEPS } from './copy.ts'
import { FirstStartNotice } from './first-start-notice.tsx'
import { InstallBanner } from './install-banner.tsx'

const IPHONE = 'Mozilla/5.0 (iPhone; CPU iPhone OS 18_5 like Mac OS X) AppleWebKit/605.1.15 Safari/604.1'
const ANDROID =
  'Mozilla/5.0 (Linux; Android 15; Pixel 9) AppleWebKit/537.36 Chrome/140.0.0.0 Mobile Safari/537.36'
const LAPTOP = 'Mozilla/5.0 (X11; Linux x86_64) AppleWebKit/537.36 Chrome/140.0.0.0 Safari/537.36'

const realTimeout = setTimeout
/** Ends the wait for a prompt. */
let passFiveSeconds: () => void
let modes: string[]
let apps: object[]
watchInstallPrompt()
// jsdom knows no modal dialogs
HTMLDialogElement.prototype.showModal = function () {
  this.open = true
}

beforeEach(() => {
  vi.useFakeTimers({ toFake: ['Date'], now: new Date('2026-11-23T12:00:00Z') })
  vi.stubGlobal('setTimeout', (work: () => void, ms: number) => {
    if (ms !== INSTALL_FALLBACK_MS) return realTimeout(work, ms)
    passFiveSeconds = work
    return 0
  })
  modes = []
  apps = []
  vi.stubGlobal('matchMedia', (query: string) => ({
    matches: modes.some((mode) => query.includes(`: ${mode})`)),
  }))
  Object.assign(navigator, { getInstalledRelatedApps: () => Promise.resolve(apps) })
})
afterEach(async () => {
  // Takes whatever a test left of the browser's offer
  await act(() => askToInstall())
  vi.useRealTimers()
  vi.unstubAllGlobals()
  vi.restoreAllMocks()
})

const banner = () => screen.queryByRole('region', { name: COPY.region })
async function openOn(userAgent: string, unsent = 0): Promise<void> {
  cleanup()
  vi.spyOn(navigator, 'userAgent', 'get').mockReturnValue(userAgent)
  await show(<InstallBanner unsent={unsent} />)
  await settle()
}
const settle = () => act(() => new Promise<void>((resolve) => void realTimeout(resolve, 0)))

/** As Chromium does. Answers what was asked of its offer. */
function offer(outcome: 'accepted' | 'dismissed') {
  const prompt = vi.fn(() => Promise.resolve({ outcome }))
  const event = Object.assign(new Event('beforeinstallprompt', { cancelable: true }), { prompt })
  act(() => void window.dispatchEvent(event))
  return { prompt, event }
}

test.each([
  ['ios', IPHONE],
  ['android', ANDROID],
] as const)(
  'on %s without a prompt it appears after 5 s and shows how it is done',
  async (device, userAgent) => {
    await openOn(userAgent)
    expect(banner()).toBeNull()
    act(passFiveSeconds)
    fireEvent.click(screen.getByRole('button', { name: COPY.how }))
    const steps = screen.getAllByRole('listitem').map(({ textContent }) => textContent)
    expect(steps).toEqual(STEPS[device].map(({ text }, index) => `${index + 1}.${text}`))
    expect(document.querySelectorAll('dialog li svg[aria-hidden="true"]')).toHaveLength(3)
  },
)

test('elsewhere without a prompt there is none', async () => {
  await openOn(LAPTOP)
  act(passFiveSeconds)
  expect(banner()).toBeNull()
})

test("with the browser's prompt it appears at once, and who agrees has it gone", async () => {
  await openOn(LAPTOP)
  const { prompt, event } = offer('accepted')
  expect(event.defaultPrevented).toBe(true)
  fireEvent.click(screen.getByRole('button', { name: COPY.install }))
  await settle()
  expect(prompt).toHaveBeenCalledOnce()
  expect(banner()).toBeNull()
  expect(localStorage.length).toBe(0)
})

test('closed it stays away for 24 hours, also when it was the browser that was told no', async () => {
  await openOn(LAPTOP)
  offer('dismissed')
  fireEvent.click(screen.getByRole('button', { name: COPY.install }))
  await settle()
  expect(banner()).toBeNull()
  vi.setSystemTime(Date.now() + INSTALL_PAUSE_MS - 60_000)
  await openOn(LAPTOP)
  offer('accepted')
  expect(banner()).toBeNull()
  vi.setSystemTime(Date.now() + 60_000)
  await openOn(LAPTOP)
  expect(banner()).not.toBeNull()
  fireEvent.click(screen.getAllByRole('button', { name: COPY.later })[0] as HTMLElement)
  expect(banner()).toBeNull()
})

test.each([
  ['runs as an app', () => void (modes = ['standalone'])],
  ['runs with its own title bar', () => void (modes = ['window-controls-overlay'])],
  ['is told to be installed by the browser', () => void (apps = [{ platform: 'webapp' }])],
])('where it %s there is none', async (_, arrange) => {
  arrange()
  await openOn(ANDROID)
  act(passFiveSeconds)
  offer('accepted')
  expect(banner()).toBeNull()
})

describe('the guide', () => {
  const openGuide = async (userAgent: string, unsent: number): Promise<string> => {
    await openOn(userAgent, unsent)
    act(passFiveSeconds)
    fireEvent.click(screen.getByRole('button', { name: COPY.how }))
    return document.querySelector('dialog')?.textContent ?? ''
  }

  test('on an iPhone says that the app has a storage of its own, and warns while something is unsent', async () => {
    const calm = await openGuide(IPHONE, 0)
    expect(calm).toContain(OWN_STORAGE)
    expect(calm).not.toContain(COPY.sync)
    expect(await openGuide(IPHONE, 3)).toContain(COPY.unsent(3))
    expect(screen.getByText(COPY.sync).getAttribute('href')).toBe('/profile/sync')
  })
  test('on Android, where app and browser share their storage, says nothing of the kind', async () => {
    const text = await openGuide(ANDROID, 3)
    expect(text).not.toContain(OWN_STORAGE)
    expect(text).not.toContain(COPY.unsent(3))
  })
})

describe('the first start', () => {
  const said = () => screen.queryByText(FIRST_START.body)
  const start = async (session: 'restoring' | 'signedOut' | 'signedIn'): Promise<void> => {
    cleanup()
    await show(<FirstStartNotice session={session} />)
  }

  test('of the app on an iPhone says once that one signs in again', async () => {
    actAs('the app on an iPhone')
    await start('restoring')
    expect(said()).toBeNull()
    await start('signedOut')
    expect(said()).not.toBeNull()
    fireEvent.click(screen.getByRole('button', { name: FIRST_START.close }))
    expect(said()).toBeNull()
    await start('signedOut')
    expect(said()).toBeNull()
  })
  test('is not said to a person who is signed in, nor after they sign out', async () => {
    actAs('the app on an iPhone')
    await start('signedIn')
    await start('signedOut')
    expect(said()).toBeNull()
  })
  test.each(['Safari on an iPhone', 'the app of Chrome', 'Firefox on a laptop'] as const)(
    'is silent in %s',
    async (name) => {
      actAs(name)
      await start('signedOut')
      expect(said()).toBeNull()
    },
  )
})

// The last: this page has seen an installation from here on
test('what is installed by another way is not offered any more', async () => {
  await openOn(LAPTOP)
  offer('accepted')
  expect(banner()).not.toBeNull()
  act(() => void window.dispatchEvent(new Event('appinstalled')))
  expect(banner()).toBeNull()
})
