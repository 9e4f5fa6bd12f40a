import { describe, expect, inject, onTestFinished, test } from 'vitest'
import { ADDRESSES, type Screen } from '../support/addresses.ts'
import { violationsInTab } from '../support/axe.ts'
import { ENGINES } from './engines.ts'
import { launch } from './launch.ts'
import { heading, PHONE, signIn } from './people.ts'

const stack = inject('stack')
const TEN: Screen[] = [
  ADDRESSES['/'],
  ADDRESSES['/search'],
  ADDRESSES['/video/$videoId'],
  ADDRESSES['/favorites'],
  ADDRESSES['/profile'],
  ADDRESSES['/profile/settings'],
  ADDRESSES['/profile/notifications'],
  ADDRESSES['/messages/$conversationId'],
  ADDRESSES['/matching'],
  ADDRESSES['/premium/upgrade'],
]

describe.each(ENGINES)('$name', (engine) => {
  test('has ten screens in which axe finds nothing', async () => {
    const device = await launch(engine, PHONE)
    onTestFinished(() => device.close())
    const tab = await device.newTab()
    await signIn(tab, stack.web, { email: 'viewer@mirutomo.test', password: 'mirutomo-demo' })
    const found: string[] = []
    for (const screen of TEN) {
      await tab.go(stack.web + screen.example)
      await tab.waitFor(heading(screen.ownHeading ?? screen.heading))
      await tab.waitUntil(() => document.querySelector('main [aria-busy="true"]') === null)
      const violations = await violationsInTab(tab)
      if (violations !== '') found.push(`${screen.example} ${violations}`)
    }
    expect(found).toEqual([])
  })
})
