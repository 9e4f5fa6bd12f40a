import type { Browser } from 'playwright-core'
import { afterAll, beforeAll, expect, inject, test } from 'vitest'
import { launchBrowser } from '../support/browser.ts'
import { boardTrain } from '../support/offline-stack.ts'
import { arriveWhole, signIn } from './people.ts'
import { LAPTOP, PHONE } from './devices.ts'

const stack = inject('stack')
const VIEWER = { email: 'viewer@mirutomo.test', password: 'mirutomo-demo' }
const ADMIN = { email: 'admin@mirutomo.test', password: 'mirutomo-demo' }

let browser: Browser
beforeAll(async () => {
  browser = await launchBrowser()
})
afterAll(() => browser.close())

test('a question begun in a tunnel outlives a reload, is sent once there is a connection, and an admin answers it', async () => {
  const train = await boardTrain(stack)
  const context = await browser.newContext(PHONE)
  const page = await context.newPage()
  await signIn(page, train.web, VIEWER)
  await arriveWhole(page)
  train.enterTunnel()
  await context.setOffline(true)
  await page.goto(`${train.web}/contact`)
  const words = `掲載前の広告枠を取りやめたいです。${Date.now()}`
  await page.getByLabel('お問い合わせの種類').selectOption('payment')
  await page.getByLabel(/^内容/).fill(words)
  await page.getByRole('button', { name: '送信する' }).click()
  await page.getByText(/入力した内容は残しています。/).waitFor()
  await page.reload()
  expect(await page.getByLabel(/^内容/).inputValue()).toBe(words)
  await context.setOffline(false)
  train.leaveTunnel()
  await expect
    .poll(
      async () => {
        const send = page.getByRole('button', { name: '送信する' })
        // It is not there any more once the question has arrived
        if (await send.isEnabled({ timeout: 1_000 }).catch(() => false))
          await send.click({ timeout: 1_000 }).catch(() => {})
        return page.getByText('お問い合わせを受け付けました').count()
      },
      { timeout: 60_000 },
    )
    .toBe(1)
  await context.close()

  const office = await browser.newContext(LAPTOP)
  const desk = await office.newPage()
  await signIn(desk, train.web, ADMIN)
  await desk.goto(`${train.web}/admin/contacts`)
  const question = desk.getByRole('listitem').filter({ hasText: words })
  await question.waitFor()
  expect(await question.count()).toBe(1)
  await question.getByRole('button', { name: '返信済みにする' }).click()
  await question.waitFor({ state: 'detached' })
  await desk.getByRole('tab', { name: '返信済み' }).click()
  await question.waitFor()
  await office.close()
  await train.close()
})

test('somebody who lost premium is led to the contact form, and a link to a topic shows it', async () => {
  const page = await browser.newPage()
  await page.goto(`${stack.web}/support`)
  await page.waitForURL(`${stack.web}/contact`)
  await page.goto(`${stack.web}/help#sync`)
  await expect
    .poll(() => page.locator('#sync').evaluate((topic) => topic.getBoundingClientRect().top), {
      timeout: 30_000,
    })
    .toBeLessThan(200)
  await page.close()
})
