import type { Browser, Page } from 'playwright-core'
import { afterAll, beforeAll, expect, inject, test } from 'vitest'
import { launchBrowser } from '../support/browser.ts'
import { boardTrain } from '../support/offline-stack.ts'
import { serviceClient } from '../support/session.ts'
import { makeAcquaintance, newPerson, signIn, signUp } from './people.ts'
import { LAPTOP, PHONE } from './devices.ts'
import { PATIENCE_MS } from './patience.ts'

const stack = inject('stack')
const JOURNEY_MS = 300_000

let browser: Browser
beforeAll(async () => {
  browser = await launchBrowser()
})
afterAll(() => browser.close())

const inList = (page: Page, conversationId: string) =>
  page.locator(`a[href="/messages/${conversationId}"]:visible`)
const listed = (page: Page, sync: string) => page.locator(`main li[data-sync="${sync}"]`)

test(
  'somebody who is blocked in a tunnel is gone at once, then everywhere, and comes back when the other device lifts it',
  { timeout: JOURNEY_MS },
  async () => {
    const train = await boardTrain(stack)
    const [phone, laptop] = [await browser.newContext(PHONE), await browser.newContext(LAPTOP)]
    const person = newPerson('block')
    const page = await phone.newPage()
    await signUp(page, train.web, person)
    const { userId, conversationId } = await makeAcquaintance(stack, person)
    const laptopPage = await laptop.newPage()
    await signIn(laptopPage, stack.web, person)
    await laptopPage.goto(`${stack.web}/messages`)
    await inList(laptopPage, conversationId).waitFor({ timeout: PATIENCE_MS })
    await page.evaluate(() => navigator.serviceWorker.ready)
    await page.goto(`${train.web}/messages`)
    await inList(page, conversationId).waitFor({ timeout: PATIENCE_MS })

    train.enterTunnel()
    await phone.setOffline(true)
    await inList(page, conversationId).click()
    // By the keyboard alone
    await page.getByRole('button', { name: /さんへの操作$/ }).press('Enter')
    await page.getByRole('button', { name: 'ブロック', exact: true }).press('Enter')
    await page.getByRole('button', { name: 'ブロックする' }).press('Enter')
    await page.waitForURL(`${train.web}/messages`)
    await inList(page, conversationId).waitFor({ state: 'detached' })
    await page.getByRole('button', { name: '元に戻す' }).waitFor()
    await page.reload()
    await page.getByText('まだ会話はありません').waitFor({ timeout: PATIENCE_MS })
    await page.goto(`${train.web}/profile/blocked`)
    await listed(page, 'local').waitFor({ timeout: PATIENCE_MS })
    const name = await listed(page, 'local').locator('p').first().textContent()

    train.leaveTunnel()
    await phone.setOffline(false)
    await listed(page, 'saved').waitFor({ timeout: PATIENCE_MS })
    const blocks = await serviceClient(stack).from('blocks').select('blocker_id').eq('blocker_id', userId)
    expect(blocks.data).toHaveLength(1)
    await inList(laptopPage, conversationId).waitFor({ state: 'detached', timeout: PATIENCE_MS })

    await laptopPage.goto(`${stack.web}/profile/blocked`)
    // The profile left this device; the name stays with the block
    await listed(laptopPage, 'saved')
      .getByText(name ?? '', { exact: true })
      .waitFor({ timeout: PATIENCE_MS })
    await laptopPage.getByRole('button', { name: /のブロックを解除$/ }).click()
    await laptopPage.getByText('ブロックしている人はいません').waitFor()
    await page.getByText('ブロックしている人はいません').waitFor({ timeout: PATIENCE_MS })
    for (const [one, web] of [
      [page, train.web],
      [laptopPage, stack.web],
    ] as const) {
      await one.goto(`${web}/messages`)
      await inList(one, conversationId).waitFor({ timeout: PATIENCE_MS })
    }
    await phone.close()
    await laptop.close()
    await train.close()
  },
)
