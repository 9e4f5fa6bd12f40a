import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import type { Browser } from 'playwright-core'
import { afterAll, beforeAll, expect, onTestFinished, test } from 'vitest'
import { startStack, type Stack } from '../../supabase/local/stack.ts'
import { launchBrowser } from '../support/browser.ts'
import { newPerson } from './people.ts'
import { PHONE } from './devices.ts'
import { PATIENCE_MS } from './patience.ts'

const START_MS = 120_000
/** A little longer than `max_frequency` of `config.toml`. */
const MAIL_INTERVAL_MS = 1_200

// A stack of its own: the others let people in without a mail
let folder: string
let stack: Stack
let browser: Browser
beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'mirutomo-confirmation-'))
  stack = await startStack({ dataDir: folder, apiPort: 0, webPort: 0, seed: false, emailConfirmations: true })
  browser = await launchBrowser()
}, START_MS)
afterAll(async () => {
  await browser.close()
  await stack.stop()
  await rm(folder, { recursive: true, force: true })
})

test('an account counts once its mail was opened; until then the login says so and sends another', async () => {
  const { web, mail } = stack.addresses
  const person = newPerson('kakunin')
  const context = await browser.newContext(PHONE)
  const page = await context.newPage()
  onTestFinished(async () => {
    await context.close()
  })
  await page.goto(`${web}/signup`)
  await page.getByLabel('ユーザー名').fill(person.username)
  await page.getByLabel('メールアドレス').fill(person.email)
  await page.getByLabel('パスワード', { exact: true }).fill(person.password)
  await page.getByRole('button', { name: '登録する' }).click()
  await page.getByRole('heading', { name: '確認メールを送りました' }).waitFor()
  await page.getByText(person.email).first().waitFor()

  await page.goto(`${web}/login`)
  await page.getByLabel('メールアドレス').fill(person.email)
  await page.getByLabel('パスワード', { exact: true }).fill(person.password)
  await page.getByRole('button', { name: 'ログインする' }).click()
  await page.getByText('メールアドレスの確認がまだ終わっていません。').waitFor()
  expect(await page.getByLabel('メールアドレス').inputValue()).toBe(person.email)
  const again = page.getByRole('button', { name: 'メールをもう一度送る' })
  // Whoever presses once more while a mail is on its way takes its link's validity
  const isSent = async (): Promise<boolean> => {
    const answer = page.waitForResponse((response) => response.url().includes('/auth/v1/resend'))
    await again.click()
    return (await answer).ok()
  }
  // The server sends one mail a second at most, and says so
  await expect.poll(isSent, { interval: MAIL_INTERVAL_MS, timeout: PATIENCE_MS }).toBe(true)
  await page.getByText('確認メールをもう一度送りました。').first().waitFor()

  await page.goto(mail)
  await page.locator('a[href*="/auth/v1/verify"]').first().click()
  await page.waitForURL((address) => address.origin === web && !address.hash.includes('access_token'))
  await page
    .getByRole('button', { name: `${person.username}のメニュー` })
    .first()
    .waitFor()
  await page.reload()
  await page
    .getByRole('button', { name: `${person.username}のメニュー` })
    .first()
    .waitFor()
})
