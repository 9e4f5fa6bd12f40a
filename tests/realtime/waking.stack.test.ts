// @vitest-environment jsdom
import { afterAll, expect, inject, onTestFinished, test, vi } from 'vitest'
import { WebSocket } from 'ws'
import { watchPokes } from '../../src/app/store/pokes.ts'
import { openRealtime } from '../../src/app/store/realtime.ts'
import { createValue } from '../../src/platform/observable-value.ts'
import { Line } from '../support/line.ts'
import { anonymousClient, serviceClient } from '../support/session.ts'

const stack = inject('stack')
// Node's own does not take the events of jsdom
vi.stubGlobal('WebSocket', WebSocket)
afterAll(() => vi.unstubAllGlobals())

/** Somebody who hears at once of every notification. */
async function listener() {
  const { data, error } = await anonymousClient(stack).auth.signInWithPassword({
    email: 'premium@mirutomo.test',
    password: 'mirutomo-demo',
  })
  if (error) throw error
  const line = await Line.to(Number(new URL(stack.api).port))
  const realtime = openRealtime({
    apiUrl: `http://127.0.0.1:${line.port}`,
    apiKey: stack.publishableKey,
    accessToken: async () => data.session.access_token,
    online: createValue(true),
  })
  const poked: string[][] = []
  const listening = watchPokes(realtime, data.user.id).subscribe((names) => poked.push(names))
  onTestFinished(async () => {
    listening.unsubscribe()
    realtime.close()
    await line.close()
  })
  const notify = async (title: string): Promise<void> => {
    const made = await serviceClient(stack).rpc('create_notification', {
      recipient: data.user.id,
      type: 'system',
      title,
      message: title,
      priority: 'high',
    })
    expect(made).toMatchObject({ error: null, data: expect.any(String) })
  }
  // Whatever happened before is asked for once the subscription holds
  await vi.waitFor(() => expect(poked).toEqual([[]]))
  return { line, poked, notify }
}

test('a page that wakes with a connection that died without a word asks for what it missed, and hears what comes then', async () => {
  const { line, poked, notify } = await listener()
  line.stallWebSockets()
  await notify('while asleep')
  window.dispatchEvent(new Event('focus'))
  await vi.waitFor(() => expect(poked).toEqual([[], []]))
  await notify('awake')
  await vi.waitFor(() => expect(poked).toHaveLength(3))
  expect(poked[2]).toContain('notifications')
})

test('a page whose connection was cut hears again by itself', async () => {
  const { line, poked, notify } = await listener()
  line.cut()
  line.restore()
  await vi.waitFor(() => expect(poked).toEqual([[], []]))
  await notify('afterwards')
  await vi.waitFor(() => expect(poked.at(-1)).toContain('notifications'))
})
