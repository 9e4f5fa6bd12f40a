import { describe, expect, inject, onTestFinished, test } from 'vitest'
import { onServer } from '../e2e/people.ts'
import { launch } from './launch.ts'
import { newMember, PHONE, signIn } from './people.ts'
import type { Engine, Tab } from './port.ts'
import { STOPPABLE } from './ways.ts'

const stack = inject('stack')
const FIELD = { label: 'メッセージを入力' } as const
const ROUNDS = 4

type Opened = { tabs: [Tab, Tab, Tab]; userId: string; path: string }

/** Opens three tabs on the same conversation. */
async function openThreeTabs(engine: Engine): Promise<Opened> {
  const device = await launch(engine, PHONE)
  onTestFinished(() => device.close())
  const member = await newMember(stack, 'mittsu')
  const first = await device.newTab()
  await signIn(first, stack.web, member)
  const tabs: [Tab, Tab, Tab] = [first, await device.newTab(), await device.newTab()]
  const path = `${stack.web}/messages/${member.conversationId}`
  for (const tab of tabs) {
    await tab.go(path)
    await tab.waitFor(FIELD)
  }
  return { tabs, userId: member.id, path }
}

/** Appends to what the field holds. */
async function typeOn(tab: Tab, text: string): Promise<void> {
  await tab.toFront()
  await tab.click(FIELD)
  await tab.type(text)
}

describe.each(STOPPABLE)('drafts in three tabs of %s', (_, engine) => {
  test('are sent once each, as typed, though every tab types before the others send', async () => {
    const { tabs, userId } = await openThreeTabs(engine)
    const wanted: string[] = []
    for (let round = 1; round <= ROUNDS; round++) {
      for (const [index, tab] of tabs.entries()) await typeOn(tab, `${'いろは'[index]}の`)
      for (const [index, tab] of tabs.entries()) {
        await typeOn(tab, `${round}番`)
        const text = `${'いろは'[index]}の${round}番`
        expect(await tab.value(FIELD)).toBe(text)
        await tab.press('Enter')
        await expect.poll(() => tab.value(FIELD)).toBe('')
        wanted.push(text)
      }
    }
    const bodies = async () => (await onServer(stack, userId)).messages.map(({ body }) => String(body))
    await expect.poll(bodies).toHaveLength(wanted.length)
    expect((await bodies()).toSorted()).toEqual(wanted.toSorted())
  })

  test('stay with a tab that is left and restored, and pass to another when it is closed', async () => {
    const { tabs, path } = await openThreeTabs(engine)
    const [first, second] = tabs
    await typeOn(first, '電車の中で')
    await first.go(`${stack.web}/help`)
    await second.reload()
    await second.waitFor(FIELD)
    // While the first is between two documents, the second may take it for ended
    await expect.poll(() => second.value(FIELD)).toBe('')
    await first.back()
    await first.waitFor(FIELD)
    await typeOn(first, '書いた')
    expect(await first.value(FIELD)).toBe('電車の中で書いた')
    await second.waitFor({ css: 'section[aria-label] li', containing: '電車の中で書いた' })
    await first.close()
    await second.go(path)
    await expect.poll(() => second.value(FIELD)).toBe('電車の中で書いた')
  })
})
