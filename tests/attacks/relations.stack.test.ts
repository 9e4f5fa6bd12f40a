import { randomUUID } from 'node:crypto'
import { beforeAll, expect, inject, test } from 'vitest'
import { type Member, signUpAdult } from '../support/member.ts'
import { isRefused } from '../support/refused.ts'
import { anonymousClient, serviceClient } from '../support/session.ts'

const stack = inject('stack')
const service = serviceClient(stack)
const visitor = anonymousClient(stack)

let mio: Member
let ken: Member
let eve: Member
let connection: string
beforeAll(async () => {
  ;[mio, ken, eve] = [await signUpAdult(stack), await signUpAdult(stack), await signUpAdult(stack)]
  // Mio decided something about Ken, and asks him
  const decided = await mio.client.rpc('sync_push', { batches: { relations: [skipped(mio, ken)] } })
  expect(decided.data).toMatchObject({ answers: { relations: [{ result: 'applied' }] } })
  const asked = { user_id: ken.id, connected_user_id: mio.id, status: 'pending' }
  const made = await service.from('connections').insert(asked).select('id').single()
  if (made.error) throw made.error
  connection = String(made.data.id)
})

const decision = (person: Member, other: Member) => ({
  user_id: person.id,
  other_id: other.id,
  is_blocked: false,
  blocked_edited_at: 0,
})
const skipped = (person: Member, other: Member) => ({
  id: `${person.id}|${other.id}`,
  ...decision(person, other),
  liking: 'skip',
  liking_edited_at: 1,
})
const hintOf = ({ error }: { error: { hint?: string | null } | null }) => error?.hint
const pushedBy = async (person: Member, row: Record<string, unknown>) =>
  (await person.client.rpc('sync_push', { batches: { relations: [row] } })).data

test('nobody decides for another, and nobody writes what the server alone knows', async () => {
  const known = { liking: 'like', liking_edited_at: 1 }
  const forged = [
    { offered_on: '2026-01-01' },
    { likes_me_at: 1 },
    { matched_at: 1 },
    { offer: { score: 100 } },
  ]
  for (const client of [visitor, eve.client]) {
    const table = client.from('relations')
    expect(isRefused(await table.select('id').eq('user_id', mio.id))).toBe(true)
    expect(isRefused(await table.insert(decision(mio, eve)).select())).toBe(true)
    expect(isRefused(await table.upsert({ ...decision(mio, ken), liking: 'like' }).select())).toBe(true)
    for (const part of forged) {
      expect(isRefused(await table.insert({ ...decision(eve, mio), ...known, ...part }).select())).toBe(true)
      expect(isRefused(await table.update(part).eq('user_id', mio.id).select())).toBe(true)
    }
    expect(isRefused(await table.delete().eq('user_id', mio.id).select())).toBe(true)
  }
  expect(await pushedBy(eve, skipped(mio, ken))).toMatchObject({
    answers: { relations: [{ result: 'refused', code: 'forbidden' }] },
  })
  expect(await pushedBy(eve, { ...skipped(eve, mio), liking: 'like' })).toMatchObject({
    answers: { relations: [{ result: 'refused', code: 'forbidden' }] },
  })
  const { data } = await service
    .from('relations')
    .select('liking,likes_me_at,matched_at')
    .eq('user_id', mio.id)
  expect(data).toEqual([{ liking: 'skip', likes_me_at: null, matched_at: null }])
  expect((await service.from('relations').select('id').eq('user_id', eve.id)).data).toEqual([])
})

test('a connection is asked for and answered by its two sides alone, and never made by a row', async () => {
  for (const client of [visitor, eve.client, mio.client]) {
    const table = client.from('connections')
    const connected = { user_id: ken.id, connected_user_id: mio.id, status: 'connected' }
    expect(isRefused(await table.insert(connected).select())).toBe(true)
    expect(isRefused(await table.upsert({ id: connection, ...connected }).select())).toBe(true)
    expect(isRefused(await table.update({ status: 'connected' }).eq('id', connection).select())).toBe(true)
    expect(isRefused(await table.delete().eq('id', connection).select())).toBe(true)
  }
  expect((await eve.client.from('connections').select('id')).data).toEqual([])
  expect(hintOf(await eve.client.rpc('request_connection', { recipient: mio.id }))).toBe('premium_required')
  expect(isRefused(await visitor.rpc('request_connection', { recipient: mio.id }))).toBe(true)
  // Who asked does not answer, and who is not asked does not either
  const accept = { connection_answer: 'accept', answered_at: 5 }
  for (const [person, other] of [
    [mio, ken],
    [eve, mio],
  ] as const) {
    await pushedBy(person, { ...skipped(person, other), ...accept })
    expect((await service.from('connections').select('status').eq('id', connection)).data).toEqual([
      { status: 'pending' },
    ])
  }
})

