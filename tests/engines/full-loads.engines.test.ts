import { describe, expect, inject, onTestFinished, test } from 'vitest'
import { onServer } from '../e2e/people.ts'
import { ADDRESSES } from '../support/addresses.ts'
import { ENGINES } from './engines.ts'
import { launch } from './launch.ts'
import { heading, newMember, PHONE, signIn } from './people.ts'

const stack = inject('stack')
const { example: VIDEO, heading: TITLE } = ADDRESSES['/video/$videoId']
const PATHS = ['/favorites', '/profile/reviews', '/messages', '/profile/notifications', '/events', VIDEO]
const favourite = { role: 'button', name: 'お気に入り', within: 'main' }

describe.each(ENGINES)('$name', (engine) => {
  test('still stores a write after six full loads right after the sign-in', async () => {
    const device = await launch(engine, PHONE)
    onTestFinished(() => device.close())
    const member = await newMember(stack, 'rokkai')
    const tab = await device.newTab()
    await signIn(tab, stack.web, member)
    // Each leaves the one before in the middle of its first sync
    for (const path of PATHS) await tab.go(stack.web + path)
    await tab.waitFor(heading(TITLE))
    await tab.click(favourite)
    await tab.waitFor({ css: 'main [data-sync="saved"]', containing: 'お気に入り' })
    expect((await onServer(stack, member.id)).favorites).toHaveLength(1)
    // Those that were left come back whole from the back/forward cache
    await tab.back()
    await tab.waitForPath('/events')
    await tab.back()
    await tab.waitForPath('/profile/notifications')
    await tab.waitFor({ css: 'main li[data-notification]', containing: 'ようこそ、ミルトモへ' })
  })
})
