import type { Browser, BrowserContext, Page } from 'playwright-core'
import { afterAll, beforeAll, describe, expect, inject, test } from 'vitest'
import { SCORE_NAMES, SCORES } from '../../src/domain/rating.ts'
import { THUMBNAIL_CACHE } from '../../sync/storage/caches.ts'
import { launchBrowser, OUTBOX_TAG, ROUND_MS, WorkerControl } from '../support/browser.ts'
import { drawn } from '../support/drawn.ts'
import { boardTrain, type Train } from '../support/offline-stack.ts'
import { serviceClient } from '../support/session.ts'
import { makeAcquaintance, newPerson, onServer, signIn, signUp, type Person } from './people.ts'
import { awaitWholeCatalogue } from './whole-catalogue.ts'
import { LAPTOP, MOVING, PHONE } from './devices.ts'
import { PATIENCE_MS } from './patience.ts'

const stack = inject('stack')
const COMMENT = '電車の中で見ました。説明がとても分かりやすく、最後まで飽きません🚃'
const MESSAGES = ['いま電車です', 'トンネルに入りました', 'この動画おすすめです！']

let browser: Browser
beforeAll(async () => {
  browser = await launchBrowser()
})
afterAll(() => browser.close())

type Devices = { train: Train; phone: BrowserContext; laptop: BrowserContext }
type Journey = Devices & {
  laptopPage: Page
  page: Page
  person: Person
  userId: string
  conversationId: string
  videoPath: string
}

/** What a search found, without the promoted video above it. */
const results = (page: Page) => page.getByRole('list', { name: '動画の一覧' }).locator('article')

