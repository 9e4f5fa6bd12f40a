import { readFile } from 'node:fs/promises'
import type { Browser, BrowserContext, Download, Page } from 'playwright-core'
import { afterAll, beforeAll, expect, inject, test } from 'vitest'
import { databaseNames } from '../support/account-traces.ts'
import { launchBrowser } from '../support/browser.ts'
import { colourViolations, violations } from '../support/axe.ts'
import { boardTrain } from '../support/offline-stack.ts'
import { serviceClient } from '../support/session.ts'
import { newPerson, onServer, signUp, type Person } from './people.ts'
import { PHONE } from './devices.ts'
import { PATIENCE_MS } from './patience.ts'

const stack = inject('stack')
/** Of the seed. */
const SOMEBODY = '00000000-0000-4000-8000-000000000002'
const BIO = '料理の動画をよく観ます。'
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
    const client = serviceClient(stack)
    await client.from('profiles').update({ bio: BIO }).eq('id', userId)
    await page.goto(`${train.web}/profile/${SOMEBODY}`)
    await page.getByRole('button', { name: /さんへの操作$/ }).click()
    await press(page, 'ブロック')
    await press(page, 'ブロックする')
    const blocked = async (id: string): Promise<unknown[] | undefined> =>
      (await client.from('blocks').select('blocked_id').eq('blocker_id', id)).data?.map(
        ({ blocked_id }) => blocked_id,
      )
    await expect.poll(() => blocked(userId), { timeout: PATIENCE_MS }).toEqual([SOMEBODY])
    await page.goto(`${train.web}/profile`)
    await page.getByText(BIO).waitFor({ timeout: PATIENCE_MS })
    await page.goto(`${train.web}/profile/settings`)
    const whole: unknown = JSON.parse(
      await readFile(await (await download(page, 'JSONで書き出す')).path(), 'utf8'),
    )
    expect(whole).toMatchObject({ lacks: [], verification: [{ verification_level: 1, points: 0 }] })

    train.enterTunnel()
    await phone.setOffline(true)
    await page.reload()
    const json = await (await download(page, 'JSONで書き出す')).path()
    await page.getByText('本人確認とポイントの記録は入っていません。').first().waitFor()
    const zip = await readFile(await (await download(page, 'CSVで書き出す')).path())
    expect(zip.subarray(0, 4)).toEqual(Buffer.from('PK\u0003\u0004'))
    await press(page, 'アカウントを削除する…')
    await page.getByText('アカウントの削除には接続が必要です。').waitFor()

    const there = await arrive(other, stack.web, staying)
    await there.goto(`${stack.web}/profile/settings`)
    await there.getByRole('button', { name: 'JSONで書き出す' }).waitFor()
    await there.locator('input[type="file"]').setInputFiles(json)
    await press(there, '読み込む')
    await there.getByText('プロフィールの空いていた項目を埋めました。').waitFor({ timeout: PATIENCE_MS })
    const stayingId = await idOf(staying)
    await expect.poll(() => favorites(stayingId), { timeout: PATIENCE_MS }).toEqual(await favorites(userId))
    await expect.poll(() => blocked(stayingId), { timeout: PATIENCE_MS }).toEqual([SOMEBODY])
    const { data: profile } = await client.from('profiles').select('bio').eq('id', stayingId).single()
    expect(profile).toEqual({ bio: BIO })

    train.leaveTunnel()
    await phone.setOffline(false)
    await page.getByText('アカウントの削除には接続が必要です。').waitFor({ state: 'detached' })
    await page.getByRole('dialog').getByLabel('今のパスワード').fill(leaving.password)
    await page.getByLabel('確認のため「削除」と入力').fill('削除')
    await press(page, 'アカウントを削除する')
    await page.getByRole('heading', { name: 'アカウントを削除しました' }).waitFor({ timeout: PATIENCE_MS })
    // No other journey comes to this screen
    expect(await violations(page)).toBe('')
    await page.evaluate(() => (document.documentElement.dataset['theme'] = 'dark'))
    expect(await colourViolations(page)).toBe('')
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
