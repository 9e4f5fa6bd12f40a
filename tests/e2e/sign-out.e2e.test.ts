import type { Browser, BrowserContext, Page } from 'playwright-core'
import { afterAll, beforeAll, describe, expect, inject, test, vi } from 'vitest'
import { databaseNames, found, shownOn, textIn, tracesOf } from '../support/account-traces.ts'
import { launchBrowser, OUTBOX_TAG, WorkerControl } from '../support/browser.ts'
import { boardTrain, type Train } from '../support/offline-stack.ts'
import { serviceClient } from '../support/session.ts'
import { makeAcquaintance, newPerson, onServer, type Person, signIn, signUp } from './people.ts'
import { PHONE } from './devices.ts'
import { PATIENCE_MS } from './patience.ts'

const stack = inject('stack')
/** A journey of two accounts over several tabs. */
vi.setConfig({ testTimeout: 600_000 })

const COMMENT = 'ひみつの感想 kanariya-comment'
const MESSAGES = ['ひみつの手紙 kanariya-message 1', 'ひみつの手紙 kanariya-message 2']
const RECEIVED = '届いた手紙 kanariya-received'
const DRAFT = 'まだ途中のひみつ kanariya-draft'
const BIO = '自己紹介 kanariya-bio'
const NOTICE = 'お知らせ kanariya-notice'
const SEARCH = 'kanariya-search'
const WORDS = ['kanariya', 'ひみつの感想', 'ひみつの手紙', '届いた手紙']

let browser: Browser
beforeAll(async () => {
  browser = await launchBrowser()
})
afterAll(() => browser.close())

type Journey = {
  train: Train
  phone: BrowserContext
  page: Page
  person: Person
  userId: string
  conversationId: string
  /** What nobody may find once the person has left. */
  secrets: string[]
}

/** Signs up on the phone, and waits until it holds something of every kind that is the person's alone. */
async function setOut(train: Train, phone: BrowserContext): Promise<Journey> {
  const person = newPerson('himitsu')
  const page = await phone.newPage()
  await signUp(page, train.web, person)
  const { userId, conversationId, notificationId } = await makeAcquaintance(stack, person)
  await makeSecrets(userId, conversationId, notificationId)
  await page.evaluate(() => navigator.serviceWorker.ready)
  await page.goto(`${train.web}/search?q=${SEARCH}`)
  await page.goto(`${train.web}/messages/${conversationId}`)
  await page.locator('li[data-message]', { hasText: RECEIVED }).waitFor({ timeout: PATIENCE_MS })
  await page.goto(`${train.web}/profile/notifications`)
  await page.locator('li[data-notification]', { hasText: NOTICE }).waitFor({ timeout: PATIENCE_MS })
  await page.goto(`${train.web}/profile/${userId}`)
  await page.getByText(BIO).first().waitFor({ timeout: PATIENCE_MS })
  await expectKeptAnswer(page, BIO)
  // The device has the key to seal with
  await expectSealKey(page)
  await page.evaluate(async (title) => {
    localStorage.setItem('sb-old-auth-token', title)
    sessionStorage.setItem('left-by-a-screen', title)
    document.cookie = `sb-old=${encodeURIComponent('kanariya')}; path=/`
    const registration = await navigator.serviceWorker.ready
    await registration.showNotification(title, { body: title, data: { title } })
  }, NOTICE)
  const secrets = [...WORDS, userId, person.email, person.username, conversationId]
  expect(new Set(found(await tracesOf(page), secrets)).size).toBeGreaterThan(secrets.length)
  return { train, phone, page, person, userId, conversationId, secrets }
}

/** The answers of the server that are not replicated are kept too. */
async function expectKeptAnswer(page: Page, word: string): Promise<void> {
  await expect.poll(() => textIn(page, 'mirutomo-kept-'), { timeout: PATIENCE_MS }).toContain(word)
}

async function expectSealKey(page: Page): Promise<void> {
  await expect.poll(() => textIn(page, 'mirutomo-outbox-'), { timeout: PATIENCE_MS }).toContain('seal_key')
}

/** What others have given the person, and what only the person may see. */
async function makeSecrets(userId: string, conversationId: string, notificationId: string): Promise<void> {
  const client = serviceClient(stack)
  const { data: conversation } = await client
    .from('conversations')
    .select('*')
    .eq('id', conversationId)
    .single()
  const friendId = [conversation?.user1_id, conversation?.user2_id].map(String).find((id) => id !== userId)
  const answers = await Promise.all([
    client.from('profiles').update({ bio: BIO }).eq('id', userId),
    client.from('notifications').update({ title: NOTICE }).eq('id', notificationId),
    client.from('messages').insert({
      id: crypto.randomUUID(),
      conversation_id: conversationId,
      sender_id: friendId,
      body: RECEIVED,
      sent_at: Date.now(),
    }),
  ])
  for (const { error } of answers) expect(error).toBeNull()
}

