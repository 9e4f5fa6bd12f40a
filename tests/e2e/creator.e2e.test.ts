import type { Browser } from 'playwright-core'
import { afterAll, beforeAll, expect, inject, test, vi } from 'vitest'
import { violations } from '../support/axe.ts'
import { launchBrowser } from '../support/browser.ts'
import { describeChannel } from '../support/channel.ts'
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

test('a person proves that a channel is theirs, registers it, brings in a video of it, and finds it on the dashboard', async () => {
  const phone = await browser.newContext(PHONE)
  const page = await phone.newPage()
  const text = (words: string | RegExp) => page.getByText(words).first().waitFor({ timeout: PATIENCE_MS })

  // Who is not signed in logs in first; who is no creator registers first.
  await page.goto(`${train.web}/youtuber/dashboard`)
  await page.waitForURL(/\/login\?from=%2Fyoutuber%2Fdashboard$/, { timeout: PATIENCE_MS })
  await signUp(page, train.web, newPerson('creator'))
  await page.evaluate(() => navigator.serviceWorker.ready)
  await page.goto(`${train.web}/youtuber/dashboard`)
  await page.waitForURL(`${train.web}/youtuber/register`, { timeout: PATIENCE_MS })

  // What is typed in a tunnel stays.
  train.enterTunnel()
  await phone.setOffline(true)
  await page.getByLabel('チャンネルのURL').fill('youtube.com/@local-channel-41/videos')
  await text('登録には接続が必要です')
  train.leaveTunnel()
  await phone.setOffline(false)
  await page.reload()
  await text('登録するチャンネル: https://www.youtube.com/@local-channel-41')
  await page.getByRole('checkbox', { name: /ガイドライン/ }).check()
  await page.getByRole('button', { name: '登録する' }).click()
  await text('チャンネルの説明にコードが見つかりません')
  expect(await violations(page)).toBe('')
  const code = (await page.getByText(/^mirutomo-[0-9a-f]{12}$/).textContent()) ?? ''
  await describeChannel(stack, '@local-channel-41', `料理の動画です。\n${code}`)
  await page.getByRole('button', { name: '登録する' }).click()
  await page.waitForURL(`${train.web}/youtuber/dashboard`, { timeout: PATIENCE_MS })
  await text('ローカルチャンネル41')
  await text('動画がまだありません')

  // An own video comes in, somebody else's does not.
  await page
    .getByLabel('動画のURLまたはID')
    .fill('https://www.youtube.com/watch?v=ch41video02&t=9s\nhttps://youtu.be/ch40video01')
  await page.getByRole('button', { name: '登録する' }).click()
  await text('登録したチャンネルの動画ではありません。')
  const own = page.getByRole('list', { name: '自分の動画の一覧' })
  await own.getByText('道具の話 #2（ローカルチャンネル41）').waitFor({ timeout: PATIENCE_MS })
  expect(await own.getByRole('listitem').count()).toBe(1)
  expect(await violations(page)).toBe('')

  // Typed by hand, the address of a payment claims nothing.
  await page.goto(`${train.web}/youtuber/dashboard?payment=success`)
  await text('支払いを確認しています')
  expect(await page.getByText('支払いを確認しました').count()).toBe(0)

  // The device knows a creator without a connection, too.
  await page.getByRole('button', { name: 'メニューを開く' }).click()
  await page
    .getByRole('dialog')
    .getByRole('link', { name: 'クリエイターダッシュボード' })
    .waitFor({ timeout: PATIENCE_MS })
  train.enterTunnel()
  await phone.setOffline(true)
  await page.goto(`${train.web}/youtuber/dashboard`)
  await page.getByRole('heading', { name: 'クリエイターダッシュボード' }).waitFor({ timeout: PATIENCE_MS })
  // What was seen of it before is kept, and says how old it is.
  await text('の内容です。')
  expect(await violations(page)).toBe('')
  train.leaveTunnel()
  await phone.close()
})
