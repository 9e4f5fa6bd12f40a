import { describe, expect, inject, onTestFinished, test } from 'vitest'
import { SCORE_NAMES } from '../../src/domain/rating.ts'
import { onServer } from '../e2e/people.ts'
import { ADDRESSES } from '../support/addresses.ts'
import { ENGINES } from './engines.ts'
import { launch } from './launch.ts'
import { button, heading, heart, link, newMember, PHONE, signIn } from './people.ts'
import type { Target } from './port.ts'

const stack = inject('stack')
const { example: VIDEO, heading: TITLE } = ADDRESSES['/video/$videoId']
const overall: Target = { role: 'radiogroup', name: SCORE_NAMES.overall }

describe.each(ENGINES)('$name', (engine) => {
  test('shows in a second tab what the first does, sends it once, and signs both out', async () => {
    const device = await launch(engine, PHONE)
    onTestFinished(() => device.close())
    const member = await newMember(stack, 'futatsu')
    const first = await device.newTab()
    await signIn(first, stack.web, member)
    const second = await device.newTab()
    for (const tab of [first, second]) {
      await tab.go(stack.web + VIDEO)
      await tab.waitFor(heading(TITLE))
      await tab.waitFor({ role: 'radio', name: '3点', within: overall })
    }
    await second.click(heart)
    await second.waitFor({ css: 'main [data-sync="saved"]', containing: 'お気に入り' })
    await first.waitFor({ ...heart, pressed: true })
    await first.click({ role: 'radio', name: '3点', within: overall })
    await first.waitFor('#rating[data-sync="saved"]')
    await second.waitFor({ role: 'radio', name: '3点', checked: true, within: overall })
    const { ratings, favorites } = await onServer(stack, member.id)
    expect([ratings.length, favorites.length]).toEqual([1, 1])

    await first.click(button(`${member.username}のメニュー`))
    await first.click(button('ログアウト'))
    for (const tab of [first, second]) await tab.waitFor(link('ログイン'))
  })
})
