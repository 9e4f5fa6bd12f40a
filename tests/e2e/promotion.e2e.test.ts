import { randomUUID } from 'node:crypto'
import { FunctionsHttpError } from '@supabase/supabase-js'
import type { Browser, Locator, Page } from 'playwright-core'
import { afterAll, beforeAll, expect, inject, test, vi } from 'vitest'
import { addDays, dayInJapan } from '#domain/day.ts'
import { violations } from '../support/axe.ts'
import { launchBrowser } from '../support/browser.ts'
import { aChannel } from '../support/channel.ts'
import { anonymousClient, serviceClient } from '../support/session.ts'
import { newPerson, signIn, signUp } from './people.ts'
import { PHONE } from './devices.ts'

const stack = inject('stack')
const service = serviceClient(stack)
const PASSWORD = 'mirutomo-demo'
const PATIENCE_MS = 90_000
vi.setConfig({ testTimeout: 600_000 })

let browser: Browser
beforeAll(async () => {
  browser = await launchBrowser()
})
afterAll(() => browser.close())

type Slot = { id: string; name: string }
/** A free slot that no other journey knows; it comes first on its page. */
async function newSlot(type: 'home' | 'search' | 'video', pricePerDay: number): Promise<Slot> {
  const slot = { id: randomUUID(), name: `＊旅の枠 ${randomUUID().slice(0, 8)}` }
  expect((await service.from('promotion_slots').insert({ ...slot, type })).error).toBeNull()
  const price = { slot_id: slot.id, price_per_day: pricePerDay }
  expect((await service.from('slot_prices').insert(price)).error).toBeNull()
  return slot
}

type Creator = { page: Page; id: string; title: string; close: () => Promise<void> }
async function idOf(username: string): Promise<string> {
  const { data, error } = await service.from('profiles').select('id').eq('username', username).single()
  expect(error).toBeNull()
  return String(data?.id)
}

/** Gives somebody a video of their own that is nobody else's; answers its title. */
async function giveVideo(id: string, channel_title: string): Promise<string> {
  const mark = randomUUID().replaceAll('-', '').slice(0, 11)
  const title = `${channel_title}の動画 ${mark}`
  const video = {
    youtube_id: mark,
    title,
    channel_title,
    youtuber: id,
    published_at: new Date().toISOString(),
  }
  expect((await service.from('videos').insert(video)).error).toBeNull()
  return title
}

async function newCreator(name: string): Promise<Creator> {
  const phone = await browser.newContext(PHONE)
  const page = await phone.newPage()
  const person = newPerson(name)
  await signUp(page, stack.web, person)
  const id = await idOf(person.username)
  const channel = { id, ...aChannel(), channel_title: person.username }
  expect((await service.from('youtuber_profiles').insert(channel)).error).toBeNull()
  const role = { role: 'youtuber', youtuber_profile_id: id }
  expect((await service.from('profiles').update(role).eq('id', id)).error).toBeNull()
  return { page, id, title: await giveVideo(id, person.username), close: () => phone.close() }
}

async function demoCreator(): Promise<Creator> {
  const phone = await browser.newContext(PHONE)
  const page = await phone.newPage()
  await signIn(page, stack.web, { email: 'creator@mirutomo.test', password: PASSWORD })
  const id = await idOf('ひだまりシネマ')
  return { page, id, title: await giveVideo(id, 'ひだまりシネマ'), close: () => phone.close() }
}

/** Chooses the slot, the first free day and a video, up to the final confirmation. */
async function choose({ page, title }: Creator, slot: Slot): Promise<void> {
  await page.goto(`${stack.web}/youtuber/promotions/new`)
  await page.getByRole('radio', { name: slot.name }).check({ timeout: PATIENCE_MS })
  await page.locator('[data-day]:not([aria-disabled])').first().click({ timeout: PATIENCE_MS })
  await page.getByRole('radio', { name: title }).check({ timeout: PATIENCE_MS })
  await page.getByRole('button', { name: '内容を確認する' }).click()
  await page.getByRole('heading', { name: '最終確認' }).waitFor()
}
const confirm = (page: Page) => page.getByRole('button', { name: '申し込んで支払いへ進む' }).click()

