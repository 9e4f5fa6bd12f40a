import type { Browser, BrowserContext, Page } from 'playwright-core'
import * as v from 'valibot'
import { afterAll, beforeAll, expect, inject, onTestFinished, test } from 'vitest'
import { launchBrowser, WorkerControl } from '../support/browser.ts'
import { newBrowserKeys, openPush, publicKeysOf, type BrowserKeys } from '../support/push-message.ts'
import { serviceClient } from '../support/session.ts'
import { newPerson, signUp } from './people.ts'
import { PHONE } from './devices.ts'
import { PATIENCE_MS } from './patience.ts'

const stack = inject('stack')
const service = serviceClient(stack)
const Payload = v.pipe(
  v.string(),
  v.parseJson(),
  v.object({
    notification: v.object({
      title: v.string(),
      data: v.object({ account: v.string(), title: v.string(), tag: v.string() }),
    }),
  }),
)

let browser: Browser
beforeAll(async () => {
  browser = await launchBrowser()
})
afterAll(() => browser.close())

/** The browser itself cannot subscribe here, for its maker's push service is not reached: this stands in for it, over restarts of the page. */
async function standIn(context: BrowserContext, endpoint: string, keys: BrowserKeys): Promise<void> {
  await context.grantPermissions(['notifications'], { origin: stack.web })
  await context.addInitScript(
    ([address, told]) => {
      const KEY = 'stand-in-subscribed'
      const subscription = {
        endpoint: address,
        toJSON: () => ({ endpoint: address, keys: told }),
        unsubscribe: async () => {
          localStorage.removeItem(KEY)
          return true
        },
      }
      Object.assign(PushManager.prototype, {
        subscribe: async () => {
          localStorage.setItem(KEY, 'yes')
          return subscription
        },
        getSubscription: async () => (localStorage.getItem(KEY) === null ? null : subscription),
      })
    },
    [endpoint, publicKeysOf(keys)] as const,
  )
}

const subscriptionsOf = async (userId: string): Promise<number | null> =>
  (await service.from('push_subscriptions').select('*', { count: 'exact', head: true }).eq('user_id', userId))
    .count
const shownBy = (page: Page): Promise<{ title: string; body: string }[]> =>
  page.evaluate(async () => {
    const registration = await navigator.serviceWorker.ready
    return (await registration.getNotifications()).map(({ title, body }) => ({ title, body }))
  })

test('pushes that a person turned on come sealed for this browser, are shown by the worker, and end with the sign-out', async () => {
  const context = await browser.newContext(PHONE)
  const keys = newBrowserKeys()
  const person = newPerson('tsuchi')
  const endpoint = `${inject('pushService')}/${person.username}/201`
  await standIn(context, endpoint, keys)
  const page = await context.newPage()
  onTestFinished(async () => {
    await context.close()
  })
  await signUp(page, stack.web, person)
  await page.evaluate(() => navigator.serviceWorker.ready)
  const { data: own } = await service.from('profiles').select('id').eq('username', person.username).single()
  const userId = String(own?.id)
  const worker = await WorkerControl.in(context)
  await page.goto(`${stack.web}/profile/notification-settings`)
  expect(await subscriptionsOf(userId)).toBe(0)
  await page.getByRole('button', { name: 'オンにする' }).press('Enter')
  await page.getByText('この端末に届きます。ログアウトすると止まります。').waitFor({ timeout: PATIENCE_MS })
  expect(await subscriptionsOf(userId)).toBe(1)

  const made = await service.rpc('create_notification', {
    recipient: userId,
    type: 'system',
    title: '電車が遅れています',
    message: '次の駅で読めます。',
    priority: 'high',
  })
  expect(made.error).toBeNull()
  const arrived = async (): Promise<string[]> =>
    v.parse(v.array(v.string()), await (await fetch(endpoint)).json())
  await expect.poll(arrived, { timeout: PATIENCE_MS }).toHaveLength(1)
  const [sealed = ''] = await arrived()
  const text = openPush(Buffer.from(sealed, 'base64'), keys)
  expect(v.parse(Payload, text)).toMatchObject({
    // What Safari shows where no worker answers is for everybody's eyes
    notification: {
      title: 'ミルトモ',
      data: { account: userId, title: '電車が遅れています', tag: String(made.data) },
    },
  })
  await worker.deliverPush(stack.web, text)
  await expect
    .poll(() => shownBy(page))
    .toEqual([{ title: '電車が遅れています', body: '次の駅で読めます。' }])
  // What is another account's is not told here
  const toAnother = text
    .replaceAll(userId, '00000000-0000-4000-8000-000000000002')
    .replaceAll(String(made.data), '00000000-0000-4000-8000-000000000003')
  await worker.deliverPush(stack.web, toAnother)
  await expect
    .poll(async () => (await shownBy(page)).map(({ title }) => title).toSorted())
    .toEqual(['ミルトモ', '電車が遅れています'])

  await page.goto(`${stack.web}/profile/settings`)
  await page.getByRole('button', { name: 'ログアウト' }).click()
  await page.waitForURL((address) => address.pathname === '/login' || address.pathname === '/', {
    timeout: PATIENCE_MS,
  })
  await expect.poll(() => subscriptionsOf(userId), { timeout: PATIENCE_MS }).toBe(0)
  await expect.poll(() => shownBy(page), { timeout: PATIENCE_MS }).toEqual([])
})
