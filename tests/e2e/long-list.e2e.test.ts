import pg from 'pg'
import type { Browser, Page } from 'playwright-core'
import { afterAll, beforeAll, expect, inject, test } from 'vitest'
import { launchBrowser } from '../support/browser.ts'
import { serviceClient } from '../support/session.ts'
import { newPerson, signUp } from './people.ts'

const stack = inject('stack')
const FAVORITES = 400
const MAX_NODES = 2_000

let browser: Browser
beforeAll(async () => {
  browser = await launchBrowser()
})
afterAll(() => browser.close())

async function addFavorites(username: string): Promise<void> {
  const client = serviceClient(stack)
  const who = await client.from('profiles').select('id').eq('username', username).single()
  const videos = await client.from('videos').select('id').order('id').limit(FAVORITES)
  if (who.error) throw who.error
  if (videos.error) throw videos.error
  // Others have a hundred at most
  const premium = await client.from('profiles').update({ is_premium: true }).eq('id', who.data.id)
  if (premium.error) throw premium.error
  const now = Date.now()
  const rows = videos.data.map(({ id }, index) => ({
    user_id: who.data.id,
    video_id: id,
    edited_at: now - index * 1_000,
  }))
  const { error } = await client.from('favorites').insert(rows)
  if (error) throw error
}

/** The first item that begins below the header: its place in the list, and on the screen, px. */
const firstSeen = (page: Page) =>
  page.evaluate(() => {
    const items = [...document.querySelectorAll('[role="listitem"]')]
    const seen = items.find((item) => item.getBoundingClientRect().top >= 60)
    return {
      place: Number(seen?.getAttribute('aria-posinset')),
      top: Math.round(seen?.getBoundingClientRect().top ?? Number.NaN),
    }
  })
/**
 * Opens the item without moving the list. Hazard: while a list scrolls no pointer reaches it, and Playwright
 * scrolls to where one might.
 */
async function open(page: Page, place: number): Promise<void> {
  await page
    .locator(`[aria-posinset="${place}"] a:visible`)
    .first()
    .evaluate((link) => {
      if (link instanceof HTMLElement) link.focus({ preventScroll: true })
    })
  await page.keyboard.press('Enter')
}
const focusedPlace = (page: Page) =>
  page.evaluate(() =>
    Number(document.activeElement?.closest('[role="listitem"]')?.getAttribute('aria-posinset')),
  )

test.each([
  ['a phone', { width: 390, height: 844 }],
  ['a computer', { width: 1280, height: 800 }],
])('hundreds of favourites on %s stay few nodes, and are left and found again', async (_, viewport) => {
  const context = await browser.newContext({ viewport, locale: 'ja-JP', reducedMotion: 'reduce' })
  const page = await context.newPage()
  const person = newPerson('takusan')
  await signUp(page, stack.web, person)
  await addFavorites(person.username)
  await page.goto(`${stack.web}/favorites`)
  await page.locator(`[role="listitem"][aria-setsize="${FAVORITES}"] a`).first().waitFor()
  // Until the device knows that this is a premium member, the header is higher
  await page.getByText(`${FAVORITES}件`, { exact: true }).waitFor()
  const nodes = () => page.evaluate(() => document.querySelectorAll('*').length)
  expect(await nodes()).toBeLessThan(MAX_NODES)

  await page.evaluate(() => scrollTo(0, 6_000))
  await expect.poll(async () => (await firstSeen(page)).place).toBeGreaterThan(30)
  expect(await nodes()).toBeLessThan(MAX_NODES)
  const left = await firstSeen(page)
  await open(page, left.place)
  await page.waitForURL(/\/video\//)
  await expect.poll(() => page.locator('[role="listitem"][aria-setsize]').count()).toBe(0)
  await page.goBack()
  await expect.poll(() => firstSeen(page)).toEqual(left)

  await page.locator(`[aria-posinset="${left.place}"] article a`).first().focus()
  // Two stops an item, through more than is in the document at once; what comes into it takes a frame
  for (let step = 0; step < 100; step++) {
    await page.keyboard.press('Tab')
    await page.evaluate(() => new Promise((resolve) => requestAnimationFrame(() => setTimeout(resolve))))
  }
  await expect.poll(() => focusedPlace(page)).toBe(left.place + 50)

  // The end is read on the way to it
  const toEnd = () => page.evaluate(() => scrollTo(0, document.documentElement.scrollHeight))
  const last = page.locator(`[aria-posinset="${FAVORITES}"]`)
  await expect.poll(() => toEnd().then(() => last.count())).toBe(1)
  expect(await nodes()).toBeLessThan(MAX_NODES)
  await toEnd()
  const end = await firstSeen(page)
  await page.reload()
  await expect.poll(() => firstSeen(page)).toEqual(end)
  await context.close()
})

const CONVERSATIONS = 150

/** As many people as it takes, each in a conversation with this one. */
async function addConversations(username: string): Promise<void> {
  const client = new pg.Client(stack.db)
  await client.connect()
  await client.query(
    `insert into auth.users (id, email, raw_user_meta_data)
     select gen_random_uuid(), $1 || n || '@example.com', jsonb_build_object('username', $1 || n)
     from generate_series(1, ${CONVERSATIONS}) as n`,
    [username],
  )
  await client.query(
    `insert into public.conversations (user1_id, user2_id)
     select least(own.id, other.id), greatest(own.id, other.id)
     from public.profiles as own, public.profiles as other
     where own.username = $1 and other.username like $1 || '_%'`,
    [username],
  )
  await client.end()
}

test('hundreds of conversations on a phone stay few nodes, and are left and found again', async () => {
  const context = await browser.newContext({ viewport: { width: 390, height: 844 }, locale: 'ja-JP' })
  const page = await context.newPage()
  const person = newPerson('oshaberi')
  await signUp(page, stack.web, person)
  await addConversations(person.username)
  await page.goto(`${stack.web}/messages`)
  await page.locator(`[role="listitem"][aria-setsize="${CONVERSATIONS}"] a`).first().waitFor()
  await page
    .locator('main section')
    .first()
    .evaluate((list) => list.scrollTo(0, 4_000))
  await expect.poll(async () => (await firstSeen(page)).place).toBeGreaterThan(30)
  expect(await page.locator('[role="listitem"]').count()).toBeLessThan(50)
  const left = await firstSeen(page)
  await open(page, left.place)
  await page.waitForURL(/\/messages\/.+/)
  await page.getByLabel('メッセージを入力').waitFor()
  expect(await page.locator('[role="listitem"]:visible').count()).toBe(0)
  await page.goBack()
  await page.locator(`[aria-posinset="${left.place}"]:visible`).waitFor()
  expect(await firstSeen(page)).toEqual(left)
  await context.close()
})
