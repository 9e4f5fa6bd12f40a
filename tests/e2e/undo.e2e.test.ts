import type { Browser, BrowserContext, Page } from 'playwright-core'
import { afterAll, beforeAll, expect, inject, onTestFinished, test } from 'vitest'
import { SCORE_NAMES } from '../../src/domain/rating.ts'
import { launchBrowser } from '../support/browser.ts'
import { boardTrain, type Train } from '../support/offline-stack.ts'
import { serviceClient } from '../support/session.ts'
import { makeAcquaintance, newPerson, onServer, signIn, signUp } from './people.ts'
import { LAPTOP, PHONE } from './devices.ts'
import { PATIENCE_MS } from './patience.ts'

const stack = inject('stack')
/** The whole of it, most of which is setting out. */
const JOURNEY_MS = 400_000
const TITLES = ['一つ目のお知らせ', '二つ目のお知らせ', '三つ目のお知らせ']

let browser: Browser
beforeAll(async () => {
  browser = await launchBrowser()
})
afterAll(() => browser.close())

type Journey = {
  train: Train
  phone: BrowserContext
  page: Page
  userId: string
  conversationId: string
  videoPath: string
}

/** Signs up, and waits until the phone has what it will need without a connection. */
async function setOut(train: Train, phone: BrowserContext, laptop: BrowserContext) {
  const person = newPerson('undo')
  const page = await phone.newPage()
  await signUp(page, train.web, person)
  const { userId, conversationId } = await makeAcquaintance(stack, person)
  const rows = TITLES.map((title) => ({
    user_id: userId,
    type: 'system',
    title,
    message: '',
    priority: 'high',
  }))
  expect((await serviceClient(stack).from('notifications').insert(rows)).error).toBeNull()
  const laptopPage = await laptop.newPage()
  await signIn(laptopPage, stack.web, person)

  await page.evaluate(() => navigator.serviceWorker.ready)
  await page.goto(`${train.web}/messages`)
  await page.locator(`a[href="/messages/${conversationId}"]:visible`).waitFor({ timeout: PATIENCE_MS })
  await page.goto(`${train.web}/profile/notifications`)
  await expect
    .poll(() => page.locator('li[data-notification]').count(), { timeout: PATIENCE_MS })
    .toBe(TITLES.length + 1)
  await page.goto(`${train.web}/`)
  await page.locator('main article a[href^="/video/"]').first().click()
  await page.waitForURL(/\/video\//)
  await page.getByRole('radiogroup', { name: SCORE_NAMES.overall }).waitFor({ timeout: PATIENCE_MS })
  const videoPath = new URL(page.url()).pathname
  return { laptopPage, journey: { train, phone, page, userId, conversationId, videoPath } }
}

const toast = (page: Page, text: string | RegExp) => page.locator('li.toast', { hasText: text })
async function undo(page: Page, told: string | RegExp): Promise<void> {
  await toast(page, told).getByRole('button', { name: '元に戻す' }).click()
  await toast(page, '元に戻しました').first().waitFor()
}
const unread = (page: Page) => page.getByRole('button', { name: /^既読にする: / }).count()

async function undoAboutTheVideo({ page }: Journey): Promise<void> {
  const heart = page.locator('main').getByRole('button', { name: 'お気に入り' }).first()
  await heart.press('Enter')
  // By the keyboard alone: to the offer and back to where one was
  await toast(page, 'お気に入りに追加しました').waitFor()
  await page.keyboard.press('F8')
  await page.keyboard.press('Enter')
  await expect.poll(() => heart.getAttribute('aria-pressed')).toBe('false')
  expect(await heart.evaluate((button) => button === document.activeElement)).toBe(true)

  const overall = page.getByRole('radiogroup', { name: SCORE_NAMES.overall, exact: true })
  const four = overall.getByRole('radio', { name: '4点', exact: true })
  await four.press('Space')
  await page.locator('#rating[data-sync="local"]').waitFor()
  // Offered in the form itself
  await page.locator('#rating').getByRole('button', { name: '元に戻す' }).waitFor()
  await page.keyboard.press('Control+z')
  await expect.poll(() => four.isChecked()).toBe(false)
  expect(await overall.evaluate((group) => group.contains(document.activeElement))).toBe(true)
}

async function undoAboutNotifications({ page, train }: Journey): Promise<void> {
  await page.goto(`${train.web}/profile/notifications`)
  const all = TITLES.length + 1
  await expect.poll(() => unread(page), { timeout: PATIENCE_MS }).toBe(all)
  await page.getByRole('button', { name: /^既読にする: 一つ目/ }).click()
  await expect.poll(() => unread(page)).toBe(all - 1)
  await page.getByRole('button', { name: 'すべて既読にする' }).click()
  await expect.poll(() => unread(page)).toBe(0)
  await undo(page, 'すべて既読にしました')
  await expect.poll(() => unread(page)).toBe(all - 1)
  expect(await page.getByRole('button', { name: /^未読に戻す: 一つ目/ }).count()).toBe(1)

  await page.getByRole('button', { name: /^削除: 二つ目/ }).click()
  await page.getByText('二つ目のお知らせ', { exact: true }).waitFor({ state: 'detached' })
  // The offer goes along through the app
  await page.getByRole('link', { name: 'お気に入り' }).first().click()
  await page.waitForURL(/\/favorites/)
  await undo(page, '通知を削除しました')
  await page.goBack()
  await page.getByText('二つ目のお知らせ', { exact: true }).waitFor()
}

async function writeToFriend({ page, train, conversationId }: Journey): Promise<void> {
  await page.goto(`${train.web}/messages/${conversationId}`)
  const field = page.getByLabel('メッセージを入力')
  const bubble = (text: string) => page.locator('li[data-message]', { hasText: text })
  for (const text of ['まちがえました', '八時に駅で']) {
    await field.fill(text)
    await page.getByRole('button', { name: '送信', exact: true }).click()
    await bubble(text).and(page.locator('[data-sync="local"]')).waitFor()
  }
  await bubble('まちがえました')
    .getByRole('button', { name: /^送信前のメッセージの操作/ })
    .click()
  await page.getByRole('button', { name: '送信を取り消す' }).click()
  await bubble('まちがえました').waitFor({ state: 'detached' })

  await field.fill('書きかけ')
  const menu = bubble('八時に駅で').getByRole('button', { name: /^送信前のメッセージの操作/ })
  await menu.focus()
  await page.keyboard.press('Enter')
  await page.getByRole('button', { name: '編集', exact: true }).press('Enter')
  const editor = page.getByLabel('メッセージを編集')
  await expect.poll(() => editor.inputValue()).toBe('八時に駅で')
  await editor.fill('九時に駅で')
  await editor.press('Enter')
  await bubble('九時に駅で').and(page.locator('[data-sync="local"]')).waitFor()
  // What was being written beside it is still there
  expect(await field.inputValue()).toBe('書きかけ')
}

/** Exactly the right things, once. */
async function expectOnServer({ userId, conversationId }: Journey): Promise<void> {
  const client = serviceClient(stack)
  await expect
    .poll(async () => (await onServer(stack, userId)).messages.map(({ body, seq }) => [body, seq > 0]), {
      timeout: PATIENCE_MS,
    })
    .toEqual([
      ['', false],
      ['九時に駅で', true],
    ])
  await expect
    .poll(
      async () => {
        const { data } = await client
          .from('notifications')
          .select('is_read,is_deleted,title')
          .eq('user_id', userId)
        return data?.filter((row) => row.is_read || row.is_deleted).map(({ title }) => title)
      },
      { timeout: PATIENCE_MS },
    )
    .toEqual(['一つ目のお知らせ'])
  const { ratings, favorites } = await onServer(stack, userId)
  expect(favorites).toEqual([])
  expect(ratings.filter((row) => !row.is_deleted)).toEqual([])
  const { data: conversation } = await client
    .from('conversations')
    .select('*')
    .eq('id', conversationId)
    .single()
  expect((conversation?.user1_unread_count ?? 0) + (conversation?.user2_unread_count ?? 0)).toBe(1)
}

/** What a conversation shows; should there be no message, the screen's text tells why. */
const conversationOn = async (page: Page): Promise<string[]> => {
  const messages = page.locator('li[data-message]')
  const told = await messages.evaluateAll((items) =>
    items.map((item) => `${item.dataset['sync']}: ${item.querySelector('p')?.innerText}`),
  )
  return told.length > 0 ? told : [await page.locator('body').innerText()]
}
const ARRIVED = ['saved: 九時に駅で']

const NAME = 'what was taken back without a connection is as if it had never been, and the rest arrives once'
test(NAME, { timeout: JOURNEY_MS }, async () => {
  const [train, phone, laptop] = await Promise.all([
    boardTrain(stack),
    browser.newContext(PHONE),
    browser.newContext(LAPTOP),
  ])
  onTestFinished(async () => {
    await Promise.all([phone.close(), laptop.close()])
    await train.close()
  })
  const { laptopPage, journey } = await setOut(train, phone, laptop)
  train.enterTunnel()
  await phone.setOffline(true)
  await undoAboutTheVideo(journey)
  await undoAboutNotifications(journey)
  await writeToFriend(journey)
  await journey.page.close()
  train.leaveTunnel()
  await phone.setOffline(false)
  const again = await phone.newPage()
  await again.goto(`${train.web}/messages/${journey.conversationId}`)
  await expectOnServer(journey)
  await expect.poll(() => conversationOn(again), { timeout: PATIENCE_MS }).toEqual(ARRIVED)

  await laptopPage.goto(`${stack.web}/messages/${journey.conversationId}`)
  await expect.poll(() => conversationOn(laptopPage), { timeout: PATIENCE_MS }).toEqual(ARRIVED)
  await laptopPage.goto(`${stack.web}/profile/notifications`)
  await expect.poll(() => unread(laptopPage), { timeout: PATIENCE_MS }).toBe(TITLES.length)
  await laptopPage.goto(`${stack.web}/favorites`)
  await laptopPage.getByText('お気に入りはまだありません').waitFor({ timeout: PATIENCE_MS })
  expect(await laptopPage.locator('[data-sync="attention"]').count()).toBe(0)
})
