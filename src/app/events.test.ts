import { expect, test } from 'vitest'
import { joinEvent, loadEvent, loadEvents, saveEvent } from './events.ts'
import { RestFailure, type Rest } from './rest.ts'

const PERSON = { id: 'ken', username: 'けんと', avatar_url: null }
const row = (id: string, organizer = PERSON) => ({
  id,
  title: '会',
  description: '',
  updated_at: '2026-11-01T00:00:00Z',
  starts_at: '2026-12-01T10:00:00Z',
  ends_at: '2026-12-01T12:00:00Z',
  is_online: true,
  place: '',
  capacity: null,
  participant_count: 0,
  cancelled_at: null,
  organizer,
})
/** Answers each table with its rows. */
const telling =
  (tables: Record<string, unknown[]>): Rest =>
  (path) =>
    Promise.resolve({ body: tables[path] ?? [], total: 7, asOf: null })

test('each event of a list says what the person has to do with it', async () => {
  const rest = telling({
    events: [row('a'), row('b'), row('c', { ...PERSON, id: 'mio' })],
    event_participants: [{ event_id: 'b' }],
  })
  const { events, total } = await loadEvents(rest, { view: 'upcoming', me: 'mio', limit: 20 })
  expect([events.map(({ role }) => role), total]).toEqual([['none', 'participant', 'organizer'], 7])
})

test('a visitor is asked about by nothing that only members may ask', async () => {
  const asked: string[] = []
  const rest: Rest = (path, question) => {
    asked.push(path)
    return telling({ events: [row('a')] })(path, question)
  }
  await loadEvents(rest, { view: 'past', me: null, limit: 20 })
  await loadEvents(rest, { view: 'mine', me: null, limit: 20 })
  expect((await loadEvent(rest, 'a', null)).event).toMatchObject({ role: 'none', url: null })
  expect(asked).toEqual(['events', 'events'])
})

test('who takes part is the organizer’s to see, and an event that is not there is none', async () => {
  const there = [{ user_id: 'mio', person: { ...PERSON, id: 'mio' } }]
  const rest = telling({
    events: [row('a')],
    event_participants: there,
    event_links: [{ url: 'https://meet.test/' }],
  })
  expect((await loadEvent(rest, 'a', 'mio')).event).toMatchObject({
    role: 'participant',
    participants: [],
    url: 'https://meet.test/',
  })
  expect((await loadEvent(rest, 'a', 'ken')).event).toMatchObject({
    role: 'organizer',
    participants: [{ id: 'mio' }],
  })
  expect(await loadEvent(telling({}), 'a', 'mio')).toEqual({ event: null })
})

test.each([
  [new RestFailure('invalid', null, 'event_full'), 'event_full'],
  [new RestFailure('invalid', null, 'gossip'), 'server'],
  [new RestFailure('forbidden', null, 'suspended'), 'suspended'],
  [new RestFailure('timeout'), 'offline'],
  [new RestFailure('signed_out'), 'signed_out'],
  [new Error('?'), 'server'],
])('%o is told as %s', async (failure, code) => {
  const rest: Rest = () => Promise.reject(failure)
  expect(await joinEvent({ rest }, 'a')).toEqual({ ok: false, code })
})

test('an event is sent under its id', async () => {
  let sent: unknown
  const rest: Rest = (path, question) => {
    sent = [path, question?.body]
    return Promise.resolve({ body: null, total: null, asOf: null })
  }
  const {
    organizer: _organizer,
    participant_count: _count,
    cancelled_at: _cancelled,
    updated_at: _updated,
    ...given
  } = row('a')
  expect(await saveEvent({ rest }, { ...given, url: '', seen_at: null })).toEqual({ ok: true })
  const { id: _id, ...rest_ } = given
  expect(sent).toEqual(['rpc/save_event', { ...rest_, event: 'a', url: '', seen_at: null }])
})
