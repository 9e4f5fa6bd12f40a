import { readFile } from 'node:fs/promises'
import type { Browser, BrowserContext, Download, Page } from 'playwright-core'
import { afterAll, beforeAll, expect, inject, test } from 'vitest'
import { databaseNames } from '../support/account-traces.ts'
import { launchBrowser } from '../support/browser.ts'
import { boardTrain } from '../support/offline-stack.ts'
import { serviceClient } from '../support/session.ts'
import { newPerson, onServer, signUp, type Person } from './people.ts'

const stack = inject('stack')
const PHONE = { viewport: { width: 390, height: 844 }, locale: 'ja-JP' }
const PATIENCE_MS = 60_000
const JOURNEY_MS = 300_000

let browser: Browser
beforeAll(async () => {
  browser = await launchBrowser()
})
afterAll(() => browser.close())

async function idOf(person: Person): Promise<string> {
  const { data } = await serviceClient(stack).from('profiles').select('id').eq('username', person.username)
  return String(data?.[0]?.id)
}
const press = (page: Page, name: string) => page.getByRole('button', { name, exact: true }).click()

async function download(page: Page, name: string): Promise<Download> {
  const [file] = await Promise.all([page.waitForEvent('download'), press(page, name)])
  return file
}
async function arrive(context: BrowserContext, web: string, person: Person): Promise<Page> {
  const page = await context.newPage()
  await signUp(page, web, person)
  return page
}

test(
  'everything is taken along in a tunnel and brought into another account; then the first account is deleted and leaves nothing',
  { timeout: JOURNEY_MS },
  async () => {
    const train = await boardTrain(stack)
    const [phone, other] = [await browser.newContext(PHONE), await browser.newContext(PHONE)]
    const [leaving, staying] = [newPerson('leaving'), newPerson('staying')]
    const page = await arrive(phone, train.web, leaving)
    await page.evaluate(() => navigator.serviceWorker.ready)
    await page.goto(`${train.web}/search?q=%E3%82%B2%E3%83%BC%E3%83%A0`)
    await page.getByRole('list', { name: '動画の一覧' }).locator('article a').first().click()
    await page.waitForURL(/\/video\//)
    await page.locator('main').getByRole('button', { name: 'お気に入り' }).first().click()
    const userId = await idOf(leaving)
    const favorites = async (id: string): Promise<unknown[]> =>
      (await onServer(stack, id)).favorites.map(({ video_id, added_at, edited_at }) => [
        video_id,
        added_at ?? edited_at,
      ])
    await expect.poll(() => favorites(userId), { timeout: PATIENCE_MS }).toHaveLength(1)
    await page.goto(`${train.web}/profile/settings`)
    await page.getByRole('button', { name: 'JSONで書き出す' }).waitFor()

    train.enterTunnel()
    await phone.setOffline(true)
    await page.reload()
    const json = await (await download(page, 'JSONで書き出す')).path()
    const zip = await readFile(await (await download(page, 'CSVで書き出す')).path())
    expect(zip.subarray(0, 4)).toEqual(Buffer.from('PK\u0003\u0004'))
    await press(page, 'アカウントを削除する…')
    await page.getByText('アカウントの削除には接続が必要です。').waitFor()

    const there = await arrive(other, stack.web, staying)
    await there.goto(`${stack.web}/profile/settings`)
    await there.getByRole('button', { name: 'JSONで書き出す' }).waitFor()
    await there.locator('input[type="file"]').setInputFiles(json)
    await press(there, '読み込む')
    await there.getByText('読み込みました').waitFor()
    const stayingId = await idOf(staying)
    await expect.poll(() => favorites(stayingId), { timeout: PATIENCE_MS }).toEqual(await favorites(userId))

    train.leaveTunnel()
    await phone.setOffline(false)
    await page.getByText('アカウントの削除には接続が必要です。').waitFor({ state: 'detached' })
    await page.getByRole('dialog').getByLabel('今のパスワード').fill(leaving.password)
    await page.getByLabel('確認のため「削除」と入力').fill('削除')
    await press(page, 'アカウントを削除する')
    await page.getByRole('heading', { name: 'アカウントを削除しました' }).waitFor({ timeout: PATIENCE_MS })
    const { data: rows } = await serviceClient(stack).rpc('account_rows', { person: userId })
    expect(rows).toEqual({})
    expect((await databaseNames(page)).filter((name) => name.includes(userId))).toEqual([])
    expect(await favorites(stayingId)).toHaveLength(1)
    await page.goto(`${train.web}/login`)
    await page.getByLabel('メールアドレス').fill(leaving.email)
    await page.getByLabel('パスワード', { exact: true }).fill(leaving.password)
    await press(page, 'ログインする')
    await page.getByText('メールアドレスまたはパスワードが違います。').waitFor()
    await Promise.all([phone.close(), other.close()])
    await train.close()
  },
)
