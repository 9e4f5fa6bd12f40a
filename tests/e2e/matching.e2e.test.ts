import type { Browser, Page } from 'playwright-core'
import { afterAll, beforeAll, expect, inject, test } from 'vitest'
import { launchBrowser, OUTBOX_TAG, ROUND_MS, WorkerControl } from '../support/browser.ts'
import { boardTrain } from '../support/offline-stack.ts'
import { serviceClient } from '../support/session.ts'
import { newPerson, signIn, signUp, type Person } from './people.ts'
import { LAPTOP, PHONE } from './devices.ts'
import { PATIENCE_MS } from './patience.ts'

const stack = inject('stack')
const JOURNEY_MS = 300_000
const EDITED_AT = 1_700_000_000_000

let browser: Browser
beforeAll(async () => {
  browser = await launchBrowser()
})
afterAll(() => browser.close())

/** Grown up, and with a taste that nobody else has. */
async function growUp(people: Person[]): Promise<void> {
  const client = serviceClient(stack)
  const { data: videos } = await client.from('videos').select('id,youtube_id').order('youtube_id').limit(6)
  for (const { username } of people) {
    const { data: own } = await client.from('profiles').select('id').eq('username', username).single()
    const user_id = String(own?.id)
    const written = await Promise.all([
      client.from('profile_private').update({ birth_date: '1995-04-01' }).eq('user_id', user_id),
      client.from('favorites').insert(
        (videos ?? []).map(({ id }) => ({
          user_id,
          video_id: id,
          is_favorite: true,
          edited_at: EDITED_AT,
        })),
      ),
      client.from('video_ratings').insert(
        (videos ?? []).map(({ youtube_id }) => ({
          user_id,
          video_id: youtube_id,
          overall: 4.5,
          edited_at: { overall: EDITED_AT },
        })),
      ),
    ])
    for (const { error } of written) expect(error).toBeNull()
  }
}

const listed = (page: Page, sync: string) => page.locator(`main li[data-sync="${sync}"]`)

test(
  'two people who like each other, one of them in a tunnel, match and talk',
  { timeout: JOURNEY_MS },
  async () => {
    const train = await boardTrain(stack)
    const [phone, laptop] = [await browser.newContext(PHONE), await browser.newContext(LAPTOP)]
    const [anna, ben] = [newPerson('anna'), newPerson('ben')]
    const [page, bens] = [await phone.newPage(), await laptop.newPage()]
    await signUp(page, train.web, anna)
    await signUp(bens, stack.web, ben)
    await page.goto(`${train.web}/matching`)
    await page.getByText('生年月日を登録してください').waitFor({ timeout: PATIENCE_MS })
    await growUp([anna, ben])
    // Who has been there once can be found
    await bens.goto(`${stack.web}/matching`)
    await bens.getByText('紹介は1日3人までです').waitFor({ timeout: PATIENCE_MS })
    await page.goto(`${train.web}/matching/new`)
    const like = page.getByRole('button', { name: `${ben.username}さんにいいね` })
    await like.waitFor({ timeout: PATIENCE_MS })
    await page.evaluate(() => navigator.serviceWorker.ready)

    train.enterTunnel()
    await phone.setOffline(true)
    await like.press('Enter')
    await page.getByRole('button', { name: '元に戻す' }).waitFor()
    await page.goto(`${train.web}/profile/liked-users`)
    await listed(page, 'local').getByText(ben.username).waitFor({ timeout: PATIENCE_MS })
    const worker = await WorkerControl.in(phone)
    await page.close()

    train.leaveTunnel()
    await phone.setOffline(false)
    // As in main-job: one is enough unless its round fails
    const stopFiring = worker.keepFiring(train.web, OUTBOX_TAG, ROUND_MS)
    await bens.goto(`${stack.web}/profile/incoming-likes`)
    const back = bens.getByRole('button', { name: `${anna.username}さんにいいね` })
    await back.waitFor({ timeout: PATIENCE_MS })
    stopFiring()
    await back.click()
    // Until it is said to be done, leaving the page may leave it undone
    await back.waitFor({ state: 'detached', timeout: PATIENCE_MS })
    await bens.goto(`${stack.web}/profile/match-history`)
    await bens
      .getByRole('link', { name: `${anna.username}さんにメッセージを送る` })
      .click({ timeout: PATIENCE_MS })
    await bens.getByLabel('メッセージを入力').fill('はじめまして')
    await bens.getByRole('button', { name: '送信', exact: true }).click()

    const reopened = await phone.newPage()
    await reopened.goto(`${train.web}/profile/match-history`)
    await listed(reopened, 'saved').getByText(ben.username).waitFor({ timeout: PATIENCE_MS })
    await reopened
      .getByRole('link', { name: `${ben.username}さんにメッセージを送る` })
      .click({ timeout: PATIENCE_MS })
    await reopened.getByRole('log').getByText('はじめまして').waitFor({ timeout: PATIENCE_MS })
    const matched = await serviceClient(stack)
      .from('notifications')
      .select('user_id')
      .eq('type', 'match')
      .like('message', `%${anna.username}%`)
    expect(matched.data).toHaveLength(1)

    // A second device of hers knows it too
    const tabletContext = await browser.newContext(LAPTOP)
    const tablet = await tabletContext.newPage()
    await signIn(tablet, stack.web, anna)
    await tablet.goto(`${stack.web}/profile/match-history`)
    await listed(tablet, 'saved').getByText(ben.username).waitFor({ timeout: PATIENCE_MS })
    await Promise.all([phone.close(), laptop.close(), tabletContext.close(), train.close()])
  },
)