async function typeCard(page: Page, number: string): Promise<void> {
  await page.getByLabel('カード番号').fill(number, { timeout: PATIENCE_MS })
  await page.getByLabel('有効期限').fill('12 / 34')
  await page.getByLabel('セキュリティコード').fill('123')
}
const payButton = (page: Page): Locator => page.getByRole('button', { name: /を支払う$/ })

async function bookingOf(slot: Slot) {
  const { data, error } = await service
    .from('slot_bookings')
    .select('*')
    .eq('slot_id', slot.id)
    .neq('status', 'cancelled')
  expect(error).toBeNull()
  return data?.[0]
}
const statusOf = async (slot: Slot): Promise<unknown> => (await bookingOf(slot))?.status
test('a creator books a slot and pays after a card was declined; then it is shown, and counted who saw it', async () => {
  const slot = await newSlot('home', 1500)
  const creator = await demoCreator()
  const { page, title } = creator
  await choose(creator, slot)
  for (const item of ['内容・数量', '料金（税込）', '支払いの時期と方法', '掲載する期間', 'キャンセルと返金'])
    await page.getByText(item, { exact: true }).waitFor()
  await page.getByText('¥10,500（¥1,500 × 7日）').waitFor()
  await confirm(page)
  await typeCard(page, '4000 0000 0000 0002')
  await payButton(page).click()
  await page
    .getByRole('alert')
    .filter({ hasText: /カード|card/ })
    .first()
    .waitFor({ timeout: PATIENCE_MS })
  expect(await page.getByLabel('カード番号').inputValue()).toContain('4000')
  expect(await statusOf(slot)).toBe('pending')

  // Later, from the list
  await page.goto(`${stack.web}/youtuber/promotions/active`)
  const item = page.locator('li[data-booking]', { hasText: slot.name })
  await item.getByRole('timer').waitFor({ timeout: PATIENCE_MS })
  await item.getByRole('button', { name: '支払う' }).click()
  await typeCard(page, '4242 4242 4242 4242')
  await payButton(page).click()
  await page.waitForURL(`${stack.web}/youtuber/dashboard?payment=success`, { timeout: PATIENCE_MS })
  await expect.poll(() => statusOf(slot), { timeout: PATIENCE_MS }).toBe('active')
  await page.goto(`${stack.web}/youtuber/promotions/active`)
  await item.getByText('予定', { exact: true }).waitFor({ timeout: PATIENCE_MS })

  // Its first day comes.
  const booking = await bookingOf(slot)
  const today = dayInJapan(Date.now())
  const moved = { start_date: today, end_date: addDays(today, 7) }
  expect((await service.from('slot_bookings').update(moved).eq('id', booking.id)).error).toBeNull()
  const shown = async (): Promise<unknown> => {
    await service.rpc('run_scheduled_work')
    return (await service.from('promotion_slots').select('booking_id').eq('id', slot.id).single()).data
      ?.booking_id
  }
  await expect.poll(shown, { timeout: PATIENCE_MS, interval: 2_000 }).toBe(booking.id)
  const visitor = await browser.newContext(PHONE)
  const home = await visitor.newPage()
  await home.goto(stack.web)
  const place = home.getByRole('complementary', { name: /^広告: ひだまりシネマ/ }).filter({ hasText: title })
  const counted = async (kind: string): Promise<number> =>
    (await service.from('promotion_events').select('*').eq('booking_id', booking.id).eq('kind', kind)).data
      ?.length ?? 0
  await place.scrollIntoViewIfNeeded({ timeout: PATIENCE_MS })
  await place.getByText('提供').waitFor()
  await expect.poll(() => counted('impression'), { timeout: PATIENCE_MS }).toBe(1)
  await place.getByRole('link').first().click()
  await home.waitForURL(/\/video\//)
  await expect.poll(() => counted('click'), { timeout: PATIENCE_MS }).toBe(1)
  await visitor.close()

  await page.goto(`${stack.web}/youtuber/promotions/active`)
  await item.getByText('掲載中', { exact: true }).waitFor({ timeout: PATIENCE_MS })
  expect(await item.locator('dd').allInnerTexts()).toEqual(['1回', '1回', '100%'])
  await creator.close()
})

test('of two who want the same days the second is told, and keeps what they chose', async () => {
  const slot = await newSlot('search', 800)
  const [first, second] = await Promise.all([newCreator('hayai'), newCreator('osoi')])
  await choose(first, slot)
  await choose(second, slot)
  await confirm(first.page)
  await first.page.getByLabel('カード番号').waitFor({ timeout: PATIENCE_MS })
  await confirm(second.page)
  await second.page.getByText('ほかの方が先にこの期間を予約しました').waitFor({ timeout: PATIENCE_MS })
  expect(await second.page.getByRole('radio', { name: slot.name }).isChecked()).toBe(true)
  expect(await second.page.getByRole('radio', { name: second.title }).isChecked()).toBe(true)
  expect((await bookingOf(slot))?.user_id).toBe(first.id)

  // The first takes it back: then the days are the second's.
  await first.page.getByRole('button', { name: '閉じる' }).click()
  await first.page.getByRole('button', { name: '取り消す' }).click()
  await first.page.getByRole('dialog').getByRole('button', { name: '取り消す' }).click()
  await first.page.waitForURL(`${stack.web}/youtuber/promotions/active`, { timeout: PATIENCE_MS })
  await second.page.getByRole('button', { name: '内容を確認する' }).click()
  await second.page.getByText('別の日を選んでください').first().waitFor()
  await choose(second, slot)
  await confirm(second.page)
  await second.page.getByLabel('カード番号').waitFor({ timeout: PATIENCE_MS })
  expect((await bookingOf(slot))?.user_id).toBe(second.id)
  await Promise.all([first.close(), second.close()])
})

test('an admin gives the money back, and the days are free again', async () => {
  const slot = await newSlot('video', 700)
  const creator = await newCreator('henkin')
  await choose(creator, slot)
  await confirm(creator.page)
  await typeCard(creator.page, '4242 4242 4242 4242')
  await payButton(creator.page).click()
  await creator.page.waitForURL(`${stack.web}/youtuber/dashboard?payment=success`, { timeout: PATIENCE_MS })
  await expect.poll(() => statusOf(slot), { timeout: PATIENCE_MS }).toBe('active')

  const admin = anonymousClient(stack)
  const signedIn = await admin.auth.signInWithPassword({ email: 'admin@mirutomo.test', password: PASSWORD })
  expect(signedIn.error).toBeNull()
  const paymentIntentId: unknown = (await bookingOf(slot))?.payment_intent_id
  const refund = { refund: true, paymentIntentId, amount: 4_900, reason: '掲載前の取り消し' }
  const refunded = await admin.functions.invoke('create-payment-intent', { body: refund })
  expect(refunded.error).toBeNull()
  await expect.poll(() => statusOf(slot), { timeout: PATIENCE_MS }).toBeUndefined()
  const today = dayInJapan(Date.now())
  const days = { slot: slot.id, from_day: today, until_day: addDays(today, 100) }
  expect((await anonymousClient(stack).rpc('taken_dates', days)).data).toEqual([])
  await creator.page.goto(`${stack.web}/youtuber/promotions/active`)
  const item = creator.page.locator('li[data-booking]', { hasText: slot.name })
  await item.getByText('返金 ¥4,900').waitFor({ timeout: PATIENCE_MS })
  await creator.close()
})

test('an address that says it is paid claims nothing', async () => {
  const slot = await newSlot('home', 500)
  const creator = await newCreator('uso')
  await choose(creator, slot)
  await confirm(creator.page)
  await creator.page.getByLabel('カード番号').waitFor({ timeout: PATIENCE_MS })
  await creator.page.goto(`${stack.web}/youtuber/dashboard?payment=success`)
  await creator.page.getByText('支払いを確認しています').waitFor({ timeout: PATIENCE_MS })
  expect(await creator.page.getByText('支払いを確認しました').count()).toBe(0)
  expect(await statusOf(slot)).toBe('pending')
  await creator.page.goto(`${stack.web}/youtuber/promotions/active?payment=success`)
  const item = creator.page.locator('li[data-booking]', { hasText: slot.name })
  await item.getByText('支払い待ち', { exact: true }).waitFor({ timeout: PATIENCE_MS })
  await creator.close()
})

test('who tampers with the price by hand is refused', async () => {
  const slot = await newSlot('home', 1_000)
  const client = anonymousClient(stack)
  const { data } = await client.auth.signUp({
    email: `${randomUUID()}@example.com`,
    password: 'nebiki-shitai',
  })
  const id = String(data.user?.id)
  const channel = { id, ...aChannel(), channel_title: 'x' }
  expect((await service.from('youtuber_profiles').insert(channel)).error).toBeNull()
  const title = await giveVideo(id, 'x')
  const { data: video } = await service.from('videos').select('id').eq('title', title).single()
  const wanted = { slot: slot.id, video: video?.id, starts: addDays(dayInJapan(Date.now()), 2), days: 7 }
  const booked = await client.rpc('book_slot', wanted)
  expect(booked.data).toMatchObject({ amount_paid: 7_000, status: 'pending' })
  const booking = String((booked.data as { id: unknown }).id)

  for (const { error } of await Promise.all([
    client.from('slot_bookings').update({ amount_paid: 1 }).eq('id', booking),
    client.from('slot_bookings').update({ status: 'active', payment_status: 'succeeded' }).eq('id', booking),
    client.from('slot_prices').update({ price_per_day: 50 }).eq('slot_id', slot.id),
    client.rpc('begin_booking_payment', { booking, person: id, amount: 1, intent: 'pi_x' }),
  ]))
    expect(error).not.toBeNull()
  const asked = {
    amount: 1,
    currency: 'jpy',
    type: 'promotion',
    bookingId: booking,
    description: '',
    metadata: {},
  }
  const { error } = await client.functions.invoke('create-payment-intent', { body: asked })
  expect(error).toBeInstanceOf(FunctionsHttpError)
  expect(await bookingOf(slot)).toMatchObject({
    amount_paid: 7_000,
    status: 'pending',
    payment_status: 'pending',
  })
})

test.each(['light', 'dark'] as const)(
  'in the %s theme the screens of a booking can be used by everybody, and say without a connection what they need',
  async (theme) => {
    const slot = await newSlot('video', 600)
    const creator = await newCreator('miyasui')
    const { page } = creator
    await page.evaluate((value) => {
      localStorage.setItem('theme', value)
      return navigator.serviceWorker.ready
    }, theme)
    await page.goto(`${stack.web}/youtuber/promotions/active`)
    await page.getByText('まだ予約がありません').waitFor({ timeout: PATIENCE_MS })
    expect(await violations(page)).toBe('')
    await page.getByRole('link', { name: '枠を予約する' }).click()
    await page.getByRole('radio', { name: slot.name }).check({ timeout: PATIENCE_MS })
    await page.getByRole('radio', { name: creator.title }).check({ timeout: PATIENCE_MS })
    await page
      .locator('[data-day]:not([aria-disabled])')
      .first()
      .press('ArrowRight', { timeout: PATIENCE_MS })
    await page.keyboard.press('Enter')
    expect(await violations(page)).toBe('')

    // The device knows a creator by now
    const known = page.getByRole('contentinfo').getByRole('link', { name: 'ダッシュボード' })
    await known.waitFor({ state: 'attached', timeout: PATIENCE_MS })
    await page.context().setOffline(true)
    await page.getByText('予約には接続が必要です').waitFor({ timeout: PATIENCE_MS })
    expect(await page.getByRole('button', { name: '内容を確認する' }).isDisabled()).toBe(true)
    expect(await violations(page)).toBe('')
    // What was chosen is there again, after a reload without a connection too
    await page.reload()
    await page.getByText('予約には接続が必要です').waitFor({ timeout: PATIENCE_MS })
    await page.context().setOffline(false)
    expect(await page.getByRole('radio', { name: slot.name }).isChecked({ timeout: PATIENCE_MS })).toBe(true)
    await page.getByRole('button', { name: '内容を確認する' }).and(page.locator(':enabled')).click()
    await page.getByRole('heading', { name: '最終確認' }).waitFor()
    expect(await violations(page)).toBe('')
    await confirm(page)
    await page.getByLabel('カード番号').waitFor({ timeout: PATIENCE_MS })
    expect(await violations(page)).toBe('')
    await page.getByRole('button', { name: '閉じる' }).click()
    await page.goto(`${stack.web}/youtuber/promotions/active`)
    await page.getByRole('timer').waitFor({ timeout: PATIENCE_MS })
    expect(await violations(page)).toBe('')
    await creator.close()
  },
)
