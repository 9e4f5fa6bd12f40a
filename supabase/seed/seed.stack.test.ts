import type { SupabaseClient } from '@supabase/supabase-js'
import * as v from 'valibot'
import { describe, expect, inject, test } from 'vitest'
import { NOTIFICATION_TYPES } from '#domain/notification.ts'
import { videoIdOf } from '#domain/video-id.ts'
import { anonymousClient, serviceClient } from '../../tests/support/session.ts'
import { DEMO_ACCOUNTS } from './people/people.ts'
import { seedWorld } from './world.ts'

const stack = inject('stack')
const world = seedWorld()
const Profile = v.object({
  id: v.string(),
  username: v.string(),
  is_premium: v.boolean(),
  premium_plan: v.nullable(v.string()),
  premium_expiry: v.nullable(v.string()),
  role: v.nullable(v.string()),
})

async function signIn(handle: string): Promise<SupabaseClient> {
  const client = anonymousClient(stack)
  const { error } = await client.auth.signInWithPassword({
    email: `${handle}@mirutomo.test`,
    password: 'mirutomo-demo',
  })
  if (error) throw error
  return client
}
const ownProfile = async (client: SupabaseClient) => v.parse(Profile, (await client.rpc('own_profile')).data)
const daysFromNow = (time: string | null): number => (Date.parse(time ?? '') - Date.now()) / 86_400_000

describe('each demo account can sign in', () => {
  test.each(Object.entries(DEMO_ACCOUNTS))('%s, and is who the README says', async (handle, { id }) => {
    const client = await signIn(handle)
    const { data } = await client.auth.getUser()
    expect(data.user).toMatchObject({ id, email: `${handle}@mirutomo.test` })
    expect(data.user?.identities?.map(({ provider }) => provider)).toEqual(['email'])
    const role = { creator: 'youtuber', admin: 'admin' }[handle] ?? null
    expect(await ownProfile(client)).toMatchObject({ id, role })
  })
})

test('viewer has no premium, premium has, and that of expired is over', async () => {
  expect(await ownProfile(await signIn('viewer'))).toMatchObject({ is_premium: false, premium_expiry: null })
  const premium = await ownProfile(await signIn('premium'))
  expect(premium.is_premium && daysFromNow(premium.premium_expiry) > 100).toBe(true)
  const expired = await ownProfile(await signIn('expired'))
  expect(daysFromNow(expired.premium_expiry)).toBeLessThan(0)
})

test('everything of the seed is there', async () => {
  const client = serviceClient(stack)
  const seeded = world.people.map(({ id }) => id)
  const count = async (table: string, column: string): Promise<number | null> =>
    (await client.from(table).select('*', { count: 'exact', head: true }).in(column, seeded)).count
  expect({
    people: await count('profiles', 'id'),
    likes: await count('rating_likes', 'user_id'),
    replies: await count('rating_replies', 'user_id'),
    messages: await count('messages', 'sender_id'),
    blocks: await count('blocks', 'blocker_id'),
  }).toEqual({
    people: world.people.length,
    likes: world.likes.length,
    replies: world.replies.length,
    messages: world.conversations.flatMap(({ messages }) => messages).length,
    blocks: world.blocks.length,
  })
})

test('a device computes the id of every video that the database has', async () => {
  const { data } = await serviceClient(stack).from('videos').select('id, youtube_id').limit(1_000)
  expect(data?.length).toBeGreaterThan(50)
  for (const { id, youtube_id } of data ?? [])
    expect([youtube_id, id]).toEqual([youtube_id, videoIdOf(youtube_id)])
})

