import { expect, test } from 'vitest'
import { madeChannel } from './made-videos.ts'
import { createStudio } from './studio.ts'

const channel = madeChannel(7)
const studio = () =>
  createStudio(({ value }) => Promise.resolve(value.toLowerCase() === channel.handle ? channel : undefined))
const asked = (path: string, body?: URLSearchParams): Request =>
  new Request(`http://localhost${path}`, body ? { method: 'POST', body } : {})
const write = (channelOf: string, description: string): Request =>
  asked('/studio', new URLSearchParams({ channel: channelOf, description }))

test('the page asks for a channel first', async () => {
  const page = await (await studio().handle(asked('/studio'))).text()
  expect(page).toContain('name="channel"')
  expect(page).not.toContain('ありません')
})

test('a description is shown as text, also one that begins with a new line', async () => {
  const { handle, descriptionOf } = studio()
  expect(descriptionOf(channel.id)).toBe('')
  const answer = await handle(write('@LOCAL-channel-07', '\n</textarea><script>'))
  expect(answer.status).toBe(200)
  expect(await answer.text()).toContain('\n\n&lt;/textarea&gt;&lt;script&gt;</textarea>')
  expect(descriptionOf(channel.id)).toBe('\n</textarea><script>')
  const shown = await handle(asked('/studio?channel=@local-channel-07'))
  expect(await shown.text()).toContain('&lt;script&gt;')
})

test('a description has 1,000 characters at most', async () => {
  const { handle, descriptionOf } = studio()
  expect((await handle(write('@local-channel-07', '😀'.repeat(1_000)))).status).toBe(200)
  expect((await handle(write('@local-channel-07', '😀'.repeat(1_001)))).status).toBe(400)
  expect(Array.from(descriptionOf(channel.id))).toHaveLength(1_000)
})

test.each(['@nobody', 'https://www.youtube.com/c/local-channel-07', 'x'])(
  '%s is no channel',
  async (address) => {
    const { handle } = studio()
    expect((await handle(write(address, 'x'))).status).toBe(404)
    expect((await handle(asked(`/studio?channel=${encodeURIComponent(address)}`))).status).toBe(404)
  },
)

test('only GET and POST are answered', async () => {
  expect((await studio().handle(new Request('http://localhost/studio', { method: 'PUT' }))).status).toBe(405)
})
