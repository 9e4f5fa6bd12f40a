import { describe, expect, inject, onTestFinished, test } from 'vitest'
import { SCORE_NAMES } from '../../src/domain/rating.ts'
import { makeAcquaintance, onServer } from '../e2e/people.ts'
import { ADDRESSES } from '../support/addresses.ts'
import { boardTrain } from '../support/offline-stack.ts'
import { ENGINES } from './engines.ts'
import { launch } from './launch.ts'
import { button, heading, heart, newPerson, PHONE, signUp, waitForWorker } from './people.ts'
import type { Tab, Target } from './port.ts'

const stack = inject('stack')
const { example: VIDEO, heading: TITLE } = ADDRESSES['/video/$videoId']
const COMMENT = 'トンネルの中で書きました🚇'
const MESSAGES = ['いま電車です', 'トンネルに入りました']

const overall: Target = { role: 'radiogroup', name: SCORE_NAMES.overall }
const bubble = (text: string, sync: string): Target => ({
  css: `li[data-message][data-sync="${sync}"]`,
  containing: text,
})

async function workInTheTunnel(tab: Tab, web: string, conversationId: string): Promise<void> {
  await tab.click({ role: 'radio', name: '4点', within: overall })
  await tab.fill({ label: /^コメント/ }, COMMENT)
  await tab.click(button('コメントを保存'))
  await tab.waitFor({ css: '#rating[data-sync="local"]', containing: '端末に保存' })
  await tab.click(heart)
  await tab.waitFor({ css: 'main [data-sync="local"]', containing: 'お気に入り' })
  await tab.go(`${web}/messages/${conversationId}`)
  for (const text of MESSAGES) {
    await tab.fill({ label: 'メッセージを入力' }, text)
    await tab.click(button('送信'))
    await tab.waitFor(bubble(text, 'local'))
  }
}

describe.each(ENGINES)('$name', (engine) => {
  test('keeps what was done in a tunnel over a restart there, and sends it once outside', async () => {
    const [device, train] = await Promise.all([launch(engine, PHONE), boardTrain(stack)])
    onTestFinished(async () => {
      await device.close()
      await train.close()
    })
    const tab = await device.newTab()
    const person = newPerson('tonneru')
    await signUp(tab, train.web, person)
    const { userId, conversationId } = await makeAcquaintance(stack, person)
    await waitForWorker(tab)
    await tab.go(`${train.web}/messages/${conversationId}`)
    await tab.waitFor({ label: 'メッセージを入力' })
    await tab.go(train.web + VIDEO)
    await tab.waitFor(heading(TITLE))
    await tab.waitFor(overall)

    // `navigator.onLine` stays true, as on a train
    train.enterTunnel()
    await workInTheTunnel(tab, train.web, conversationId)

    await device.restart()
    const cold = await device.newTab()
    await cold.go(`${train.web}/`)
    await cold.waitFor(heading('ホーム'))
    await cold.go(`${train.web}/messages/${conversationId}`)
    for (const text of MESSAGES) await cold.waitFor(bubble(text, 'local'))
    await cold.go(train.web + VIDEO)
    await cold.waitFor('#rating[data-sync="local"]')
    expect(await cold.value({ label: /^コメント/ })).toBe(COMMENT)
    expect((await onServer(stack, userId)).ratings).toEqual([])

    train.leaveTunnel()
    await cold.waitFor('#rating[data-sync="saved"]')
    await expect
      .poll(async () => {
        const { ratings, favorites, messages } = await onServer(stack, userId)
        return [ratings.map(({ comment }) => comment), favorites.length, messages.map(({ body }) => body)]
      })
      .toEqual([[COMMENT], 1, MESSAGES])
    await cold.go(`${train.web}/messages/${conversationId}`)
    for (const text of MESSAGES) await cold.waitFor(bubble(text, 'saved'))
  })
})
