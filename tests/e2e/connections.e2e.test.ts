import type { Browser, Page } from 'playwright-core'
import { afterAll, beforeAll, expect, inject, onTestFinished, test } from 'vitest'
import { launchBrowser } from '../support/browser.ts'
import { boardTrain } from '../support/offline-stack.ts'
import { serviceClient } from '../support/session.ts'
import { becomeAdult, newPerson, type Person, signUp } from './people.ts'
import { LAPTOP, PHONE } from './devices.ts'
import { PATIENCE_MS } from './patience.ts'

const stack = inject('stack')
const service = serviceClient(stack)
const JOURNEY_MS = 300_000

let browser: Browser
beforeAll(async () => {
  browser = await launchBrowser()
})
afterAll(() => browser.close())

async function grownUp({ username }: Person): Promise<string> {
  const { data } = await service.from('profiles').select('id').eq('username', username).single()
  await becomeAdult(stack, String(data?.id))
  return String(data?.id)
}

/** Who published nothing is seen by nobody who did not meet them. */
async function publish(user_id: string): Promise<void> {
  const video = await service.from('videos').select('youtube_id').limit(1).single()
  const rated = await service
    .from('video_ratings')
    .insert({ user_id, video_id: video.data?.youtube_id, overall: 4, edited_at: {} })
  expect(rated.error).toBeNull()
}

const told = (page: Page, text: string) =>
  page.locator('li.toast', { hasText: text }).first().waitFor({ timeout: PATIENCE_MS })

/** Who may not ask is told why and how they may, and once they may, they can. */
async function ask(page: Page, asker: string): Promise<void> {
  const button = page.locator('main').getByRole('button', { name: '接続リクエストを送る' })
  await page
    .getByText('接続リクエストは、プレミアム会員の方か、電話番号を認証済みの女性の方が送れます。')
    .waitFor({ timeout: PATIENCE_MS })
  await page.locator('main').getByRole('link', { name: 'プレミアムに登録' }).waitFor()
  expect(await button.count()).toBe(0)
  expect((await service.from('profiles').update({ is_premium: true }).eq('id', asker)).error).toBeNull()
  await page.reload()
  await button.click({ timeout: PATIENCE_MS })
  await told(page, '接続リクエストを送りました。')
  await page.getByText('返事を待っています').waitFor({ timeout: PATIENCE_MS })
}

const NAME = 'a request for a connection is answered in a tunnel, and the two talk'
test(NAME, { timeout: JOURNEY_MS }, async () => {
  const train = await boardTrain(stack)
  const [laptop, phone] = [await browser.newContext(LAPTOP), await browser.newContext(PHONE)]
  const [mio, ken] = [newPerson('mio'), newPerson('ken')]
  const [mios, kens] = [await laptop.newPage(), await phone.newPage()]
  onTestFinished(async () => {
    await Promise.all([laptop.close(), phone.close()])
    await train.close()
  })
  await signUp(mios, stack.web, mio)
  await signUp(kens, train.web, ken)
  const [mioId, kenId] = [await grownUp(mio), await grownUp(ken)]
  await publish(kenId)
  await mios.goto(`${stack.web}/profile/${kenId}`)
  await ask(mios, mioId)

  await kens.goto(`${train.web}/matching`)
  const request = kens.getByRole('region', { name: '届いている接続リクエスト' })
  await request.getByRole('link', { name: mio.username }).waitFor({ timeout: PATIENCE_MS })
  await kens.evaluate(() => navigator.serviceWorker.ready)
  train.enterTunnel()
  await phone.setOffline(true)
  await request.getByRole('button', { name: '承認' }).press('Enter')
  await told(kens, 'リクエストを承認しました')
  await request.locator('section[data-sync="local"]').waitFor()
  await kens.close()

  train.leaveTunnel()
  await phone.setOffline(false)
  const reopened = await phone.newPage()
  await reopened.goto(`${train.web}/messages`)
  await mios.getByRole('link', { name: 'メッセージを送る' }).click({ timeout: PATIENCE_MS })
  await mios.getByLabel('メッセージを入力').fill('つながりましたね')
  await mios.getByRole('button', { name: '送信', exact: true }).click()
  await reopened.getByRole('link', { name: mio.username }).first().click({ timeout: PATIENCE_MS })
  await reopened.getByRole('log').getByText('つながりましたね').waitFor({ timeout: PATIENCE_MS })

  const { data: made } = await service.from('connections').select('status').eq('connected_user_id', mioId)
  expect(made).toEqual([{ status: 'connected' }])
  const answers = service.from('notifications').select('link').eq('user_id', mioId)
  expect((await answers.eq('type', 'connection_accepted')).data).toEqual([
    { link: expect.stringMatching(/^\/messages\//) },
  ])
})
