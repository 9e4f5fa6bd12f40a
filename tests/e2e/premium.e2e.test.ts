import type { Browser, BrowserContext, Page } from 'playwright-core'
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, inject, test } from 'vitest'
import { launchBrowser } from '../support/browser.ts'
import { serviceClient } from '../support/session.ts'
import { moveClock, setRenewalCard } from '../support/stripe.ts'
import { newPerson, signUp, type Person } from './people.ts'

const stack = inject('stack')
const service = serviceClient(stack)
const DAY_MS = 24 * 60 * 60 * 1000
/** Hazard: of a document whose place another takes Playwright may miss that it was loaded. */
const LEFT_AT_ONCE = { waitUntil: 'commit' } as const
const DECLINED = 'カードが拒否されました。別のカードをお試しください。'

let browser: Browser
let context: BrowserContext
let page: Page
let person: Person
beforeAll(async () => {
  browser = await launchBrowser()
})
afterAll(() => browser.close())
beforeEach(async () => {
  context = await browser.newContext({ locale: 'ja-JP', reducedMotion: 'reduce' })
  page = await context.newPage()
  person = newPerson('kaiin')
  await signUp(page, stack.web, person)
})
afterEach(async () => {
  await context.close()
  await moveClock(stack, null)
})

/** From the plans over the last look to the card. */
async function chooseMonthly(): Promise<void> {
  await page.goto(`${stack.web}/premium`, LEFT_AT_ONCE)
  await page.waitForURL('**/premium/upgrade', LEFT_AT_ONCE)
  await page.getByRole('button', { name: 'このプランを選ぶ: 月額プラン' }).click()
  await page.getByRole('heading', { name: 'お申し込み内容の最終確認' }).waitFor()
  await page.getByRole('button', { name: 'お支払いへ進む' }).click()
  await page.getByLabel('カード番号').waitFor()
}

async function payWith(number: string): Promise<void> {
  await page.getByLabel('カード番号').fill(number)
  await page.getByLabel('有効期限').fill('1234')
  await page.getByLabel('セキュリティコード').fill('123')
  await page.getByRole('button', { name: '¥980を支払う' }).click()
}

const alert = () => page.getByRole('form', { name: 'カードで支払う' }).getByRole('alert')
const challenge = () => page.getByRole('dialog', { name: 'カード会社による本人認証' })

async function hasPremium(): Promise<void> {
  await page.getByRole('heading', { name: 'お支払いが完了しました' }).waitFor()
  await page.waitForURL('**/premium/dashboard?payment=success')
  await page.getByText('お支払いが完了しました。プレミアムへようこそ。').waitFor()
  await page.getByText('月額プラン').waitFor()
  await page.getByRole('button', { name: `プレミアム会員${person.username}のメニュー` }).waitFor()
}

/** `2027年1月5日`, as it is in Japan. */
const longDate = (at: string): string =>
  new Intl.DateTimeFormat('ja-JP', { dateStyle: 'long', timeZone: 'Asia/Tokyo' }).format(new Date(at))

async function ownRows() {
  const profile = await service
    .from('profiles')
    .select('id, is_premium, premium_expiry')
    .eq('username', person.username)
    .single()
  const id = String(profile.data?.id)
  const [hidden, subscription] = await Promise.all([
    service.from('profile_private').select('stripe_customer_id').eq('user_id', id).single(),
    service.from('premium_subscriptions').select('*').eq('user_id', id).maybeSingle(),
  ])
  return {
    isPremium: profile.data?.is_premium === true,
    expiry: String(profile.data?.premium_expiry),
    customer: String(hidden.data?.stripe_customer_id),
    status: String(subscription.data?.status),
    periodEnd: Date.parse(String(subscription.data?.current_period_end)),
  }
}

