import type { Browser, Page } from 'playwright-core'
import { afterAll, beforeAll, expect, inject, test } from 'vitest'
import { launchBrowser } from '../support/browser.ts'
import { boardTrain } from '../support/offline-stack.ts'
import { PHONE } from './devices.ts'
import { arriveWhole, signIn } from './people.ts'

const stack = inject('stack')
const account = (name: string) => ({ email: `${name}@mirutomo.test`, password: 'mirutomo-demo' })

let browser: Browser
beforeAll(async () => {
  browser = await launchBrowser()
})
afterAll(() => browser.close())

const press = (page: Page, name: string): Promise<void> =>
  page.getByRole('button', { name, exact: true }).click()

test('an event is begun in a tunnel, held, joined until it is full, left, moved and cancelled; nobody else changes it', async () => {
  const train = await boardTrain(stack)
  const holding = await browser.newContext(PHONE)
  const holder = await holding.newPage()
  await signIn(holder, train.web, account('premium'))
  await arriveWhole(holder)
  const title = `鑑賞会 ${Date.now()}`

  // What is typed without a connection is still there when there is one.
  train.enterTunnel()
  await holding.setOffline(true)
  await holder.goto(`${train.web}/events/new`)
  await holder.getByLabel('タイトル').fill(title)
  await holder.getByLabel('場所').fill('渋谷')
  await holder.getByLabel(/^定員/).fill('０')
  await press(holder, '公開する')
  await holder.getByText('定員は1から10,000までの数字で入力してください。').waitFor()
  await holder.getByLabel(/^定員/).fill('１')
  await press(holder, '公開する')
  await holder.getByText(/^保存には接続が必要です。/).waitFor()
  await holding.setOffline(false)
  train.leaveTunnel()
  await holder.reload()
  expect(await holder.getByLabel('タイトル').inputValue()).toBe(title)
  await press(holder, '公開する')
  await holder.getByRole('heading', { level: 1, name: title }).waitFor()
  const address = new URL(holder.url()).pathname

  // One gets in, the next finds it full, and what is not theirs is not theirs to change.
  const joining = await browser.newContext(PHONE)
  const guest = await joining.newPage()
  await guest.goto(`${stack.web}${address}`)
  await guest.getByRole('link', { name: 'ログインして参加する' }).click()
  await guest.getByLabel('メールアドレス').fill(account('friend').email)
  await guest.getByLabel('パスワード', { exact: true }).fill(account('friend').password)
  await press(guest, 'ログインする')
  await press(guest, '参加する')
  await guest.getByText('1 / 1人').waitFor()
  const late = await browser.newContext(PHONE)
  const other = await late.newPage()
  await signIn(other, stack.web, account('creator'))
  await other.goto(`${stack.web}${address}`)
  const full = other.getByRole('button', { name: '満員です' })
  await full.waitFor()
  expect(await full.isDisabled()).toBe(true)
  await other.goto(`${stack.web}${address}/edit`)
  await other.getByRole('heading', { name: '編集できるのは主催者だけです' }).waitFor()

  // The place that becomes free is another's.
  await press(guest, '参加をやめる')
  await guest.getByRole('dialog').getByRole('button', { name: '参加をやめる' }).click()
  await guest.getByText('0 / 1人').waitFor()
  await other.goto(`${stack.web}${address}`)
  await press(other, '参加する')
  await other.getByText('1 / 1人').waitFor()

  // What the organizer changed on another screen is not put back unawares by this one.
  await holder.getByRole('link', { name: '編集する' }).click()
  await holder.getByLabel('場所').fill('池袋')
  const desk = await holding.newPage()
  await desk.goto(`${train.web}${address}/edit`)
  await desk.getByLabel('場所').fill('新宿')
  await press(desk, '保存する')
  await desk.getByText('新宿').waitFor()
  await desk.close()
  await press(holder, '保存する')
  await holder.getByText(/^このイベントは、別の画面で変更されています。/).waitFor()
  expect(await holder.getByLabel('場所').inputValue()).toBe('池袋')
  await press(holder, '入力をやめて最新の内容にする')
  await expect.poll(() => holder.getByLabel('場所').inputValue()).toBe('新宿')

  // The organizer moves it online; where that is those read who come.
  await holder.getByLabel('オンライン').check()
  await holder.getByLabel(/^参加用のURL/).fill('https://meet.test/room')
  await press(holder, '保存する')
  await holder.getByRole('link', { name: 'https://meet.test/room' }).waitFor()
  await holder.getByRole('link', { name: 'ひだまりシネマ' }).waitFor()
  await Promise.all([other.reload(), guest.reload()])
  await other.getByRole('link', { name: 'https://meet.test/room' }).waitFor()
  await guest.getByText('参加用のURLは、参加すると表示されます。').waitFor()

  await press(holder, '中止する')
  await press(holder, '中止にする')
  await holder.getByText('このイベントは中止になりました。').waitFor()
  await other.goto(`${stack.web}/events?view=mine`)
  const card = other.getByRole('listitem').filter({ hasText: title })
  await card.getByText('中止').waitFor()
  await Promise.all([holding.close(), joining.close(), late.close()])
  await train.close()
})
