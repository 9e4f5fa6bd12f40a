import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import type { BrowserContext, CDPSession, Page } from 'playwright-core'
import { describe, expect, inject, test } from 'vitest'
import { launchProfile } from '../support/browser.ts'
import { hostBuild, type Host } from '../support/builds.ts'
import { serviceClient } from '../support/session.ts'
import { makeAcquaintance, newPerson, onServer, type Person, signIn, signUp } from './people.ts'
import { LAPTOP } from './devices.ts'
import { PATIENCE_MS } from './patience.ts'

const stack = inject('stack')
/** So much is free when a device is called full. */
const ROOM_BYTES = 60_000
const NOT_STORED = '端末に保存できませんでした'
const LOST = '失われたおそれがあります'

/** A browser with a profile that outlives it: a quota that is set counts from the next start of the browser. */
type Device = {
  host: Host
  person: Person
  userId: string
  conversationId: string
  context: BrowserContext
  restart(quotaBytes?: number): Promise<Page>
}

const deviceTest = test.extend<{ device: Device }>({
  device: async ({ onTestFinished }, provide) => {
    const profile = await mkdtemp(join(tmpdir(), 'mirutomo-profile-'))
    const host = await hostBuild(stack, 'dist')
    const device: Device = {
      host,
      person: newPerson('storage'),
      userId: '',
      conversationId: '',
      context: await launchProfile(profile, LAPTOP),
      restart: async (quotaBytes) => {
        await device.context.close()
        device.context = await launchProfile(profile, LAPTOP)
        const page = await device.context.newPage()
        const cdp = await device.context.newCDPSession(page)
        if (quotaBytes !== undefined)
          await cdp.send('Storage.overrideQuotaForOrigin', { origin: host.web, quotaSize: quotaBytes })
        return page
      },
    }
    onTestFinished(async () => {
      await device.context.close()
      await host.close()
      await rm(profile, { recursive: true, force: true })
    })
    const page = await device.context.newPage()
    await signUp(page, host.web, device.person)
    Object.assign(device, await makeAcquaintance(stack, device.person))
    await page.evaluate(() => navigator.serviceWorker.ready)
    await provide(device)
  },
})

const firstPage = (device: Device): Page => {
  const page = device.context.pages().at(-1)
  if (page === undefined) throw new Error('no page is open')
  return page
}
const cdpOf = (page: Page): Promise<CDPSession> => page.context().newCDPSession(page)

/** What the browser counts after a fresh start, when it has tidied up. */
async function bytesAtStart(device: Device): Promise<number> {
  const page = await device.restart()
  await openConversation(page, device)
  const { usage } = await (
    await cdpOf(page)
  ).send('Storage.getUsageAndQuota', {
    origin: device.host.web,
  })
  return usage
}

async function expectWholeCatalogue(page: Page, host: Host): Promise<number> {
  const { count } = await serviceClient(stack)
    .from('videos')
    .select('id', { count: 'exact', head: true })
    .eq('on_shelf', true)
  await page.goto(`${host.web}/?debug=true`)
  await expect.poll(() => heldVideos(page), { timeout: PATIENCE_MS }).toBe(count)
  return count ?? 0
}
async function heldVideos(page: Page): Promise<number> {
  const text = await page.getByTestId('debug-panel').innerText()
  return Number(/"videos": (\d+)/.exec(text)?.[1] ?? -1)
}

/** As many as lie on the disk, beside whatever the page shows. */
const videosOnDisk = (page: Page): Promise<number> =>
  page.evaluate(async () => {
    const names = (await indexedDB.databases()).flatMap(({ name }) => name ?? [])
    const opening = indexedDB.open(names.find((name) => name.endsWith('--videos')) ?? '')
    return new Promise<number>((resolve, reject) => {
      opening.onerror = () => reject(new Error('there is no catalogue'))
      opening.onsuccess = () => {
        const counting = opening.result.transaction('docs').objectStore('docs').count()
        counting.onsuccess = () => {
          opening.result.close()
          resolve(counting.result)
        }
      }
    })
  })

const field = (page: Page) => page.getByLabel('メッセージを入力')
const ownMessage = (page: Page, text: string) => page.locator('li[data-message]', { hasText: text })
const keptPictures = (page: Page): Promise<number> =>
  page.evaluate(async () => (await (await caches.open('thumbnails')).keys()).length)

