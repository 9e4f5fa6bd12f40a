import type { Browser, Page } from 'playwright-core'
import { afterAll, beforeAll, expect, inject, test, vi } from 'vitest'
import * as v from 'valibot'
import { launchBrowser } from '../support/browser.ts'
import { boardTrain, type Train } from '../support/offline-stack.ts'
import { newPerson, signUp } from './people.ts'
import { PHONE } from './devices.ts'
import { PATIENCE_MS } from './patience.ts'

const stack = inject('stack')
vi.setConfig({ testTimeout: 300_000 })

let browser: Browser
let train: Train
beforeAll(async () => {
  browser = await launchBrowser()
  train = await boardTrain(stack)
})
afterAll(async () => {
  await browser.close()
  await train.close()
})

const Sms = v.array(v.object({ to: v.string(), code: v.string() }))
async function codesSentTo(phone: string): Promise<string[]> {
  const messages = v.parse(Sms, await (await fetch(`${stack.sms}.json`)).json())
  return messages.filter(({ to }) => to === phone).map(({ code }) => code)
}

/** Sends a code, as soon as the human check lets one. */
async function askForCode(page: Page): Promise<void> {
  await page.locator('[data-check=solved]').waitFor({ state: 'attached', timeout: PATIENCE_MS })
  await page.getByRole('button', { name: 'コードを送信' }).click()
  await page.getByLabel('確認コード').waitFor({ timeout: PATIENCE_MS })
}

test('a person verifies a phone number by the code that was sent to it', async () => {
  const phone = await browser.newContext(PHONE)
  const page = await phone.newPage()
  const scripts: string[] = []
  page.on('request', (request) => scripts.push(request.url()))
  const sdk = (): string[] => scripts.filter((url) => url.includes('/assets/phone-auth-'))
  await signUp(page, train.web, newPerson('denwa'))
  await page.evaluate(() => navigator.serviceWorker.ready)

  // The screen has a document of its own, which lets Google's scripts in where they are needed; the stand-in needs none.
  await page.goto(`${train.web}/profile`)
  expect(sdk()).toEqual([])
  const [document] = await Promise.all([
    page.waitForResponse((response) => response.request().isNavigationRequest()),
    page.getByRole('link', { name: 'アカウント認証' }).click(),
  ])
  expect(document.url()).toBe(`${train.web}/profile/verification`)
  expect((await document.allHeaders())['content-security-policy']).toContain('trusted-types mirutomo')

  const local = String(Date.now()).slice(-8)
  const typed = `０９０ー${local.slice(0, 4)}ー${local.slice(4)}`
  const international = `+8190${local}`
  await page.getByLabel('電話番号', { exact: true }).fill(typed)
  await askForCode(page)
  expect(sdk()).toHaveLength(1)
  const [code = ''] = await codesSentTo(international)
  const wrong = code === '111111' ? '222222' : '111111'
  await page.getByLabel('確認コード').fill(wrong)
  const confirm = page.getByRole('button', { name: '認証する' })
  await confirm.click()
  await page.getByText('確認コードが違います').waitFor({ timeout: PATIENCE_MS })
  expect(await page.getByLabel('確認コード').inputValue()).toBe(wrong)

  // A code that is tried too often expires; what was typed stays, and a new one can be asked for.
  for (let attempt = 0; attempt < 5; attempt++) {
    const answered = page.waitForResponse((response) => response.url().includes(':signInWithPhoneNumber'))
    await confirm.and(page.locator(':not([aria-disabled])')).click()
    await answered
  }
  await page.getByText('確認コードの有効期限が切れました').waitFor({ timeout: PATIENCE_MS })
  expect(await page.getByLabel('確認コード').inputValue()).toBe(wrong)
  await page.getByRole('button', { name: /送り直す/ }).click()
  expect(await page.getByLabel('電話番号', { exact: true }).inputValue()).toBe(typed)
  await askForCode(page)
  const [newest = ''] = await codesSentTo(international)
  await page.getByLabel('確認コード').fill(newest)
  await confirm.click()
  await page.getByText(`末尾${international.slice(-4)}の番号`).waitFor({ timeout: PATIENCE_MS })
  await page.getByText('電話番号認証ボーナス').waitFor({ timeout: PATIENCE_MS })
  expect(await page.getByText('+20 ポイント').count()).toBe(1)

  // Without a connection the shell answers there too, and the screen says what needs one.
  train.enterTunnel()
  await page.goto(`${train.web}/profile/verification`)
  await page.getByRole('heading', { name: 'アカウント認証' }).waitFor({ timeout: PATIENCE_MS })
  await page
    .getByText(/接続が必要です|読み込めませんでした/)
    .first()
    .waitFor({ timeout: PATIENCE_MS })
  await phone.close()
})
