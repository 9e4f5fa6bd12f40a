import type { Browser, Page } from 'playwright-core'
import { afterAll, beforeAll, expect, inject, test } from 'vitest'
import { SCORE_NAMES, SCORES } from '../../src/domain/rating.ts'
import { violations } from '../support/axe.ts'
import { launchBrowser } from '../support/browser.ts'
import { activate, focused, tabTo } from '../support/keyboard.ts'
import { makeAcquaintance, newPerson } from './people.ts'

const stack = inject('stack')

let browser: Browser
beforeAll(async () => {
  browser = await launchBrowser()
})
afterAll(() => browser.close())

const OPEN_POPOVER = '[popover]:popover-open'

/** What is still loading may push what has the focus out of sight. */
async function allCame(page: Page): Promise<void> {
  await page.locator('main article').first().waitFor()
  await expect.poll(() => page.locator('main [aria-busy="true"]').count(), { timeout: 30_000 }).toBe(0)
}

/** Tab leads from the button to the first entry of the menu that it opened. */
async function enterMenu(page: Page, first: string): Promise<void> {
  await page.locator(`${OPEN_POPOVER} li`).first().waitFor()
  await page.keyboard.press('Tab')
  expect(await focused(page)).toContain(first)
}

/** What is opened is free of faults, keeps the focus, and Escape gives it back to `opener`. */
async function lookInside(page: Page, within: string, opener: string): Promise<void> {
  await page.locator(within).first().waitFor()
  expect(await violations(page), within).toBe('')
  await page.keyboard.press('Escape')
  await expect.poll(() => focused(page)).toContain(opener)
}

test('everything that one does here is done by keyboard alone', async () => {
  const context = await browser.newContext({
    viewport: { width: 1280, height: 800 },
    locale: 'ja-JP',
    reducedMotion: 'reduce',
  })
  const page = await context.newPage()
  const person = newPerson('keiko')
  await page.goto(`${stack.web}/signup`)
  await page.getByRole('heading', { level: 1, name: '新規登録' }).waitFor()

  await page.keyboard.press('Tab')
  expect(await focused(page)).toBe('本文へ移動')
  await page.keyboard.press('Enter')
  await tabTo(page, page.getByLabel('ユーザー名'))
  await page.keyboard.type(person.username)
  await tabTo(page, page.getByLabel('メールアドレス'))
  await page.keyboard.type(person.email)
  await tabTo(page, page.getByLabel('パスワード', { exact: true }))
  await page.keyboard.type(person.password)
  await page.keyboard.press('Enter')
  await page.waitForURL(`${stack.web}/`)
  const { conversationId } = await makeAcquaintance(stack, person)
  await allCame(page)

  // The side menu keeps the focus
  await activate(page, page.getByRole('button', { name: 'メニューを開く' }))
  const menu = page.getByRole('dialog', { name: 'メニュー' })
  await menu.waitFor()
  for (let press = 0; press < 30; press += 1) {
    await page.keyboard.press('Tab')
    expect(
      await page.evaluate(
        () =>
          document.activeElement?.closest('dialog, html')?.localName === 'dialog' ||
          document.activeElement === document.body,
      ),
    ).toBe(true)
  }
  await lookInside(page, 'dialog[open]', 'メニューを開く')

  await tabTo(page, page.getByRole('combobox', { name: '動画を検索' }))
  await page.keyboard.type('ゲーム')
  await page.keyboard.press('Enter')
  await page.waitForURL(/\/search\?q=/)
  await allCame(page)
  await activate(page, page.getByRole('list', { name: '動画の一覧' }).locator('article a').first())
  await page.waitForURL(/\/video\//)

  await page.getByRole('radiogroup').first().waitFor()
  for (const score of SCORES) {
    const group = page.getByRole('radiogroup', { name: SCORE_NAMES[score], exact: true })
    await tabTo(page, group.getByRole('radio').first())
    await page.keyboard.press('Space')
    await page.keyboard.press('ArrowRight')
    await expect.poll(() => group.getByRole('radio', { name: '1.5点', exact: true }).isChecked()).toBe(true)
  }
  await activate(page, page.locator('main').getByRole('button', { name: 'お気に入り' }).first(), 'back')
  await page.locator('main').getByRole('button', { name: 'お気に入り', pressed: true }).first().waitFor()
  await page
    .getByRole('status')
    .filter({ hasText: '保存済みです' })
    .waitFor({ state: 'attached', timeout: 30_000 })

  const bell = page.getByRole('button', { name: /通知/ }).first()
  await activate(page, bell, 'back')
  await page.getByText('ようこそ、ミルトモへ').first().waitFor({ timeout: 30_000 })
  await lookInside(page, OPEN_POPOVER, '通知')

  const account = page.getByRole('button', { name: `${person.username}のメニュー` })
  await activate(page, account)
  await enterMenu(page, 'プロフィール')
  await lookInside(page, OPEN_POPOVER, 'のメニュー')
  await page.keyboard.press('Enter')
  await enterMenu(page, 'プロフィール')
  await expect
    .poll(async () => {
      await page.keyboard.press('ArrowDown')
      return focused(page)
    })
    .toBe('メッセージ')
  await page.keyboard.press('Enter')
  await page.waitForURL(/\/messages$/)

  await activate(page, page.locator(`a[href="/messages/${conversationId}"]:visible`))
  await tabTo(page, page.getByRole('textbox', { name: 'メッセージを入力' }))
  await page.keyboard.type('キーボードから送りました')
  await page.keyboard.press('Enter')
  await page.locator('[data-message]', { hasText: 'キーボードから送りました' }).waitFor()
  expect(await focused(page)).toBe('メッセージを入力')

  // A dialog that a menu opened gives the focus back to the menu's button
  await activate(page, page.getByRole('button', { name: 'あおいさんへの操作' }).first(), 'back')
  await enterMenu(page, '通報')
  await page.keyboard.press('Enter')
  await lookInside(page, 'dialog[open]', 'あおい')

  await activate(page, account, 'back')
  await enterMenu(page, 'プロフィール')
  await page.keyboard.press('End')
  expect(await focused(page)).toBe('ログアウト')
  await page.keyboard.press('Enter')
  await page.locator('header').getByRole('link', { name: 'ログイン' }).waitFor()
  await context.close()
})