/** Makes the first video a favourite, and waits until the server has it. */
async function favorite(page: Page, host: Host): Promise<void> {
  await page.goto(`${host.web}/search?q=${encodeURIComponent('の')}`)
  const first = page.getByRole('list', { name: '動画の一覧' }).locator('article').first()
  await first.getByRole('button', { name: 'お気に入り' }).click({ timeout: PATIENCE_MS })
  await first.locator('[data-sync]').waitFor({ timeout: PATIENCE_MS })
  await page.goto(`${host.web}/favorites`)
  await page.locator('main li[data-sync="saved"]').waitFor({ timeout: PATIENCE_MS })
}

async function openConversation(page: Page, { host, conversationId }: Device): Promise<void> {
  await page.goto(`${host.web}/messages/${conversationId}`)
  await field(page).waitFor({ timeout: PATIENCE_MS })
}

/** Writes a message; answers whether it was stored. One that was not stays in the form, and the form says so. */
async function write(page: Page, text: string): Promise<boolean> {
  await field(page).fill(text)
  await field(page).press('Enter')
  const stored = ownMessage(page, text.slice(0, 12)).first()
  const refused = page.getByText(NOT_STORED).first()
  await stored.or(refused).first().waitFor({ timeout: PATIENCE_MS })
  if (!(await refused.isVisible())) return true
  await expect.poll(() => field(page).inputValue()).toBe(text)
  expect(await stored.count()).toBe(0)
  return false
}

describe('on a device with little room', () => {
  deviceTest(
    'pictures go first, then the catalogue, and never what is unsent',
    { timeout: 600_000 },
    async ({ device }) => {
      const { host } = device
      const page = firstPage(device)
      const whole = await expectWholeCatalogue(page, host)
      await favorite(page, host)
      await expect.poll(() => keptPictures(page), { timeout: PATIENCE_MS }).toBeGreaterThan(5)
      const stored: string[] = []
      /** Writes long messages until the form says that there is no room, or `until` holds. Answers the one that was refused. */
      const fill = async (full: Page, until: () => Promise<boolean>): Promise<string | undefined> => {
        await openConversation(full, device)
        while (!(await until())) {
          const text = `${String(stored.length + 1).padStart(4, '0')}通目の長文。${noise(9_900)}`
          if (!(await write(full, text))) return text
          stored.push(text)
        }
        return undefined
      }

      host.goOffline()
      const full = await device.restart((await bytesAtStart(device)) + ROOM_BYTES)
      expect(await fill(full, async () => (await keptPictures(full)) === 0)).toBeUndefined()
      expect(stored.length).toBeGreaterThan(0)
      await full.goto(`${host.web}/?debug=true`)
      await expect.poll(() => heldVideos(full), { timeout: PATIENCE_MS }).toBe(whole)

      // No pictures any more: the catalogue goes next. When that counts as free is the browser's to say: LevelDB gives room back as it compacts
      const fuller = await device.restart((await bytesAtStart(device)) + ROOM_BYTES)
      const refused = await fill(fuller, async () => (await videosOnDisk(fuller)) < 10)
      await expect.poll(() => videosOnDisk(fuller), { timeout: PATIENCE_MS }).toBeLessThan(10)
      await fuller.goto(`${host.web}/favorites`)
      await fuller.locator('main li[data-sync="saved"]').waitFor({ timeout: PATIENCE_MS })
      if (refused !== undefined) {
        const freed = await device.restart((await bytesAtStart(device)) + ROOM_BYTES)
        await openConversation(freed, device)
        expect(await write(freed, refused)).toBe(true)
        stored.push(refused)
      }

      host.goOnline()
      const roomy = await device.restart()
      await roomy.goto(`${host.web}/`)
      await expect
        .poll(async () => (await onServer(stack, device.userId)).messages.map(({ body }) => body), {
          timeout: PATIENCE_MS,
        })
        .toEqual(stored)
    },
  )

  deviceTest('without any room the forms keep what was written and say so', async ({ device }) => {
    const page = firstPage(device)
    await expectWholeCatalogue(page, device.host)
    await page.goto(`${device.host.web}/messages`)
    await page
      .locator(`a[href="/messages/${device.conversationId}"]:visible`)
      .waitFor({ timeout: PATIENCE_MS })
    const full = await device.restart(1)
    await openConversation(full, device)
    expect(await write(full, 'どこにも入らない一通です。')).toBe(false)
    expect(await full.locator('[data-sync="local"]').count()).toBe(0)
    await full.reload()
    await expect
      .poll(() => field(full).inputValue(), { timeout: PATIENCE_MS })
      .toBe('どこにも入らない一通です。')
    const roomy = await device.restart()
    await openConversation(roomy, device)
    expect(await write(roomy, 'どこにも入らない一通です。')).toBe(true)
  })
})

