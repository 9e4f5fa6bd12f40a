import { randomUUID } from 'node:crypto'
import type { SupabaseClient } from '@supabase/supabase-js'
import { beforeAll, expect, inject, test } from 'vitest'
import { addDays, dayInJapan } from '#domain/day.ts'
import { signUpAdult, type Member } from '../support/member.ts'
import { isRefused } from '../support/refused.ts'
import { anonymousClient, serviceClient } from '../support/session.ts'

const stack = inject('stack')
const service = serviceClient(stack)
const TODAY = dayInJapan(Date.now())

/** A booking that has run since yesterday, made by the service. */
async function runningBooking(buyer: string): Promise<string> {
  const slot = { id: randomUUID(), name: `攻撃 ${randomUUID()}`, type: 'home' }
  expect((await service.from('promotion_slots').insert(slot)).error).toBeNull()
  const { data, error } = await service
    .from('slot_bookings')
    .insert({
      user_id: buyer,
      youtuber_id: buyer,
      slot_id: slot.id,
      start_date: addDays(TODAY, -1),
      end_date: addDays(TODAY, 6),
      duration: 7,
      amount_paid: 8400,
      status: 'active',
      payment_status: 'succeeded',
    })
    .select('id')
    .single()
  expect(error).toBeNull()
  return String(data?.id)
}
const seen = (booking_id: string, kind = 'impression') => ({ booking_id, kind, at: new Date().toISOString() })
const tell = (client: SupabaseClient, events: unknown, visitor?: string) =>
  client.rpc('record_promotion_events', { events, ...(visitor !== undefined && { visitor }) })
type Count = { booking_id: string; impressions: number; clicks: number }
async function reportOf({ client }: Member): Promise<Count[]> {
  const { data, error } = await client.rpc('promotion_report', { days: 30 })
  expect(error).toBeNull()
  return (data as Count[]).map(({ booking_id, impressions, clicks }) => ({ booking_id, impressions, clicks }))
}

let buyer: Member
let other: Member
let booking: string
beforeAll(async () => {
  ;[buyer, other] = await Promise.all([signUpAdult(stack), signUpAdult(stack)])
  booking = await runningBooking(buyer.id)
})

test('one person, many devices, tabs and made-up keys: one view and one click an hour', async () => {
  const keys = Array.from({ length: 10 }, () => randomUUID())
  const views = [seen(booking), seen(booking, 'click'), seen(booking)]
  // As many at once as one person may ask
  for (const some of [keys.slice(0, 5), keys.slice(5)]) {
    const answers = await Promise.all(some.map((key) => tell(other.client, views, key)))
    for (const { error } of answers) expect(error).toBeNull()
  }
  // The hour may turn between two of them
  const [counts] = await reportOf(buyer)
  expect(counts?.impressions).toBeLessThanOrEqual(2)
  expect(counts?.clicks).toBeLessThanOrEqual(2)
})

test('the buyer adds nothing to their own numbers', async () => {
  const own = await runningBooking(buyer.id)
  expect((await tell(buyer.client, [seen(own), seen(own, 'click')])).data).toBe(0)
  expect((await reportOf(buyer)).some(({ booking_id }) => booking_id === own)).toBe(false)
})

test.each([
  ['a booking that is not there', () => [seen(randomUUID())]],
  ['another kind', () => [seen(booking, 'purchase')]],
  ['long ago', () => [{ ...seen(booking), at: '2020-01-01T00:00:00Z' }]],
  ['no time', () => [{ booking_id: booking, kind: 'click' }]],
  ['nothing', () => []],
])('%s counts as nothing', async (_, events) => {
  const { data, error } = await tell(anonymousClient(stack), events(), randomUUID())
  expect(error).toBeNull()
  expect(data).toBe(0)
})

test.each([
  ['51 at once', () => Array.from({ length: 51 }, () => seen(booking))],
  ['no list', () => ({ booking_id: booking })],
  ['text', () => 'drop table'],
  ['no events', () => null],
  ['a list of numbers', () => [1, 2]],
  ['an id that is none', () => [{ ...seen(booking), booking_id: "' or 1=1" }]],
  ['a time that is none', () => [{ ...seen(booking), at: 'tomorrowish' }]],
])('%s is refused', async (_, events) => {
  const { error } = await tell(anonymousClient(stack), events(), randomUUID())
  expect(error).not.toBeNull()
})

test('a visitor without a key, or with one that is none, is refused', async () => {
  expect((await tell(anonymousClient(stack), [seen(booking)])).error?.hint).toBe('visitor_missing')
  expect((await tell(anonymousClient(stack), [seen(booking)], 'me')).error).not.toBeNull()
})

test('nobody reads another’s report, or who looked', async () => {
  expect(await reportOf(other)).toEqual([])
  expect(isRefused(await anonymousClient(stack).rpc('promotion_report', { days: 30 }))).toBe(true)
  for (const { client } of [buyer, other, { client: anonymousClient(stack) }]) {
    for (const table of ['promotion_events', 'promotion_days'])
      expect((await client.from(table).select('*')).error?.code).toBe('42501')
  }
})

test('nobody writes numbers, forges a booking or takes a slot', async () => {
  const hour = new Date(Math.floor(Date.now() / 3_600_000) * 3_600_000).toISOString()
  const forged = { booking_id: booking, kind: 'click', hour, viewer: '\\x00', is_visitor: true }
  for (const { client } of [buyer, other]) {
    const writes = [
      client.from('promotion_events').insert(forged).select(),
      client.from('promotion_days').insert({ booking_id: booking, day: TODAY, impressions: 9e6 }).select(),
      client.from('promotion_slots').update({ booking_id: booking }).neq('name', '').select(),
      client.from('slot_bookings').update({ amount_paid: 1, status: 'active' }).eq('id', booking).select(),
      client.from('slot_prices').update({ price_per_day: 50 }).gte('price_per_day', 0).select(),
    ]
    for (const write of await Promise.all(writes)) expect(isRefused(write)).toBe(true)
  }
})
