import { beforeAll, expect, inject, test } from 'vitest'
import { randomPhoneNumber } from '../support/checked-age.ts'
import { type Member, signUpAdult } from '../support/member.ts'
import { isRefused } from '../support/refused.ts'
import { anonymousClient, serviceClient } from '../support/session.ts'

const stack = inject('stack')
const service = serviceClient(stack)
const visitor = anonymousClient(stack)
const BONUS = 20

let mio: Member
let eve: Member
beforeAll(async () => {
  ;[mio, eve] = [await signUpAdult(stack), await signUpAdult(stack)]
  const recorded = { person: mio.id, phone: randomPhoneNumber(), provider: 'firebase', provider_id: mio.id }
  expect((await service.rpc('record_phone_verification', recorded)).error).toBeNull()
})

const earned = (person: Member) => ({
  user_id: person.id,
  amount: 1_000,
  transaction_type: 'login_bonus',
  description: 'もう一度',
})
const verified = (person: Member) => ({
  user_id: person.id,
  verification_level: 3,
  phone_number: '+818011112222',
  verification_expiry: '2099-01-01T00:00:00Z',
})

test('nobody gives themselves or another points, a past, or a level, however they ask', async () => {
  for (const client of [visitor, eve.client, mio.client]) {
    for (const person of [mio, eve]) {
      const attempts = [
        client
          .from('user_points')
          .insert({ user_id: person.id, balance: 1_000, lifetime_earned: 1_000 })
          .select(),
        client
          .from('user_points')
          .upsert({ user_id: person.id, balance: 1_000, lifetime_earned: 1_000 })
          .select(),
        client.from('user_points').update({ balance: 1_000 }).eq('user_id', person.id).select(),
        client.from('user_points').delete().eq('user_id', person.id).select(),
        client.from('point_transactions').insert(earned(person)).select(),
        client.from('point_transactions').upsert(earned(person)).select(),
        client.from('point_transactions').update({ amount: 1_000 }).eq('user_id', person.id).select(),
        client.from('point_transactions').delete().eq('user_id', person.id).select(),
        client.from('user_verification').insert(verified(person)).select(),
        client.from('user_verification').upsert(verified(person)).select(),
        client.from('user_verification').update({ verification_level: 3 }).eq('user_id', person.id).select(),
        client.from('user_verification').delete().eq('user_id', person.id).select(),
        client.rpc('record_phone_verification', {
          person: person.id,
          phone: '+818011112222',
          provider: 'firebase',
          provider_id: 'x',
        }),
      ]
      for (const attempt of attempts) expect(isRefused(await attempt)).toBe(true)
    }
  }
  const { data: points } = await service
    .from('user_points')
    .select('user_id,balance')
    .in('user_id', [mio.id, eve.id])
  expect((points ?? []).filter(({ balance }) => balance !== 0)).toEqual([{ user_id: mio.id, balance: BONUS }])
  const { data: past } = await service
    .from('point_transactions')
    .select('user_id,amount')
    .in('user_id', [mio.id, eve.id])
  expect(past).toEqual([{ user_id: mio.id, amount: BONUS }])
  const { data: levels } = await service
    .from('user_verification')
    .select('user_id,verification_level')
    .in('user_id', [mio.id, eve.id])
    .gt('verification_level', 1)
  expect(levels).toEqual([{ user_id: mio.id, verification_level: 2 }])
})

test('what somebody earned and who checked them is read by nobody else', async () => {
  for (const table of ['user_points', 'point_transactions', 'user_verification']) {
    for (const client of [visitor, eve.client])
      expect(isRefused(await client.from(table).select('user_id').eq('user_id', mio.id))).toBe(true)
    const own = await mio.client.from(table).select('user_id')
    expect(own.data).toEqual([{ user_id: mio.id }])
  }
})
