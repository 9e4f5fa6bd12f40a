import type { Browser, BrowserContext, Page } from 'playwright-core'
import { afterAll, beforeAll, expect, inject, onTestFinished, test } from 'vitest'
import { ADDRESSES } from '../support/addresses.ts'
import { launchBrowser } from '../support/browser.ts'
import { PHONE } from './devices.ts'
import { PATIENCE_MS } from './patience.ts'
import { arriveWhole, makeAcquaintance, newPerson, onServer, signUp } from './people.ts'

const stack = inject('stack')
const { example: VIDEO } = ADDRESSES['/video/$videoId']
/** A processor that is so much slower. */
const SLOW = 6
const MESSAGES_OF_EACH = 20
/** On a slow machine that is slowed down. */
const SIXTY_LIMIT_MS = 400_000

let browser: Browser
beforeAll(async () => {
  browser = await launchBrowser()
})
afterAll(() => browser.close())

const field = (page: Page) => page.getByLabel('メッセージを入力')
const comment = (page: Page) => page.getByLabel(/^コメント/)

/** Three tabs of somebody who has an acquaintance, of which the second and the third are slow. */
async function threeTabs(): Promise<{ tabs: [Page, Page, Page]; userId: string; conversationId: string }> {
  const context = await browser.newContext(PHONE)
  onTestFinished(() => context.close())
  const first = await context.newPage()
  const person = newPerson('mittsu')
  await signUp(first, stack.web, person)
  const { userId, conversationId } = await makeAcquaintance(stack, person)
  await arriveWhole(first)
  const [second, third] = [await slowPage(context), await slowPage(context)]
  return { tabs: [first, second, third], userId, conversationId }
}

async function slowPage(context: BrowserContext): Promise<Page> {
  const page = await context.newPage()
  const devtools = await context.newCDPSession(page)
  await devtools.send('Emulation.setCPUThrottlingRate', { rate: SLOW })
  return page
}

const openAll = (tabs: readonly Page[], path: string): Promise<unknown> =>
  Promise.all(tabs.map((page) => page.goto(stack.web + path)))

test(
  'of sixty messages that three tabs type and send at once, each arrives once and as it was typed',
  async () => {
    const { tabs, userId, conversationId } = await threeTabs()
    await openAll(tabs, `/messages/${conversationId}`)
    const textsOf = (tab: number) =>
      Array.from({ length: MESSAGES_OF_EACH }, (_, index) => `${'いろは'[tab]}の${index + 1}`)
    await Promise.all(
      tabs.map(async (page, tab) => {
        for (const text of textsOf(tab)) {
          await field(page).pressSequentially(text)
          await field(page).press('Enter')
          expect(await field(page).inputValue()).toBe('')
        }
      }),
    )
    const bodies = async () => (await onServer(stack, userId)).messages.map(({ body }) => String(body))
    const wanted = tabs.flatMap((_, tab) => textsOf(tab))
    await expect.poll(async () => (await bodies()).length, { timeout: 2 * PATIENCE_MS }).toBe(wanted.length)
    const arrived = await bodies()
    expect(arrived.toSorted()).toEqual(wanted.toSorted())
    for (const [tab] of tabs.entries())
      expect(arrived.filter((body) => textsOf(tab).includes(body))).toEqual(textsOf(tab))
    for (const page of tabs) expect(await field(page).inputValue()).toBe('')
  },
  SIXTY_LIMIT_MS,
)

test('a comment that three tabs type at once is saved as the tab shows it that saves, and the others are offered', async () => {
  const { tabs, userId } = await threeTabs()
  const [first] = tabs
  await openAll(tabs, VIDEO)
  await first.getByRole('radiogroup', { name: '総合' }).getByRole('radio', { name: '4点' }).click()
  await first.locator('#rating[data-sync="saved"]').waitFor({ timeout: PATIENCE_MS })
  const texts = ['一つ目の感想です。', '二つ目の感想です。', '三つ目の感想です。']
  await Promise.all(tabs.map((page, tab) => comment(page).pressSequentially(texts[tab] ?? '')))
  for (const [tab, page] of tabs.entries()) expect(await comment(page).inputValue()).toBe(texts[tab])
  await first.getByRole('button', { name: 'コメントを保存' }).click()
  await expect
    .poll(async () => (await onServer(stack, userId)).ratings.map((row) => row.comment), {
      timeout: PATIENCE_MS,
    })
    .toEqual([texts[0]])
  for (const [tab, page] of tabs.entries()) expect(await comment(page).inputValue()).toBe(texts[tab])
  const offered = first.getByRole('region', { name: 'ほかにも書きかけの文章があります' })
  for (const text of texts.slice(1)) await offered.getByText(text).waitFor({ timeout: PATIENCE_MS })
})

test('an event form that three tabs fill at once is in each as it was typed there, and after a restart one is gone on with', async () => {
  const { tabs } = await threeTabs()
  const [first, second, third] = tabs
  await openAll(tabs, '/events/new')
  const title = (page: Page) => page.getByLabel('タイトル')
  const titles = ['一つ目の集まり', '二つ目の集まり', '三つ目の集まり']
  await Promise.all(tabs.map((page, tab) => title(page).pressSequentially(titles[tab] ?? '')))
  for (const [tab, page] of tabs.entries()) expect(await title(page).inputValue()).toBe(titles[tab])
  await third.close()
  await second.close()
  await first.reload()
  await title(first).waitFor({ timeout: PATIENCE_MS })
  const shown = await title(first).inputValue()
  expect(titles).toContain(shown)
  const others = titles.filter((other) => other !== shown)
  const offered = first.getByRole('region', { name: 'ほかにも入力途中の内容があります' })
  for (const other of others) await offered.getByText(other).waitFor({ timeout: PATIENCE_MS })
  const [wanted = ''] = others
  await offered.getByRole('listitem').filter({ hasText: wanted }).getByRole('button').first().click()
  expect(await title(first).inputValue()).toBe(wanted)
  await offered.getByText(shown).waitFor()
})
