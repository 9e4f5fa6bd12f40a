// @vitest-environment jsdom
import { act, cleanup, fireEvent, screen } from '@testing-library/react'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { INSTALL_FALLBACK_MS, INSTALL_PAUSE_MS } from '#domain/limits.ts'
import { askToInstall, watchInstallPrompt } from '#platform/install-prompt.ts'
import { show } from '../../../tests/support/screen.tsx'
import { COPY, STEPS } from './copy.ts'
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
async function openOn(userAgent: string): Promise<void> {
  cleanup()
  vi.spyOn(navigator, 'userAgent', 'get').mockReturnValue(userAgent)
  await show(<InstallBanner />)
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

test('what is installed by another way is not offered any more', async () => {
  await openOn(LAPTOP)
  offer('accepted')
  expect(banner()).not.toBeNull()
  act(() => void window.dispatchEvent(new Event('appinstalled')))
  expect(banner()).toBeNull()
})
