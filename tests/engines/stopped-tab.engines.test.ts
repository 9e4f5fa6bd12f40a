import { afterAll, beforeAll, describe, expect, inject, test } from 'vitest'
import { onServer } from '../e2e/people.ts'
import { button } from './people.ts'
import type { Tab } from './port.ts'
import { prepareDevice, type Prepared } from './prepared-device.ts'
import { STOPPABLE } from './ways.ts'

const stack = inject('stack')
const FIELD = { label: 'メッセージを入力' } as const

describe.each(STOPPABLE.filter(([, { name }]) => name === 'webkit'))(
  'beside a tab of %s that is stopped',
  (_, engine) => {
    let prepared: Prepared
    beforeAll(async () => {
      prepared = await prepareDevice(stack, engine)
    })
    afterAll(() => prepared.close())

    test('in a push, another takes over, and the message arrives once', async () => {
      const { device, tab, processes } = await prepared.open()
      const push = prepared.host.api.holdAnswersTo('sync_push')
      await write(tab, prepared, '止まった手紙')
      await push.seen
      const process = await processes.ofTab(tab)
      processes.stop(process)

      const other = await device.newTab()
      push.release()
      await write(other, prepared, 'つぎの手紙')
      for (const text of ['止まった手紙', 'つぎの手紙']) await other.waitFor(saved(text))
      processes.wake(process)
      await tab.waitFor(saved('つぎの手紙'))
      const { messages } = await onServer(stack, prepared.userId)
      const bodies = messages.map(({ body }) => String(body))
      expect(bodies).toHaveLength(2)
      expect(bodies).toEqual(expect.arrayContaining(['止まった手紙', 'つぎの手紙']))
    })
  },
)

const saved = (text: string) => ({ css: 'li[data-message][data-sync="saved"]', containing: text })

async function write(tab: Tab, { host, conversationId }: Prepared, text: string): Promise<void> {
  await tab.go(`${host.web}/messages/${conversationId}`)
  await tab.waitFor('li[data-message]')
  await tab.fill(FIELD, text)
  await tab.click(button('送信'))
}