describe('a card', () => {
  test('that is good makes premium, and the screen says what the law wants said before', async () => {
    await page.goto(`${stack.web}/premium/upgrade`)
    await page.getByRole('button', { name: 'このプランを選ぶ: 月額プラン' }).click()
    for (const item of [
      '分量',
      '販売価格',
      '支払いの時期と方法',
      '提供時期',
      '申込みの期間',
      '申込みの撤回・解約',
    ])
      await page.getByRole('term').filter({ hasText: item }).waitFor()
    await page.getByRole('button', { name: 'お支払いへ進む' }).click()
    await payWith('4242424242424242')
    await hasPremium()
    const { expiry } = await ownRows()
    await page.getByText(`${longDate(expiry)}に自動で更新されます。`).waitFor()
    // Nobody pays twice
    await page.goto(`${stack.web}/premium/upgrade?plan=yearly`)
    await page.getByRole('heading', { name: 'プレミアムをご利用中です' }).waitFor()
  })

  test('that is declined is said so, its form stays as it was, and another pays', async () => {
    await chooseMonthly()
    await payWith('4000000000000002')
    await alert().filter({ hasText: DECLINED }).waitFor()
    expect(await page.getByLabel('カード番号').inputValue()).toBe('4000 0000 0000 0002')
    expect(await page.getByLabel('有効期限').inputValue()).toBe('12 / 34')
    expect((await ownRows()).isPremium).toBe(false)
    await payWith('4242424242424242')
    await hasPremium()
  })

  test('whose holder is asked pays once they have answered', async () => {
    await chooseMonthly()
    await payWith('4000002500003155')
    await challenge().getByRole('button', { name: '認証する' }).click()
    await hasPremium()
  })

  test('whose holder fails or walks away pays nothing, and can be tried again', async () => {
    await chooseMonthly()
    await payWith('4000002500003155')
    await challenge().getByRole('button', { name: '閉じる' }).click()
    await alert().filter({ hasText: '追加の認証が必要です。' }).waitFor()
    await page.getByRole('button', { name: '¥980を支払う' }).click()
    await challenge().getByRole('button', { name: '認証に失敗' }).click()
    await alert().filter({ hasText: 'カード会社による本人認証ができませんでした。' }).waitFor()
    expect(await page.getByLabel('カード番号').inputValue()).toBe('4000 0025 0000 3155')
    expect((await ownRows()).isPremium).toBe(false)
    await page.getByRole('button', { name: '¥980を支払う' }).click()
    await challenge().getByRole('button', { name: '認証する' }).click()
    await hasPremium()
  })

  test('whose bank takes its time is waited for', async () => {
    await chooseMonthly()
    await payWith('4000000000000077')
    await page.getByText('支払いを処理しています…しばらくお待ちください。').waitFor()
    await moveClock(stack, new Date(Date.now() + DAY_MS))
    await hasPremium()
  })

  test('is not charged without a connection, and stays typed until there is one', async () => {
    await chooseMonthly()
    await context.setOffline(true)
    await alert().filter({ hasText: '支払いには接続が必要です。' }).waitFor()
    await page.getByLabel('カード番号').fill('4242424242424242')
    await context.setOffline(false)
    await page.getByRole('button', { name: '¥980を支払う', disabled: false }).waitFor()
    expect(await page.getByLabel('カード番号').inputValue()).toBe('4242 4242 4242 4242')
    await payWith('4242424242424242')
    await hasPremium()
  })
})

describe('premium', () => {
  beforeEach(async () => {
    await chooseMonthly()
    await payWith('4242424242424242')
    await hasPremium()
  })

  test('that is cancelled stays until the end of what is paid for, and then ends', async () => {
    const { expiry, periodEnd } = await ownRows()
    const until = longDate(expiry)
    await page.goto(`${stack.web}/premium/cancel`)
    await page.getByRole('button', { name: '解約の手続きへ進む' }).click()
    await page.getByRole('dialog').getByRole('button', { name: '解約する' }).click()
    await page.getByRole('heading', { name: '解約を受け付けています' }).waitFor()
    await page.getByText(`${until}までプレミアムをご利用いただけます。`, { exact: false }).waitFor()
    await expect.poll(async () => (await ownRows()).isPremium).toBe(true)
    await page.getByRole('link', { name: 'プレミアムのホームへ' }).click()
    await page.waitForURL('**/premium/dashboard')
    await page.getByText(until).first().waitFor()
    await moveClock(stack, new Date(periodEnd + DAY_MS))
    await expect.poll(async () => (await ownRows()).isPremium, { timeout: 30_000 }).toBe(false)
    await page.goto(`${stack.web}/premium/dashboard`)
    await page.waitForURL('**/premium/expired')
  })

  test('that cannot be renewed is told of and ends, with the day on the screen and the way back', async () => {
    const { customer, periodEnd } = await ownRows()
    await setRenewalCard(stack, customer, '4000000000000341')
    await moveClock(stack, new Date(periodEnd + 60 * 60 * 1000))
    await expect.poll(async () => (await ownRows()).status, { timeout: 30_000 }).toBe('past_due')
    await page.goto(`${stack.web}/premium/dashboard`)
    await page.getByText('更新のお支払いを確認できませんでした。', { exact: false }).waitFor()
    await moveClock(stack, new Date(periodEnd + 60 * DAY_MS))
    await expect.poll(async () => (await ownRows()).isPremium, { timeout: 30_000 }).toBe(false)
    const { expiry } = await ownRows()
    await page.goto(`${stack.web}/premium`, LEFT_AT_ONCE)
    await page.waitForURL('**/premium/upgrade', LEFT_AT_ONCE)
    // Its own document is on its way: two navigations at once would hinder each other
    await page.getByRole('button', { name: 'このプランを選ぶ: 年額プラン' }).waitFor()
    await page.goto(`${stack.web}/premium/dashboard`)
    await page.waitForURL('**/premium/expired')
    await page.getByText(`${longDate(expiry)}に有効期限が切れました。`).waitFor()
    await page.getByRole('link', { name: 'プレミアムを再開する' }).click()
    await page.waitForURL('**/premium/upgrade', LEFT_AT_ONCE)
    await page.getByRole('button', { name: 'このプランを選ぶ: 年額プラン' }).waitFor()
  })
})