/** A comment, two messages, and a text that is not finished. */
async function work({ page, train, conversationId }: Journey): Promise<void> {
  await page.goto(`${train.web}/`)
  await page.locator('main article a[href^="/video/"]').first().click()
  await page.waitForURL(/\/video\//)
  await page.getByLabel(/^コメント/).waitFor({ timeout: PATIENCE_MS })
  const stars = page.getByRole('radio', { name: '4点', exact: true }).first()
  await stars.press('Space')
  await page.getByLabel(/^コメント/).fill(COMMENT)
  await page.getByRole('button', { name: 'コメントを保存' }).click()
  await page.getByText('コメントを保存しました。').first().waitFor()
  await page.locator('#rating[data-sync="local"]').waitFor()
  await page.goto(`${train.web}/messages/${conversationId}`)
  for (const text of MESSAGES) {
    await page.getByLabel('メッセージを入力').fill(text)
    await page.getByRole('button', { name: '送信', exact: true }).click()
    await page.locator('li[data-message][data-sync="local"]', { hasText: text }).waitFor()
  }
  await page.getByLabel('メッセージを入力').fill(DRAFT)
}

async function enterTunnel({ train, phone }: Journey): Promise<void> {
  train.enterTunnel()
  await phone.setOffline(true)
}

async function leaveTunnel({ train, phone }: Journey): Promise<void> {
  train.leaveTunnel()
  await phone.setOffline(false)
}

/** Asks to sign out, by the menu of the account. */
async function askToSignOut(page: Page): Promise<void> {
  await page.getByRole('button', { name: /のメニュー$/ }).click()
  await page.getByRole('button', { name: 'ログアウト' }).click()
}

const dialogOf = (page: Page) => page.getByRole('dialog', { name: 'ログアウト' })
const signedOut = (page: Page) => page.getByRole('link', { name: 'ログイン' }).first()

/** Waits until nothing is found any more. To look takes long. */
const expectNone = (look: () => Promise<string[]>): Promise<void> =>
  expect.poll(look, { timeout: PATIENCE_MS, interval: 1_000 }).toEqual([])

/** Nobody can tell from this device who was here, nor what they wrote; on no page that is open, and in nothing that is stored. */
async function expectNoTrace({ phone, train, secrets }: Journey): Promise<void> {
  const pages = phone.pages().filter((page) => page.url().startsWith(train.web))
  for (const page of pages) {
    await signedOut(page).waitFor({ timeout: PATIENCE_MS })
    await expectNone(async () => found({ page: await shownOn(page) }, secrets))
  }
  const [first] = pages
  if (first === undefined) throw new Error('no page is open')
  await expectNone(async () => found(await tracesOf(first), secrets))
  // Databases are named after their accounts
  await expectNone(async () =>
    (await databaseNames(first)).filter((name) => /[0-9a-f]{8}-[0-9a-f]{4}-/.test(name)),
  )
}

/** Somebody else on the same device sees nothing of it and sends nothing of it. */
async function expectNothingForSomebodyElse(journey: Journey): Promise<void> {
  const { page, train, userId, secrets } = journey
  await signUp(page, train.web, newPerson('tanin'))
  await page.locator('main article').first().waitFor({ timeout: PATIENCE_MS })
  for (const path of ['/messages', '/profile/notifications', '/profile/reviews', '/profile/sync']) {
    await page.goto(train.web + path)
    await page.locator('main h1').first().waitFor({ timeout: PATIENCE_MS })
    expect(found({ [path]: await shownOn(page) }, secrets)).toEqual([])
  }
  await expectSealKey(page)
  expect(found(await tracesOf(page), secrets)).toEqual([])
  const { messages, ratings } = await onServer(stack, userId)
  expect([messages, ratings]).toEqual([[], []])
  await askToSignOut(page)
  // Opening a video counts as a view, which may still be on its way
  const discard = dialogOf(page).getByRole('button', { name: '破棄してログアウト' })
  await signedOut(page).or(discard).first().waitFor({ timeout: PATIENCE_MS })
  if (await discard.isVisible()) await discard.click()
  await signedOut(page).waitFor({ timeout: PATIENCE_MS })
}

/** On the server exactly once and in order, and on the device as saved; the unfinished text stands where it was. */
async function expectArrival({ page, train, userId, conversationId }: Journey): Promise<void> {
  await expect
    .poll(
      async () => {
        const { ratings, messages } = await onServer(stack, userId)
        return [ratings.map(({ comment }) => comment), messages.map(({ body }) => body)]
      },
      { timeout: PATIENCE_MS },
    )
    .toEqual([[COMMENT], MESSAGES])
  await page.goto(`${train.web}/messages/${conversationId}`)
  for (const text of MESSAGES)
    await page
      .locator('li[data-message][data-sync="saved"]', { hasText: text })
      .waitFor({ timeout: PATIENCE_MS })
}

const draftOf = (page: Page): Promise<string> => page.getByLabel('メッセージを入力').inputValue()

/** How many sealed remainders the device keeps. */
const sealed = (page: Page): Promise<number> =>
  page.evaluate(
    () =>
      new Promise<number>((resolve, reject) => {
        const request = indexedDB.open('mirutomo-sealed')
        request.onerror = () => reject(request.error ?? new Error('not opened'))
        request.onsuccess = () => {
          const database = request.result
          if (!database.objectStoreNames.contains('remainders')) return resolve(0)
          const counting = database.transaction('remainders').objectStore('remainders').count()
          counting.onsuccess = () => {
            database.close()
            resolve(counting.result)
          }
        }
      }),
  )

const journeyTest = test.extend<{ journey: Journey }>({
  journey: async ({ onTestFinished }, provide) => {
    const [train, phone] = await Promise.all([boardTrain(stack), browser.newContext(PHONE)])
    await phone.grantPermissions(['notifications'], { origin: train.web })
    onTestFinished(async () => {
      await phone.close()
      await train.close()
    })
    await provide(await setOut(train, phone))
  },
})

describe('signing out with something unsent', () => {
  journeyTest(
    'sealed in the tunnel, with another tab open and the worker at work, comes back to nobody but the person',
    async ({ journey }) => {
      const { page, phone, train, person } = journey
      const worker = await WorkerControl.in(phone)
      await enterTunnel(journey)
      await work(journey)
      const other = await phone.newPage()
      await other.goto(`${train.web}/profile/reviews`)
      await other.getByText(COMMENT).first().waitFor({ timeout: PATIENCE_MS })
      await page.bringToFront()
      await worker.fireSync(train.web, OUTBOX_TAG)

      await askToSignOut(page)
      const dialog = dialogOf(page)
      await dialog.getByText('評価・レビュー').waitFor()
      expect(await dialog.getByRole('listitem').allInnerTexts()).toEqual(
        expect.arrayContaining(['評価・レビュー\n1件', 'メッセージ\n2件', '書きかけの文章\n1件']),
      )
      await dialog.getByRole('button', { name: '今すぐ送信' }).click()
      await dialog.getByRole('alert').getByText('オフラインのため、今は送信できません').waitFor()
      await dialog.getByRole('button', { name: 'この端末に封をして残す' }).click()
      await expectNoTrace(journey)
      expect(found({ address: page.url() }, journey.secrets)).toEqual([])
      expect(await sealed(page)).toBe(1)

      await leaveTunnel(journey)
      await expectNothingForSomebodyElse(journey)
      await signIn(page, train.web, person)
      await expectArrival(journey)
      expect(await draftOf(page)).toBe(DRAFT)
      expect(await sealed(page)).toBe(0)
    },
  )

  journeyTest(
    'given up while a push is on its way and its answer never comes, is gone for good',
    async ({ journey }) => {
      const { page, phone, train, person, conversationId } = journey
      const other = await phone.newPage()
      await other.goto(`${train.web}/messages/${conversationId}`)
      await other.locator('li[data-message]', { hasText: RECEIVED }).waitFor({ timeout: PATIENCE_MS })
      await page.bringToFront()
      await enterTunnel(journey)
      await work(journey)
      const pushed = train.loseAnswersToPushes()
      await phone.setOffline(false)
      await pushed
      await askToSignOut(page)
      await dialogOf(page).getByRole('button', { name: '破棄してログアウト' }).click()
      await expectNoTrace(journey)
      expect(await databaseNames(page)).not.toContain('mirutomo-sealed')
      await leaveTunnel(journey)
      await page.reload()
      await expectNoTrace(journey)
      await signIn(page, train.web, person)
      await page.goto(`${train.web}/messages/${conversationId}`)
      await page.locator('li[data-message]', { hasText: RECEIVED }).waitFor({ timeout: PATIENCE_MS })
      expect(await draftOf(page)).toBe('')
    },
  )

  journeyTest('sent first, which can be stopped, arrives and leaves nothing', async ({ journey }) => {
    const { page, phone, train, userId } = journey
    await enterTunnel(journey)
    await work(journey)
    const pushed = train.loseAnswersToPushes()
    await phone.setOffline(false)
    await pushed
    await askToSignOut(page)
    const dialog = dialogOf(page)
    await dialog.getByRole('button', { name: '今すぐ送信' }).click()
    await dialog.getByText(/^送信しています。残り/).waitFor()
    await dialog.getByRole('button', { name: '送信をやめる' }).click()
    await dialog.getByRole('button', { name: 'キャンセル' }).waitFor()
    expect(await signedOut(page).isVisible()).toBe(false)
    train.leaveTunnel()
    await dialog.getByRole('button', { name: '今すぐ送信' }).click()
    await expectNoTrace(journey)
    const { messages, ratings } = await onServer(stack, userId)
    expect(messages.map(({ body }) => body)).toEqual(MESSAGES)
    expect(ratings.map(({ comment }) => comment)).toEqual([COMMENT])
    // The unfinished text cannot be sent
    expect(await sealed(page)).toBe(1)
  })

  journeyTest(
    'because the server ended the session: it is sealed and said so, and arrives after the next sign-in',
    async ({ journey }) => {
      const { page, train, person } = journey
      await enterTunnel(journey)
      await work(journey)
      await endSession(page)
      await leaveTunnel(journey)
      const dialog = page.getByRole('dialog', { name: 'ログインの有効期限が切れました' })
      await dialog.getByText(/封をして残しました/).waitFor({ timeout: PATIENCE_MS })
      await dialog.getByRole('button', { name: 'このまま残す' }).click()
      await expectNoTrace(journey)
      await signIn(page, train.web, person)
      await expectArrival(journey)
      expect(await draftOf(page)).toBe(DRAFT)
    },
  )

  journeyTest(
    'in a page that dies in the middle of it is finished by the next start',
    async ({ journey }) => {
      const { page, phone, train, person } = journey
      await enterTunnel(journey)
      await work(journey)
      await askToSignOut(page)
      await dialogOf(page).getByRole('button', { name: 'この端末に封をして残す' }).click()
      // However far it has come
      await expect
        .poll(() => databaseNames(page).catch(() => ['mirutomo-sealed']))
        .toContain('mirutomo-sealed')
      await page.close()
      const next = await phone.newPage()
      await next.goto(`${train.web}/`)
      await next.locator('main').waitFor()
      await leaveTunnel(journey)
      const again = { ...journey, page: next }
      // Before the session was taken away the person is still signed in, and everything stands as it was
      const stillIn = next.getByRole('button', { name: /のメニュー$/ })
      await signedOut(next).or(stillIn).first().waitFor({ timeout: PATIENCE_MS })
      if (await signedOut(next).isVisible()) {
        await expectNoTrace(again)
        await signIn(next, train.web, person)
      }
      await expectArrival(again)
    },
  )
})

journeyTest(
  'signing out while the server is still looking for something keeps nothing of the question when the answer comes',
  async ({ journey }) => {
    const { page, train } = journey
    const held = train.holdAnswersTo('query=kanariya-held')
    await page.goto(`${train.web}/search?q=kanariya-held`)
    await held.seen
    await askToSignOut(page)
    // Opening a video counts as a view, which may still be on its way
    const discard = dialogOf(page).getByRole('button', { name: '破棄してログアウト' })
    await signedOut(page).or(discard).first().waitFor({ timeout: PATIENCE_MS })
    if (await discard.isVisible()) await discard.click()
    await signedOut(page).waitFor({ timeout: PATIENCE_MS })
    const answered = page.waitForEvent('requestfinished', {
      predicate: (request) => request.url().includes('kanariya-held'),
      timeout: PATIENCE_MS,
    })
    held.release()
    await answered
    // What a visitor asks afterwards has gone the same way
    await page.goto(`${train.web}/search?q=visitor`)
    const traces = async (): Promise<string> => JSON.stringify(await tracesOf(page))
    await expect.poll(traces, { timeout: PATIENCE_MS }).toContain('query=visitor')
    await page.goto(`${train.web}/`)
    await expectNoTrace(journey)
  },
)

/** As if the server had ended it: what this device presents is no longer taken. */
function endSession(page: Page): Promise<void> {
  return page.evaluate(
    () =>
      new Promise<void>((resolve, reject) => {
        const request = indexedDB.open('mirutomo-session')
        request.onerror = () => reject(request.error ?? new Error('not opened'))
        request.onsuccess = () => {
          const database = request.result
          const transaction = database.transaction('entries', 'readwrite')
          const entries = transaction.objectStore('entries')
          const reading = entries.get('sb-mirutomo-auth')
          reading.onsuccess = () => {
            const session = { ...JSON.parse(String(reading.result)), refresh_token: 'ended', expires_at: 1 }
            entries.put(JSON.stringify(session), 'sb-mirutomo-auth')
          }
          transaction.oncomplete = () => {
            database.close()
            resolve()
          }
        }
      }),
  )
}
