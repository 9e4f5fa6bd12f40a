import { afterAll, beforeAll, describe, expect, inject, test } from 'vitest'
import { serviceClient } from '../support/session.ts'
import { prepareDevice, type Prepared } from './prepared-device.ts'
import { STOPPABLE } from './ways.ts'

const stack = inject('stack')
/** Less than a tab waits that believes in a dead connection. */
const SECONDS_MS = 20_000

const DEATHS: Readonly<Record<string, (host: Prepared['host']) => void>> = {
  // As when a phone slept longer than the network remembers a connection: nobody hears of it
  黙って切れた: (host) => host.api.stallWebSockets(),
  断られた: (host) => {
    host.api.cut()
    host.api.restore()
  },
}

describe.each(STOPPABLE)('a tab of %s that was stopped', (_, engine) => {
  let prepared: Prepared
  beforeAll(async () => {
    prepared = await prepareDevice(stack, engine)
  })
  afterAll(() => prepared.close())

  test('shows what came meanwhile and what comes next, though its connection died', async () => {
    const { host, conversationId } = prepared
    const { tab, processes } = await prepared.open()
    await tab.go(`${host.web}/messages/${conversationId}`)
    await tab.waitFor('li[data-message]')
    const process = await processes.ofTab(tab)

    for (const [death, die] of Object.entries(DEATHS)) {
      await receive(prepared, `${death}前`)
      await tab.waitFor(messageWith(`${death}前`))
      processes.stop(process)
      die(host)
      await receive(prepared, `${death}とき`)
      processes.wake(process)
      await tab.evaluate(comeBack)

      await tab.waitFor(messageWith(`${death}とき`), 'visible', SECONDS_MS)
      await receive(prepared, `${death}後`)
      await tab.waitFor(messageWith(`${death}後`), 'visible', SECONDS_MS)
    }
  })
})

const messageWith = (text: string) => ({ css: 'li[data-message]', containing: text })

/** Runs in the page: what a phone says when the person takes up the app again. */
const comeBack = () => {
  document.dispatchEvent(new Event('visibilitychange'))
  window.dispatchEvent(new Event('focus'))
}

/** A message of the friend. */
async function receive({ userId, conversationId }: Prepared, body: string): Promise<void> {
  const client = serviceClient(stack)
  const { data, error } = await client
    .from('conversations')
    .select('user1_id, user2_id')
    .eq('id', conversationId)
    .single()
  if (error) throw error
  const sender_id = data.user1_id === userId ? data.user2_id : data.user1_id
  const message = {
    conversation_id: conversationId,
    sender_id,
    recipient_id: userId,
    body,
    sent_at: Date.now(),
  }
  const inserted = await client.from('messages').insert(message)
  expect(inserted.error).toBeNull()
}
