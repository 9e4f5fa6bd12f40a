import { describe, expect, inject, onTestFinished, test } from 'vitest'
import { serviceClient } from '../support/session.ts'
import { ENGINES } from './engines.ts'
import { launch } from './launch.ts'
import { button, newMember, PHONE, signIn } from './people.ts'
import type { Engine, Tab } from './port.ts'

const stack = inject('stack')
/** Each engine with the next; with itself where there is no other. */
const PAIRS = ENGINES.map((engine, index) => {
  const other = ENGINES[(index + 1) % ENGINES.length] ?? engine
  return { engine, other, names: `${engine.name} and ${other.name}` }
})

async function arrive(engine: Engine, person: { email: string; password: string }): Promise<Tab> {
  const device = await launch(engine, PHONE)
  onTestFinished(() => device.close())
  const tab = await device.newTab()
  await signIn(tab, stack.web, person)
  return tab
}

const write = async (tab: Tab, text: string): Promise<void> => {
  await tab.fill({ label: 'メッセージを入力' }, text)
  await tab.click(button('送信'))
  await tab.waitFor({ css: 'li[data-message][data-sync="saved"]', containing: text })
}
const shown = (tab: Tab): Promise<string[]> =>
  tab.evaluate(() =>
    [...document.querySelectorAll('li[data-message] p:first-child')].map(
      ({ textContent }) => textContent ?? '',
    ),
  )

describe.each(PAIRS)('$names', ({ engine, other }) => {
  test('bring messages to each other while both are open', async () => {
    const [one, two] = await Promise.all([newMember(stack, 'yuki'), newMember(stack, 'ren')])
    const [user1_id, user2_id] = [one.id, two.id].toSorted()
    const { data } = await serviceClient(stack)
      .from('conversations')
      .insert({ user1_id, user2_id })
      .select('id')
      .single()
    const [first, second] = await Promise.all([arrive(engine, one), arrive(other, two)])
    for (const tab of [first, second]) {
      await tab.go(`${stack.web}/messages/${String(data?.id)}`)
      await tab.waitFor({ label: 'メッセージを入力' })
    }
    await write(first, 'こんにちは')
    await second.waitFor({ css: 'li[data-message]', containing: 'こんにちは' })
    await write(second, '元気です🚃')
    await write(second, '週末どうですか')
    const all = ['こんにちは', '元気です🚃', '週末どうですか']
    for (const tab of [first, second]) await expect.poll(() => shown(tab)).toEqual(all)
  })
})
