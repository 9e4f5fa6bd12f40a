import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import type { Browser, BrowserContext, Page } from 'playwright-core'
import * as v from 'valibot'
import { afterAll, afterEach, beforeAll, beforeEach, expect, test } from 'vitest'
import { startStack, type Stack } from '../../supabase/local/stack.ts'
import { challengePage } from '../../supabase/local/turnstile/pages.ts'
import { launchBrowser } from '../support/browser.ts'
import { noteViolations, refusalsIn } from '../support/violations.ts'
import { PHONE } from './devices.ts'
import { PATIENCE_MS } from './patience.ts'
import { arriveWhole, newPerson, signIn, signUp } from './people.ts'

const START_MS = 120_000
const NEW_PASSWORD = 'atarashii-densha'
const SCRIPT = '**/turnstile/v0/api.js*'

// A stack of its own: the others let people in without a check
let folder: string
let stack: Stack
let browser: Browser
beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'mirutomo-captcha-'))
  stack = await startStack({ dataDir: folder, apiPort: 0, webPort: 0, seed: false, captcha: true })
  browser = await launchBrowser()
}, START_MS)
afterAll(async () => {
  await browser.close()
  await stack.stop()
  await rm(folder, { recursive: true, force: true })
})

let context: BrowserContext
let page: Page
/** What the requests for a session carried. */
let tokens: unknown[]
beforeEach(async () => {
  context = await browser.newContext(PHONE)
  await noteViolations(context)
  page = await context.newPage()
  tokens = []
  page.on('request', (request) => {
    if (request.method() === 'POST' && /\/auth\/v1\/(signup|token\?grant_type=password)/.test(request.url()))
      tokens.push(v.parse(Sent, request.postDataJSON()).gotrue_meta_security.captcha_token)
  })
})
afterEach(() => context.close())
const Sent = v.object({ gotrue_meta_security: v.object({ captcha_token: v.string() }) })

/** As the widget looks to whom the provider has doubts about: its box has to be pressed. */
async function doubt(): Promise<void> {
  await page.route('**/turnstile/v0/challenge*', async (route) => {
    const [, token = ''] = /"token":"([^"]+)"/.exec(await (await route.fetch()).text()) ?? []
    await route.fulfill({
      contentType: 'text/html; charset=utf-8',
      body: challengePage({ token, isPressed: true }),
    })
  })
}

test('a person signs up, out and in again and changes the password, with a new token each time', async () => {
  const { web } = stack.addresses
  const person = newPerson('hito')
  await signUp(page, web, person)
  // From here on the worker answers navigations, but not that of the check's document
  await arriveWhole(page)
  await page.getByRole('button', { name: /のメニュー$/ }).click()
  await page.getByRole('button', { name: 'ログアウト' }).click()
  await page.getByRole('link', { name: 'ログイン' }).first().waitFor()
  await signIn(page, web, person)

  await page.goto(`${web}/profile/settings`)
  await page.getByRole('button', { name: 'パスワードを変更', exact: true }).click()
  const dialog = page.getByRole('dialog')
  await dialog.getByLabel('今のパスワード').fill(person.password)
  await dialog.getByLabel('新しいパスワード').fill(NEW_PASSWORD)
  await doubt()
  await dialog.getByRole('button', { name: 'パスワードを変更する' }).click()
  const check = dialog.frameLocator('iframe[title="自動操作でないことの確認"]').frameLocator('iframe')
  await check.getByLabel('人間であることを確認します').click({ timeout: PATIENCE_MS })
  await page.getByText('パスワードを変更しました。').first().waitFor({ timeout: PATIENCE_MS })

  expect(tokens).toHaveLength(3)
  expect(new Set(tokens).size).toBe(3)
  expect(await refusalsIn(page)).toEqual([])
  expect(await page.locator('iframe').count()).toBe(0)
})

test('a blocked check is told, what was typed stays, and once it loads the person gets in', async () => {
  const { web } = stack.addresses
  const person = newPerson('blocked')
  await page.route(SCRIPT, (route) => route.abort('blockedbyclient'))
  await page.goto(`${web}/signup`)
  const email = page.getByLabel('メールアドレス')
  const send = page.getByRole('button', { name: '登録する' })
  await page.getByLabel('ユーザー名').fill(person.username)
  await email.fill(person.email)
  await page.getByLabel('パスワード', { exact: true }).fill(person.password)
  await send.click()
  await page.getByText('自動操作でないことの確認を読み込めませんでした。').waitFor({ timeout: PATIENCE_MS })
  expect(await email.inputValue()).toBe(person.email)
  expect(tokens).toEqual([])

  await page.unroute(SCRIPT)
  await send.click()
  await page.waitForURL(`${web}/`)
  expect(tokens).toHaveLength(1)
})
