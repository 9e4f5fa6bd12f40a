import type { Browser, Page } from 'playwright-core'
import { afterAll, beforeAll, expect, inject, test } from 'vitest'
import { SCORE_NAMES } from '../../src/domain/rating.ts'
import { launchBrowser } from '../support/browser.ts'
import { translate } from '../support/translator.ts'
import { makeAcquaintance, newPerson, onServer, signUp } from './people.ts'
import { LAPTOP } from './devices.ts'

const stack = inject('stack')
const COMMENT = '訳されたページで書きました'
const MESSAGE = '訳されたページから送ります'

let browser: Browser
beforeAll(async () => {
  browser = await launchBrowser()
})
afterAll(() => browser.close())

/**
 * Opens pages that are translated from the moment at which they have loaded. Answers the errors that they
 * threw.
 */
async function translatedPage(): Promise<{ page: Page; errors: string[] }> {
  const context = await browser.newContext(LAPTOP)
  await context.addInitScript(`addEventListener('load', () => (${translate.toString()})(document.body))`)
  const page = await context.newPage()
  const errors: string[] = []
  page.on('pageerror', (error) => errors.push(`${error.name}: ${error.message}`))
  page.on('console', (message) => {
    if (message.text().includes('NotFoundError')) errors.push(message.text())
  })
  return { page, errors }
}

/** What can be read, without the marks of the translator. */
const read = async (page: Page, place: string): Promise<string> =>
  (await page.locator(place).first().innerText()).replaceAll(/[‹›]/g, '')

async function signInTranslated(page: Page, person: { email: string; password: string }): Promise<void> {
  await page.goto(`${stack.web}/login`)
  await page.locator('font').first().waitFor()
  await page.locator('main input[type="email"]').fill(person.email)
  await page.locator('main input[type="password"]').fill('not the password')
  await page.locator('main button[type="submit"]').click()
  await page.locator('main [role="alert"]').first().waitFor()
  expect(await page.locator('main input[type="email"]').inputValue()).toBe(person.email)
  await page.locator('main input[type="password"]').fill(person.password)
  await page.locator('main button[type="submit"]').click()
  await page.waitForURL(`${stack.web}/`)
}

async function reviewTranslated(page: Page, userId: string): Promise<void> {
  await page.locator('main article a[href^="/video/"]').first().click()
  await page.waitForURL(/\/video\//)
  const overall = page.getByRole('radiogroup', { name: SCORE_NAMES.overall, exact: true })
  await overall.locator('input[value="4"]').press('Space')
  await page.locator('#rating[data-sync="saved"]').waitFor()
  await page.locator('#rating textarea').fill(COMMENT)
  await page.locator('#rating button[type="submit"]').click()
  await expect.poll(async () => (await onServer(stack, userId)).ratings).toMatchObject([{ comment: COMMENT }])
  await page.locator('#rating[data-sync="saved"]').waitFor()
  expect(await read(page, '#rating [role="status"]')).toBe('保存済み')
  const heart = page.locator('main').getByRole('button', { name: 'お気に入り' }).first()
  await heart.click()
  await expect.poll(() => heart.getAttribute('aria-pressed')).toBe('true')
}

async function writeTranslated(page: Page, conversationId: string): Promise<void> {
  await page.goto(`${stack.web}/messages/${conversationId}`)
  const field = page.locator('main textarea')
  await field.fill(MESSAGE)
  await field.press('Enter')
  await page.locator('main [data-sync="saved"]', { hasText: MESSAGE }).waitFor()
  await field.fill('書きかけ')
}

test('the main job is done in a page that the browser translates', async () => {
  const person = newPerson('honyaku')
  const setUp = await browser.newContext(LAPTOP)
  await signUp(await setUp.newPage(), stack.web, person)
  await setUp.close()
  const { userId, conversationId } = await makeAcquaintance(stack, person)

  const { page, errors } = await translatedPage()
  await signInTranslated(page, person)
  await reviewTranslated(page, userId)
  await writeTranslated(page, conversationId)
  // A dialog opens and closes, and what was begun stays
  await page.goto(`${stack.web}/profile/settings`)
  await page.locator('main button', { hasText: 'ログアウト' }).click()
  await page.getByRole('dialog').waitFor()
  await page.getByRole('dialog').getByRole('button', { name: '閉じる' }).click()
  await expect.poll(() => page.getByRole('dialog').count()).toBe(0)
  await page.goto(`${stack.web}/messages/${conversationId}`)
  await expect.poll(() => page.locator('main textarea').inputValue()).toBe('書きかけ')

  expect(await read(page, 'body')).not.toContain('問題が発生しました')
  expect(errors).toEqual([])
  await expect
    .poll(() => onServer(stack, userId))
    .toMatchObject({
      ratings: [{ comment: COMMENT, overall: 4 }],
      favorites: [{ is_favorite: true }],
      messages: [{ body: MESSAGE }],
    })
  await page.context().close()
})
