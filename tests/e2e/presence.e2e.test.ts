import type { Browser, Page } from 'playwright-core'
import { afterAll, beforeAll, expect, inject, test } from 'vitest'
import { launchBrowser } from '../support/browser.ts'
import { serviceClient } from '../support/session.ts'
import { becomeAdult, newPerson, signUp } from './people.ts'
import { LAPTOP, PHONE } from './devices.ts'
import { PATIENCE_MS } from './patience.ts'

const stack = inject('stack')
const service = serviceClient(stack)

let browser: Browser
beforeAll(async () => {
  browser = await launchBrowser()
})
afterAll(() => browser.close())

async function someone(name: string, options: typeof PHONE): Promise<{ page: Page; id: string }> {
  const page = await (await browser.newContext(options)).newPage()
  const person = newPerson(name)
  await signUp(page, stack.web, person)
  const { data } = await service.from('profiles').select('id').eq('username', person.username).single()
  const id = String(data?.id)
  await becomeAdult(stack, id)
  return { page, id }
}

const says = (page: Page, words: string) =>
  page.getByRole('main').getByText(words, { exact: true }).waitFor({ timeout: PATIENCE_MS })

test('two people see each other come, type, be busy and go', { timeout: 5 * PATIENCE_MS }, async () => {
  const [phone, laptop] = [await someone('kana', PHONE), await someone('riku', LAPTOP)]
  const [user1_id, user2_id] = [phone.id, laptop.id].toSorted()
  const made = await service.from('conversations').insert({ user1_id, user2_id }).select('id').single()
  expect(made.error).toBeNull()
  const address = `${stack.web}/messages/${String(made.data?.id)}`
  await phone.page.goto(address)
  // Seen without having opened the conversation
  await laptop.page.goto(`${stack.web}/profile/settings`)
  await says(phone.page, 'オンライン')
  await laptop.page.getByRole('radio', { name: '取り込み中' }).click()
  await says(phone.page, '取り込み中')

  await laptop.page.goto(address)
  // What is typed before is told to nobody
  await says(laptop.page, 'オンライン')
  await laptop.page.getByRole('textbox', { name: 'メッセージを入力' }).pressSequentially('こんにちは')
  await says(phone.page, '入力中…')
  await laptop.page.keyboard.press('Enter')
  await phone.page.getByText('入力中…').waitFor({ state: 'detached', timeout: PATIENCE_MS })

  await laptop.page.context().close()
  await says(phone.page, 'オフライン')
  // Nothing is claimed of the other without a connection of one's own
  await phone.page.context().setOffline(true)
  await phone.page.locator('[data-presence]').waitFor({ state: 'detached', timeout: PATIENCE_MS })
  await phone.page.context().close()
})
