import { describe, expect, inject, onTestFinished, test } from 'vitest'
import { SCORE_NAMES } from '../../src/domain/rating.ts'
import { onServer } from '../e2e/people.ts'
import { ADDRESSES } from '../support/addresses.ts'
import { serviceClient } from '../support/session.ts'
import { ENGINES } from './engines.ts'
import { launch } from './launch.ts'
import { button, fillSignUp, heading, heart, link, newPerson, PHONE } from './people.ts'
import type { Target } from './port.ts'

const stack = inject('stack')
const { example: VIDEO, heading: TITLE } = ADDRESSES['/video/$videoId']
const COMMENT = '電車の中で見ました。最後まで飽きません🚃'

const overall: Target = { role: 'radiogroup', name: SCORE_NAMES.overall }
const undo = (told: string): Target => ({
  role: 'button',
  name: '元に戻す',
  within: { css: 'li.toast', containing: told },
})

async function userIdOf(username: string): Promise<string> {
  const { data } = await serviceClient(stack).from('profiles').select('id').eq('username', username).single()
  return String(data?.id)
}

describe.each(ENGINES)('$name', (engine) => {
  test('takes a visitor from a link to an account, a rating, and out again', async () => {
    const device = await launch(engine, PHONE)
    onTestFinished(() => device.close())
    const tab = await device.newTab()
    await tab.go(stack.web + VIDEO)
    await tab.waitFor(heading(TITLE))
    await tab.waitFor(button('ログインして評価する'))
    await tab.click(link('新規登録'))
    const person = newPerson('hajimete')
    await fillSignUp(tab, person)
    // Back where the link led
    await tab.waitForPath(VIDEO)
    await tab.waitFor(heading(TITLE))

    await tab.click({ role: 'radio', name: '4点', within: overall })
    await tab.waitFor({ role: 'radio', name: '4点', checked: true, within: overall })
    await tab.fill({ label: /^コメント/ }, COMMENT)
    await tab.click(button('コメントを保存'))
    await tab.waitFor('#rating[data-sync="saved"]')
    await tab.click(heart)
    await tab.waitFor({ ...heart, pressed: true })
    await tab.click(undo('お気に入りに追加しました'))
    await tab.waitFor({ ...heart, pressed: false })
    await tab.click(heart)
    await tab.waitFor({ ...heart, pressed: true })
    const userId = await userIdOf(person.username)
    await expect
      .poll(async () => {
        const { ratings, favorites } = await onServer(stack, userId)
        return [ratings.map(({ overall: score, comment }) => [score, comment]), favorites.length]
      })
      .toEqual([[[4, COMMENT]], 1])
    // The favourite there may be the first one still, and whoever signs out with something unsent is asked
    await tab.waitFor('main [data-sync="saved"] button[aria-pressed="true"]')

    await tab.go(`${stack.web}/events`)
    await tab.waitFor(heading('イベント'))
    await tab.click(button(`${person.username}のメニュー`))
    await tab.click(button('ログアウト'))
    await tab.waitForPath('/')
    await tab.waitFor(link('無料ではじめる'))
    // To the document before, which the browser may have kept as it was left
    await tab.back()
    await tab.waitForPath(VIDEO)
    await tab.waitFor(button('ログインして評価する'))
    expect(await tab.count('#rating[data-sync]')).toBe(0)
  })
})
