import { describe, expect, test } from 'vitest'
import { toldChannel } from './told-channel.ts'

const ID = 'UCabcdefghijklmnopqrstuv'
const told = (title: string, customUrl = '@mio.ch') =>
  toldChannel({ id: ID, snippet: { title, description: '', customUrl } })

describe('toldChannel', () => {
  test('takes the handle as the address', () =>
    expect(told('みお')).toEqual({
      channel_id: ID,
      channel_url: 'https://www.youtube.com/@mio.ch',
      channel_title: 'みお',
    }))

  test.each(['', 'mio', '@', '@a b c'])('falls back to the id where the handle is "%s"', (customUrl) =>
    expect(told('みお', customUrl).channel_url).toBe(`https://www.youtube.com/channel/${ID}`),
  )

  test.each([
    ['\u202Eoim\0', 'oim'],
    ['  家族👨‍👩‍👧の台所\n', '家族👨‍👩‍👧の台所'],
    ['あ'.repeat(120), 'あ'.repeat(100)],
    ['半\uD800分', '半\uFFFD分'],
    ['\u200B\u3164', '@mio.ch'],
    ['', '@mio.ch'],
  ])('shows the title "%s" as "%s"', (title, shown) => expect(told(title).channel_title).toBe(shown))

  test('shows the id of a channel without a title or a handle', () =>
    expect(told('', '').channel_title).toBe(ID))
})
