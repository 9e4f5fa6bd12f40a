import type { Browser, BrowserContext, Page } from 'playwright-core'
import { expect, onTestFinished } from 'vitest'
import { type Host, hostBuild } from '../support/builds.ts'
import type { StackContext } from '../support/stack-context.ts'
import { LAPTOP } from '../e2e/devices.ts'
import { arriveWhole, makeAcquaintance, newPerson, type Person, signUp } from '../e2e/people.ts'
import type { Mode } from './modes.ts'

/** A device in a hostile mode; `errors` are what its pages threw. */
export type Device = { host: Host; context: BrowserContext; page: Page; errors: string[] }
/** Who uses it, and what there is for them. */
export type Traveller = Awaited<ReturnType<typeof makeAcquaintance>> & { person: Person }

export async function openDevice(browser: Browser, stack: StackContext, mode: Mode): Promise<Device> {
  const host = await hostBuild(stack, 'dist')
  const context = await browser.newContext(mode.device)
  onTestFinished(async () => {
    await context.close()
    await host.close()
  })
  await mode.prepare?.(context)
  const errors: string[] = []
  context.on('weberror', (error) => errors.push(String(error.error())))
  return { host, context, page: await context.newPage(), errors }
}

/** A new adult with a conversation and a notification, made on a device that means well. */
export async function newTraveller(browser: Browser, stack: StackContext): Promise<Traveller> {
  const context = await browser.newContext(LAPTOP)
  const person = newPerson('tabi')
  await signUp(await context.newPage(), stack.web, person)
  await context.close()
  return { person, ...(await makeAcquaintance(stack, person)) }
}

/** By what no translator changes. */
export async function giveCredentials({ page, host }: Device, person: Person): Promise<void> {
  await page.goto(`${host.web}/login`)
  await page.locator('main input[type="email"]').fill(person.email)
  await page.locator('main input[type="password"]').fill(person.password)
  await page.locator('main button[type="submit"]').click()
}

/** Signs in, and waits until the worker has all of the app. */
export async function signInOn(device: Device, mode: Mode, person: Person): Promise<void> {
  await giveCredentials(device, person)
  await device.page.waitForURL(`${device.host.web}/`)
  await arriveWhole(device.page)
  await mode.begin?.(device)
}

const enterTunnel: NonNullable<Mode['takeNetwork']> = async ({ host }) => {
  host.goOffline()
  return async () => host.goOnline()
}

/** Takes the network away, does `act`, and brings the network back. */
export async function withoutNetwork(device: Device, mode: Mode, act: () => Promise<void>): Promise<void> {
  const { takeNetwork = enterTunnel } = mode
  const bringBack = await takeNetwork(device)
  await act()
  await bringBack()
}

/** What a mode without storage promises: it says so, and shows what needs none. */
export async function expectReadingOnly(device: Device, { person }: Traveller, path: string): Promise<void> {
  const { page, host } = device
  await giveCredentials(device, person)
  await page.getByText('このブラウザでは端末への保存が使えないため、ログインできません。').waitFor()
  expect(await page.locator('main input[type="email"]').inputValue()).toBe(person.email)
  await page.goto(host.web + path)
  await page.locator('main h1').waitFor()
  await expect.poll(() => page.locator('main [aria-busy="true"]').count()).toBe(0)
  expect(device.errors).toEqual([])
}