/** Signs up on the phone, signs the laptop in, and waits until the phone has everything it will need in the tunnel. */
async function setOut({ train, phone, laptop }: Devices): Promise<Journey> {
  const person = newPerson('hanako')
  const page = await phone.newPage()
  await signUp(page, train.web, person)
  const { userId, conversationId } = await makeAcquaintance(stack, person)
  const laptopPage = await laptop.newPage()
  await signIn(laptopPage, stack.web, person)

  await page.evaluate(() => navigator.serviceWorker.ready)
  await page.goto(`${train.web}/messages`)
  await page.locator(`a[href="/messages/${conversationId}"]:visible`).waitFor({ timeout: PATIENCE_MS })
  await page.goto(`${train.web}/profile/notifications`)
  await page
    .locator('li[data-notification]', { hasText: 'ようこそ、ミルトモへ' })
    .waitFor({ timeout: PATIENCE_MS })

  // In the tunnel the search finds nothing else
  await awaitWholeCatalogue(page, train.web, stack, PATIENCE_MS)
  const box = page.getByRole('combobox', { name: '動画を検索' })
  if (!(await box.isVisible())) await page.getByRole('button', { name: '検索' }).first().click()
  await box.fill('ゲーム')
  await box.press('Enter')
  await page.waitForURL(/\/search\?q=/)
  await results(page).first().locator('a').click()
  await page.waitForURL(/\/video\//)
  const videoPath = new URL(page.url()).pathname
  await page.getByRole('radiogroup', { name: SCORE_NAMES.overall }).waitFor({ timeout: PATIENCE_MS })
  return { train, phone, laptop, laptopPage, page, person, userId, conversationId, videoPath }
}

/** Everything the person does between two stations. Each thing says 端末に保存. */
async function workInTheTunnel({ page, conversationId }: Journey): Promise<void> {
  for (const score of SCORES) {
    const group = page.getByRole('radiogroup', { name: SCORE_NAMES[score], exact: true })
    const choice = group.getByRole('radio', { name: '4点', exact: true })
    await choice.press('Space')
    await expect.poll(() => choice.isChecked()).toBe(true)
  }
  await page.getByLabel(/^コメント/).fill(COMMENT)
  await page.getByRole('button', { name: 'コメントを保存' }).click()
  // A try that had begun before the tunnel may be ending
  await page.locator('#rating[data-sync="local"]').getByText('端末に保存', { exact: true }).waitFor()

  await page.locator('main').getByRole('button', { name: 'お気に入り' }).first().click()
  await page
    .locator('main [data-sync="local"]')
    .getByRole('button', { name: 'お気に入り', pressed: true })
    .first()
    .waitFor()
  await page.goto(new URL('/search?q=VTuber', page.url()).href)
  for (const index of [0, 1]) {
    const heart = results(page).nth(index).getByRole('button', { name: 'お気に入り' })
    if ((await heart.getAttribute('aria-pressed')) === 'true')
      throw new Error('the search found the same video again')
    await heart.click()
    await results(page).nth(index).locator('[data-sync="local"]').waitFor()
  }

  await page.goto(new URL(`/messages/${conversationId}`, page.url()).href)
  for (const text of MESSAGES) {
    await page.getByLabel('メッセージを入力').fill(text)
    await page.getByRole('button', { name: '送信', exact: true }).click()
    await page.locator('li[data-message][data-sync="local"]', { hasText: text }).waitFor()
  }

  await page.goto(new URL('/profile/notifications', page.url()).href)
  await page.getByRole('button', { name: /^既読にする: ようこそ/ }).click()
  await page.locator('li[data-notification][data-sync="local"]').waitFor()
}

/** Exactly once on the server, and on the laptop that was signed in all along. */
async function expectArrival({ laptopPage, userId, conversationId, videoPath }: Journey): Promise<void> {
  await expect
    .poll(
      async () => {
        const { ratings, favorites, messages, reads } = await onServer(stack, userId)
        return [ratings.length, favorites.length, messages.map(({ body }) => body), reads.length]
      },
      { timeout: PATIENCE_MS },
    )
    .toEqual([1, 3, MESSAGES, 1])
  const { ratings } = await onServer(stack, userId)
  expect(ratings[0]).toMatchObject({
    comment: COMMENT,
    ...Object.fromEntries(SCORES.map((score) => [score, 4])),
  })

  await laptopPage.goto(`${stack.web}/favorites`)
  await expect
    .poll(() => laptopPage.locator('main li[data-sync="saved"]').count(), { timeout: PATIENCE_MS })
    .toBe(3)
  await laptopPage.goto(`${stack.web}/messages/${conversationId}`)
  await expect
    .poll(() => laptopPage.locator('li[data-message] p:first-child').allInnerTexts(), {
      timeout: PATIENCE_MS,
    })
    .toEqual(MESSAGES)
  await laptopPage.goto(`${stack.web}${videoPath}`)
  await laptopPage.locator('#rating[data-sync="saved"]').waitFor({ timeout: PATIENCE_MS })
  expect(await laptopPage.getByLabel(/^コメント/).inputValue()).toBe(COMMENT)
}

/** The server has everything before the worker has written down that it has; asked from a page that replicates nothing. */
async function untilNobodyReplicates({ train, phone }: Journey): Promise<void> {
  const page = await phone.newPage()
  await page.goto(`${train.web}/privacy-policy.html`)
  const held = (): Promise<string[]> =>
    page.evaluate(async () => ((await navigator.locks.query()).held ?? []).map(({ name }) => name ?? ''))
  await expect
    .poll(async () => (await held()).some((name) => name.startsWith('mirutomo-sync:')), {
      timeout: PATIENCE_MS,
    })
    .toBe(false)
  await page.close()
}

/** Whoever replicated asks for the pictures of the favourites afterwards, page or worker; until then the connection stays. */
async function untilPicturesAreKept({ train, phone, userId }: Journey): Promise<void> {
  const { favorites } = await onServer(stack, userId)
  const { data: videos } = await serviceClient(stack)
    .from('videos')
    .select('youtube_id')
    .in(
      'id',
      favorites.map(({ video_id }) => video_id),
    )
  const page = await phone.newPage()
  await page.goto(`${train.web}/privacy-policy.html`)
  const kept = (): Promise<string[]> =>
    page.evaluate(
      async (name) => (await (await caches.open(name)).keys()).map(({ url }) => url),
      THUMBNAIL_CACHE,
    )
  await expect
    .poll(
      async () => {
        const pictures = await kept()
        return (videos ?? []).filter(({ youtube_id: id }) => pictures.some((url) => url.includes(`/${id}/`)))
      },
      { timeout: PATIENCE_MS },
    )
    .toHaveLength(favorites.length)
  await page.close()
}

/** From its start URL, without a connection: home, the favourites with their pictures, everything 保存済み. */
async function expectEverythingSavedOffline({
  train,
  phone,
  conversationId,
  videoPath,
}: Journey): Promise<void> {
  train.enterTunnel()
  await phone.setOffline(true)
  const page = await phone.newPage()
  await page.goto(`${train.web}/`)
  await page.locator('main article').first().waitFor({ timeout: PATIENCE_MS })
  await page.goto(`${train.web}/favorites`)
  await expect
    .poll(() => page.locator('main li[data-sync="saved"]').count(), { timeout: PATIENCE_MS })
    .toBe(3)
  await expect
    .poll(
      () =>
        page
          .locator('main li img')
          .evaluateAll(
            (images) =>
              images.filter((image) => image instanceof HTMLImageElement && image.naturalWidth > 0).length,
          ),
      { timeout: PATIENCE_MS },
    )
    .toBe(3)
  await page.goto(`${train.web}/messages/${conversationId}`)
  await expect
    .poll(() => page.locator('li[data-message][data-sync="saved"] p:first-child').allInnerTexts(), {
      timeout: PATIENCE_MS,
    })
    .toEqual(MESSAGES)
  await page.goto(`${train.web}${videoPath}`)
  await page.locator('#rating[data-sync="saved"]').waitFor()
  await page.goto(`${train.web}/profile/notifications`)
  await page.locator('li[data-notification][data-sync="saved"]').waitFor()
  expect(
    await page.locator('[data-sync="local"], [data-sync="sending"], [data-sync="attention"]').count(),
  ).toBe(0)
}

async function enterTunnel({ train, phone }: Journey): Promise<void> {
  train.enterTunnel()
  await phone.setOffline(true)
}

async function leaveTunnel({ train, phone }: Journey): Promise<void> {
  train.leaveTunnel()
  await phone.setOffline(false)
}

const journeyTest = test.extend<{ journey: Journey }>({
  journey: async ({ onTestFinished }, provide) => {
    const [train, phone, laptop] = await Promise.all([
      boardTrain(stack),
      browser.newContext({ ...PHONE, ...MOVING }),
      browser.newContext({ ...LAPTOP, ...MOVING }),
    ])
    const devices = { train, phone, laptop }
    onTestFinished(async () => {
      await Promise.all([phone.close(), laptop.close()])
      await train.close()
    })
    await provide(await setOut(devices))
  },
})

type Way = { name: string; arrive: (journey: Journey) => Promise<void> }

const WORKER_SENDS: Way = {
  name: 'after the page was closed: the worker sends it, and the next start shows it as saved',
  arrive: async (journey) => {
    const { page, phone, train } = journey
    const worker = await WorkerControl.in(phone)
    await enterTunnel(journey)
    await workInTheTunnel(journey)
    await page.close()
    await leaveTunnel(journey)
    // One is enough, unless its round fails because the connection is not quite back: then the browser fires again
    const stopFiring = worker.keepFiring(train.web, OUTBOX_TAG, ROUND_MS)
    await expectArrival(journey)
    stopFiring()
    await untilNobodyReplicates(journey)
    await untilPicturesAreKept(journey)
  },
}

const OTHER_WAYS: Way[] = [
  {
    name: 'when the worker was killed after the server had taken everything and before it heard so',
    arrive: async (journey) => {
      const { page, phone, train } = journey
      const worker = await WorkerControl.in(phone)
      await enterTunnel(journey)
      await workInTheTunnel(journey)
      await page.close()
      // The browser fires by itself as well when the connection is back: the wait must begin before
      const pushed = train.loseAnswersToPushes()
      await phone.setOffline(false)
      await worker.fireSync(train.web, OUTBOX_TAG)
      await pushed
      await worker.kill()
      train.leaveTunnel()
      const stopFiring = worker.keepFiring(train.web, OUTBOX_TAG)
      await expectArrival(journey)
      stopFiring()
      await untilPicturesAreKept(journey)
    },
  },
  {
    name: 'where Background Sync does not exist: at the next start',
    arrive: async (journey) => {
      const { page, phone, train } = journey
      await phone.addInitScript(() => Reflect.deleteProperty(ServiceWorkerRegistration.prototype, 'sync'))
      await enterTunnel(journey)
      await workInTheTunnel(journey)
      await page.close()
      await leaveTunnel(journey)
      const again = await phone.newPage()
      await again.goto(`${train.web}/`)
      await expectArrival(journey)
      await untilPicturesAreKept(journey)
      await again.close()
    },
  },
  {
    name: 'with two tabs open, once',
    arrive: async (journey) => {
      const { phone, page, train } = journey
      const second = await phone.newPage()
      await second.goto(`${train.web}/favorites`)
      await second.locator('main h1').waitFor()
      await page.bringToFront()
      await enterTunnel(journey)
      await workInTheTunnel(journey)
      await leaveTunnel(journey)
      await expectArrival(journey)
      await untilPicturesAreKept(journey)
      await second.close()
      await page.close()
    },
  },
]

describe('what was done on the train arrives', () => {
  journeyTest.for([WORKER_SENDS, ...drawn('main job', OTHER_WAYS, 1)])(
    '$name',
    async ({ arrive }, { journey }) => {
      await arrive(journey)
      await expectEverythingSavedOffline(journey)
    },
  )
})
