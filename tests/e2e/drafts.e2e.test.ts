import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import type { BrowserContext, Page } from 'playwright-core'
import { expect, inject, onTestFinished, test } from 'vitest'
import { launchProfile } from '../support/browser.ts'
import { PHONE } from './devices.ts'
import { PATIENCE_MS } from './patience.ts'
import { arriveWhole, makeAcquaintance, newPerson, onServer, signUp } from './people.ts'

const stack = inject('stack')
const SENT = '降りたら続きを書きます。'
const UNFINISHED = 'さっきの動画、後半の場面が特に良かったです。もう一度見てから'

test('a browser that is killed while somebody types loses neither the text nor what was sent before it', async () => {
  const profile = await mkdtemp(join(tmpdir(), 'mirutomo-profile-'))
  onTestFinished(() => rm(profile, { recursive: true, force: true }))
  const { context, page } = await launched(profile)
  const person = newPerson('draft')
  await signUp(page, stack.web, person)
  const { userId, conversationId } = await makeAcquaintance(stack, person)
  await arriveWhole(page)
  const address = `${stack.web}/messages/${conversationId}`
  await page.goto(address)
  await field(page).waitFor({ timeout: PATIENCE_MS })
  await context.setOffline(true)
  await field(page).fill(SENT)
  await page.getByRole('button', { name: '送信', exact: true }).click()
  await page.locator('li[data-message][data-sync="local"]', { hasText: SENT }).waitFor()
  await field(page).pressSequentially(UNFINISHED)
  await expect.poll(() => draftsOnDisk(page), { timeout: PATIENCE_MS }).toContain(UNFINISHED)

  await kill(context)

  const { page: again } = await launched(profile)
  await again.goto(address)
  await field(again).waitFor({ timeout: PATIENCE_MS })
  expect(await field(again).inputValue()).toBe(UNFINISHED)
  await again.locator('li[data-message][data-sync="saved"]', { hasText: SENT }).waitFor()
  const { messages } = await onServer(stack, userId)
  expect(messages.map(({ body }) => body)).toEqual([SENT])
})

const field = (page: Page) => page.getByLabel('メッセージを入力')

async function launched(profile: string): Promise<{ context: BrowserContext; page: Page }> {
  const context = await launchProfile(profile, PHONE)
  onTestFinished(() => context.close())
  return { context, page: await context.newPage() }
}

/** From one moment to the next, as a phone that runs out of memory does it: nothing is written any more. */
async function kill(context: BrowserContext): Promise<void> {
  const devtools = await context.browser()?.newBrowserCDPSession()
  const closed = new Promise((resolve) => context.once('close', resolve))
  // It dies before it can answer
  devtools?.send('Browser.crash').catch(() => {})
  await closed
}

/** The texts that lie in the database of drafts. */
const draftsOnDisk = (page: Page): Promise<string[]> =>
  page.evaluate(async () => {
    const known = await indexedDB.databases()
    if (!known.some(({ name }) => name === 'mirutomo-drafts')) return []
    const opening = indexedDB.open('mirutomo-drafts')
    return new Promise<string[]>((resolve, reject) => {
      opening.onerror = () => reject(new Error('the drafts cannot be read'))
      opening.onsuccess = () => {
        const reading = opening.result.transaction('drafts').objectStore('drafts').getAll()
        reading.onsuccess = () => {
          opening.result.close()
          resolve(reading.result.flatMap(({ text }) => (text === null ? [] : JSON.parse(text).text)))
        }
      }
    })
  })
