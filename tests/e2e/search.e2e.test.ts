import type { Browser, Page } from 'playwright-core'
import { afterAll, beforeAll, expect, inject, test } from 'vitest'
import { launchBrowser } from '../support/browser.ts'
import { boardTrain, type Train } from '../support/offline-stack.ts'
import { serviceClient } from '../support/session.ts'
import { signIn } from './people.ts'
import { LAPTOP } from './devices.ts'

const stack = inject('stack')
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

const boxIn = (page: Page) => page.getByRole('combobox', { name: '動画を検索' })
const optionIn = (page: Page, title: string) => page.getByRole('option').filter({ hasText: title })

/** The one that is highlighted, as a screen reader is told. */
const highlighted = (page: Page): Promise<string | null> =>
  boxIn(page).evaluate((box) => {
    const id = box.getAttribute('aria-activedescendant')
    return id === null ? null : (document.getElementById(id)?.textContent ?? null)
  })

test('in the tunnel, what is typed with an IME brings up videos, and the keys lead to one of them', async () => {
  // A title of the shelf with a word that stands in no other
  const { data } = await serviceClient(stack)
    .from('videos')
    .select('title, youtube_id')
    .eq('on_shelf', true)
    .ilike('title', '%カムパネルラ%')
    .limit(1)
    .single()
  if (!data) throw new Error('the catalogue lacks the video')
  const context = await browser.newContext(LAPTOP)
  const page = await context.newPage()
  await signIn(page, train.web, { email: 'viewer@mirutomo.test', password: 'mirutomo-demo' })
  await page.evaluate(() => navigator.serviceWorker.ready)
  await page.goto(`${train.web}/favorites`)
  await page.locator('main li[data-sync] article').first().waitFor()
  train.enterTunnel()
  await context.setOffline(true)

  // While the IME composes, Enter only ends the composition; half-width kana find it as well
  const keyboard = await context.newCDPSession(page)
  await boxIn(page).focus()
  await keyboard.send('Input.imeSetComposition', { text: 'カムパ', selectionStart: 3, selectionEnd: 3 })
  await optionIn(page, data.title).waitFor()
  await keyboard.send('Input.dispatchKeyEvent', { type: 'keyDown', key: 'Enter', windowsVirtualKeyCode: 229 })
  await keyboard.send('Input.insertText', { text: 'ｶﾑﾊﾟ' })
  expect(await boxIn(page).inputValue()).toBe('ｶﾑﾊﾟ')
  expect(new URL(page.url()).pathname).toBe('/favorites')
  await optionIn(page, data.title).waitFor()

  // Escape closes them and empties the box
  await page.keyboard.press('Escape')
  await page.getByRole('listbox').waitFor({ state: 'detached' })
  expect(await boxIn(page).inputValue()).toBe('')
  await boxIn(page).fill('ｶﾑﾊﾟ')
  await optionIn(page, data.title).waitFor()
  for (let step = 0; step < 6 && !(await highlighted(page))?.includes(data.title); step++)
    await page.keyboard.press('ArrowDown')
  expect(await highlighted(page)).toContain(data.title)
  await page.keyboard.press('Enter')
  await page.waitForURL(`${train.web}/video/${data.youtube_id}`)
  await page.getByRole('heading', { level: 1, name: data.title }).waitFor()
  train.leaveTunnel()
  await context.close()
})

test('where the header is narrowest the field with its buttons stays within it, typed in too', async () => {
  const width = 320
  const context = await browser.newContext({ locale: 'ja-JP', viewport: { width, height: 640 } })
  const page = await context.newPage()
  await page.goto(stack.web)
  await page.getByRole('button', { name: '検索を開く' }).click()
  await boxIn(page).fill('とても長い言葉でさがしてみるとどうなるか')
  const rightOf = async (name: string): Promise<number> => {
    const box = await page.getByRole('search').last().getByRole('button', { name, exact: true }).boundingBox()
    return box ? box.x + box.width : Infinity
  }
  expect(await rightOf('検索を消す')).toBeLessThan(width)
  expect(await rightOf('検索')).toBeLessThan(width)
  await page.keyboard.press('Enter')
  await page.waitForURL(/\/search\?q=/)
  await context.close()
})