/** Text that no compression makes small. */
function noise(length: number): string {
  return Array.from({ length }, () => String.fromCharCode(0x4e00 + Math.floor(Math.random() * 0x5000))).join(
    '',
  )
}

async function deleteDatabases(page: Page, origin: string): Promise<void> {
  await (await cdpOf(page)).send('Storage.clearDataForOrigin', { origin, storageTypes: 'indexeddb' })
}

/** One favourite that the server has, one message that it has not. */
async function leaveOneUnsent(device: Device): Promise<Page> {
  const { host } = device
  const page = firstPage(device)
  await favorite(page, host)
  await openConversation(page, device)
  host.goOffline()
  await device.context.setOffline(true)
  expect(await write(page, 'まだ送られていない一通')).toBe(true)
  return page
}

async function expectRebuilt(page: Page, device: Device): Promise<void> {
  await page.goto(`${device.host.web}/favorites`)
  await page.locator('main li[data-sync="saved"]').waitFor({ timeout: PATIENCE_MS })
  await openConversation(page, device)
  expect(await write(page, 'またつながった一通')).toBe(true)
  await expect
    .poll(async () => (await onServer(stack, device.userId)).messages.map(({ body }) => body), {
      timeout: PATIENCE_MS,
    })
    .toEqual(['またつながった一通'])
}

describe('when the databases are deleted', () => {
  deviceTest('under an open page, it says what may be missing and fills up again', async ({ device }) => {
    const { host } = device
    const page = await leaveOneUnsent(device)
    await deleteDatabases(page, host.web)
    const notice = page.getByRole('alert').filter({ hasText: LOST })
    await notice.getByText('送信前だった1件').waitFor({ timeout: PATIENCE_MS })
    expect(await page.locator('main').innerText()).not.toBe('')
    host.goOnline()
    await device.context.setOffline(false)
    await expectRebuilt(page, device)
    await notice.getByRole('button', { name: '閉じる' }).click()
    await page.reload()
    await page.locator('main').waitFor()
    expect(await notice.count()).toBe(0)
  })

  deviceTest('before the start, it says so, and after signing in fills up again', async ({ device }) => {
    const { host, person } = device
    await leaveOneUnsent(device)
    const page = await device.restart()
    await deleteDatabases(page, host.web)
    host.goOnline()
    await device.context.setOffline(false)
    await page.goto(`${host.web}/`)
    await page.getByRole('alert').getByText('送信前だった1件').waitFor({ timeout: PATIENCE_MS })
    await page.locator('main article').first().waitFor({ timeout: PATIENCE_MS })
    // A worker that lived on has put the session back
    await page.goto(`${host.web}/login`)
    const form = page.getByLabel('メールアドレス')
    await form.or(page.locator('main article')).first().waitFor({ timeout: PATIENCE_MS })
    if (await form.isVisible()) await signIn(page, host.web, person)
    await expectRebuilt(page, device)
  })
})

deviceTest(
  'where the browser stores nothing, the catalogue can be read, and the app says why no more',
  async ({ device }) => {
    const page = await device.context.newPage()
    await page.addInitScript(() => {
      IDBFactory.prototype.open = () => {
        throw new DOMException('forbidden', 'SecurityError')
      }
      IDBFactory.prototype.databases = () => Promise.reject(new DOMException('forbidden', 'SecurityError'))
    })
    await page.goto(`${device.host.web}/`)
    await page.locator('main article').first().waitFor({ timeout: PATIENCE_MS })
    await page.getByRole('alert').getByText('閲覧だけできます').waitFor({ timeout: PATIENCE_MS })
    await page.goto(`${device.host.web}/search?q=${encodeURIComponent('の')}`)
    await page.locator('main article').first().waitFor({ timeout: PATIENCE_MS })
  },
)