describe('the viewer, without premium', () => {
  test('has ratings, favourites, history and talks with unread messages', async () => {
    const client = await signIn('viewer')
    const { id } = DEMO_ACCOUNTS.viewer
    const own = async (table: string): Promise<number> =>
      (await client.from(table).select('*', { count: 'exact', head: true }).eq('user_id', id)).count ?? 0
    expect(
      [await own('video_ratings'), await own('favorites'), await own('history')].every((rows) => rows >= 10),
    ).toBe(true)
    const { data: talks } = await client.from('conversations').select('id, user1_unread_count')
    const { data: messages } = await client.from('messages').select('conversation_id')
    expect(talks?.length).toBeGreaterThanOrEqual(4)
    expect(talks?.some(({ user1_unread_count: unread }) => unread > 0)).toBe(true)
    const written = new Set(messages?.map(({ conversation_id }) => conversation_id))
    expect(talks?.every((talk) => written.has(talk.id))).toBe(true)
  })
  test('sees the important notifications only, unread ones of many types among them', async () => {
    const client = await signIn('viewer')
    const { data } = await client.from('notifications').select('type, priority, is_read, is_premium_only')
    const free = new Set(['system', 'achievement', 'message', 'matching'])
    expect(data?.filter(({ type, priority }) => priority !== 'high' && !free.has(type))).toEqual([])
    const unread = new Set(data?.filter(({ is_read }) => !is_read).map(({ type }) => type))
    expect(unread.size).toBeGreaterThanOrEqual(5)
  })
})

test('the premium account sees notifications of all 20 types', async () => {
  const { data } = await (await signIn('premium')).from('notifications').select('type')
  expect(new Set(data?.map(({ type }) => type))).toEqual(new Set(NOTIFICATION_TYPES))
})

test('anybody sees the averages and the labelled promotions, which run on for weeks', async () => {
  const client = anonymousClient(stack)
  const { data: top } = await client
    .from('videos')
    .select('avg_rating, review_count')
    .order('review_count', { ascending: false })
    .limit(1)
  expect(top?.[0]?.review_count).toBeGreaterThan(5)
  expect(top?.[0]?.avg_rating).toBeGreaterThan(2)
  const { data: slots } = await client
    .from('promotion_slots')
    .select('type, advertiser, ends_at')
    // Other tests have slots of their own
    .in(
      'id',
      world.slots.map(({ id }) => id),
    )
    .not('video_id', 'is', null)
  expect(slots?.filter(({ advertiser, ends_at }) => advertiser === '' || daysFromNow(ends_at) < 14)).toEqual(
    [],
  )
  expect(slots?.map(({ type }) => type)).toEqual(expect.arrayContaining(['home', 'search', 'video']))
})

test('what the slots show is what the demo creator booked, at the price of the days', async () => {
  const client = await signIn('creator')
  const { data: bookings } = await client
    .from('slot_bookings')
    .select('slot_id, video_id, duration, amount_paid, status')
  expect(bookings?.length).toBe(5)
  const { data: slots } = await client.from('promotion_slots').select('id, video_id, advertiser')
  const { data: prices } = await client.from('slot_prices').select('slot_id, price_per_day')
  const priceOf = new Map(prices?.map(({ slot_id, price_per_day }) => [slot_id, price_per_day]))
  const booked = new Set(bookings?.map(({ slot_id }) => slot_id))
  const shown = new Map(
    slots?.flatMap(({ id, video_id }) => (video_id && booked.has(id) ? [[id, video_id]] : [])),
  )
  for (const { slot_id, video_id, duration, amount_paid, status } of bookings ?? []) {
    expect(amount_paid).toBe(priceOf.get(slot_id) * duration)
    if (status === 'active') expect(shown.get(slot_id)).toBe(video_id)
  }
  expect(bookings?.filter(({ status }) => status === 'active').length).toBe(shown.size)
  const { data: own } = await client
    .from('videos')
    .select('id')
    .eq('youtuber', (await client.auth.getUser()).data.user?.id)
  expect(own?.map(({ id }) => id)).toEqual(expect.arrayContaining([...shown.values()]))
})

test('Stripe’s stand-in knows what the seed says was paid, and describes it', async () => {
  const client = await signIn('premium')
  const { data: subscribed } = await client.from('premium_subscriptions').select().single()
  const { data: profile } = await client.rpc('own_profile')
  expect(subscribed).toMatchObject({
    plan: 'yearly',
    status: 'active',
    current_period_end: profile.premium_expiry,
  })
  const { data } = await client.functions.invoke('create-payment-intent', {
    body: { getSubscription: true, subscriptionId: subscribed.stripe_subscription_id },
  })
  expect(data).toMatchObject({ hasActiveSubscription: true, plan: 'yearly', cancelAtPeriodEnd: false })
  expect(Date.parse(data.currentPeriodEnd)).toBe(Math.floor(Date.parse(profile.premium_expiry) / 1000) * 1000)
})