test('blocks and reports are made by a decision of one’s own, and read by nobody else', async () => {
  await service.from('reports').insert({ reporter_id: mio.id, reported_id: eve.id, reason: 'spam', body: '' })
  for (const client of [visitor, eve.client]) {
    const report = { reporter_id: mio.id, reported_id: ken.id, reason: 'spam', body: '' }
    const attempts = [
      client.from('blocks').insert({ blocker_id: mio.id, blocked_id: ken.id }).select(),
      client.from('blocks').select('blocked_id'),
      client.from('reports').insert(report).select(),
      client.from('reports').select('id'),
      client.from('reports').update({ status: 'dismissed' }).eq('reported_id', eve.id).select(),
      client.from('reports').delete().eq('reported_id', eve.id).select(),
    ]
    for (const attempt of attempts) expect(isRefused(await attempt)).toBe(true)
  }
  const { data } = await service.from('reports').select('status').eq('reported_id', eve.id)
  expect(data).toEqual([{ status: 'open' }])
})

test('who could be met, and what two people have in common, is nobody’s to ask', async () => {
  expect(isRefused(await visitor.rpc('offer_candidates'))).toBe(true)
  expect(isRefused(await visitor.rpc('tell_incoming_likes'))).toBe(true)
  for (const client of [visitor, eve.client]) {
    for (const table of ['match_pool', 'met_profiles', 'revocations'])
      expect((await client.schema('private').from(table).select()).error).not.toBeNull()
    for (const [name, given] of [
      ['match_features', { me: mio.id, people: [ken.id] }],
      ['write_offers', { me: eve.id, people: [mio.id], told: [{}] }],
      ['settle_connection', { connection_id: connection, accept: true }],
    ] as const)
      expect((await client.rpc(name, given)).error).not.toBeNull()
  }
})

test('pushes go to the browsers of their own person, and are handed out to the service alone', async () => {
  const keys = { public_key: 'k'.repeat(87), secret: 'a'.repeat(22) }
  const endpoint = `https://push.test/${randomUUID()}`
  const subscribed = await mio.client.rpc('subscribe_push', {
    endpoint,
    p256dh: keys.public_key,
    auth: keys.secret,
  })
  expect(subscribed.error).toBeNull()
  for (const client of [visitor, eve.client]) {
    const row = { user_id: mio.id, endpoint: `${endpoint}/eve`, p256dh: keys.public_key, auth: keys.secret }
    const attempts = [
      client.from('push_subscriptions').select('id'),
      client.from('push_subscriptions').insert(row).select('id'),
      client.from('push_subscriptions').update({ endpoint: row.endpoint }).eq('user_id', mio.id).select('id'),
      client.from('push_subscriptions').delete().eq('user_id', mio.id).select('id'),
    ]
    for (const attempt of attempts) expect(isRefused(await attempt)).toBe(true)
    // They answer nothing when they are done, too: only the refusal's code tells them apart
    expect((await client.rpc('take_pushes')).error?.code).toBe('42501')
    expect((await client.rpc('settle_pushes', { done: [], gone: [endpoint] })).error?.code).toBe('42501')
  }
  const { count } = await service
    .from('push_subscriptions')
    .select('id', { count: 'exact', head: true })
    .eq('endpoint', endpoint)
  expect(count).toBe(1)
})

test('the key that opens what is sealed is given to its own account alone', async () => {
  const offered = { offered_public: `B${'A'.repeat(86)}`, offered_private: 'A'.repeat(100) }
  expect((await mio.client.rpc('seal_key', offered)).error).toBeNull()
  expect((await mio.client.rpc('unseal_key')).data).toMatchObject({ private_key: offered.offered_private })
  expect((await visitor.rpc('unseal_key')).error).not.toBeNull()
  // She has none
  expect((await eve.client.rpc('unseal_key')).data).toBeNull()
  for (const client of [visitor, eve.client])
    expect((await client.schema('private').from('seal_keys').select()).error).not.toBeNull()
})
