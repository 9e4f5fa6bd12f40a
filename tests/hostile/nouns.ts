import type { Locator, Page } from 'playwright-core'
import { SCORE_NAMES } from '../../src/domain/rating.ts'
import { PRESENCE_SETTING } from '../../src/domain/presence.ts'
import { ADDRESSES } from '../support/addresses.ts'
import { signUpAdult } from '../support/member.ts'
import { serviceClient } from '../support/session.ts'
import type { StackContext } from '../support/stack-context.ts'
import type { Device, Traveller } from './device.ts'

const { example: VIDEO } = ADDRESSES['/video/$videoId']
export const COMMENT = '改札の前で書きました。最後まで飽きません🚃'
export const MESSAGE = '電車の中から書いています'

/** What a person does about one noun, with no network, and what the server then holds of it. */
export type Noun = {
  noun: string
  place: (traveller: Traveller) => string
  /** What others have done before. */
  given?: (stack: StackContext, traveller: Traveller) => Promise<void>
  /** Is on that screen before the network goes: what it is about has come. */
  ready?: (page: Page) => Locator
  /** On that screen. */
  act: (device: Device) => Promise<void>
  /** On which screen the outcome has its badge, if on another. */
  badgeAt?: string
  /** What bears `data-sync` there; undefined where nothing does. */
  badge?: string
  /** The rows of the server that say it, by service key. */
  rows: (stack: StackContext, traveller: Traveller) => Promise<unknown>
  expected: unknown
}

/** A button by its name, translated or not. */
const button = (page: Page, name: string): Locator =>
  page.getByRole('button', { name: new RegExp(`^‹?${name}›?$`) })

export async function rate(page: Page): Promise<void> {
  const overall = page.getByRole('radiogroup', { name: SCORE_NAMES.overall, exact: true })
  await overall.locator('input[value="4"]').press('Space')
  await page.locator('#rating[data-sync]').waitFor()
}

export async function review(page: Page): Promise<void> {
  await rate(page)
  await page.locator('#rating textarea').fill(COMMENT)
  await page.locator('#rating button[type="submit"]').click()
  await page.locator('#rating[data-sync="local"]').waitFor()
}

export async function makeFavorite(page: Page): Promise<void> {
  await page.locator('main').getByRole('button', { name: 'お気に入り' }).first().click()
  await page.locator('main [data-sync="local"]').getByRole('button', { pressed: true }).first().waitFor()
}

export async function write(page: Page): Promise<void> {
  const field = page.locator('main textarea')
  await field.fill(MESSAGE)
  await field.press('Enter')
  await page.locator('li[data-message][data-sync="local"]', { hasText: MESSAGE }).waitFor()
}

export async function readNotification(page: Page): Promise<void> {
  await page.getByRole('button', { name: /^既読にする: ようこそ/ }).click()
  await page.locator('li[data-notification][data-sync="local"]').waitFor()
}

const conversation = ({ conversationId }: Traveller): string => `/messages/${conversationId}`

async function openMenu(page: Page): Promise<void> {
  await page
    .getByRole('button', { name: /さんへの操作$/ })
    .first()
    .click()
}

const table = (stack: StackContext, name: string, columns: string) =>
  serviceClient(stack).from(name).select(columns)

export const NOUNS: readonly Noun[] = [
  {
    noun: 'a rating',
    place: () => VIDEO,
    act: ({ page }) => rate(page),
    badge: '#rating',
    rows: async (stack, { userId }) =>
      (await table(stack, 'video_ratings', 'overall').eq('user_id', userId)).data,
    expected: [{ overall: 4 }],
  },
  {
    noun: 'a review',
    place: () => VIDEO,
    act: ({ page }) => review(page),
    badge: '#rating',
    rows: async (stack, { userId }) =>
      (await table(stack, 'video_ratings', 'comment').eq('user_id', userId)).data,
    expected: [{ comment: COMMENT }],
  },
  {
    noun: 'a favourite',
    place: () => VIDEO,
    act: ({ page }) => makeFavorite(page),
    badgeAt: '/favorites',
    badge: 'main li',
    rows: async (stack, { userId }) =>
      (await table(stack, 'favorites', 'is_favorite').eq('user_id', userId)).data,
    expected: [{ is_favorite: true }],
  },
  {
    noun: 'a view in the history',
    place: () => '/',
    act: async ({ page, host }) => {
      await page.goto(host.web + VIDEO)
      await page.locator('main h1').waitFor()
    },
    badgeAt: '/profile/history',
    badge: 'main [data-sync]',
    rows: async (stack, { userId }) =>
      (await table(stack, 'history', 'is_deleted').eq('user_id', userId)).data,
    expected: [{ is_deleted: false }],
  },
  {
    noun: 'a message',
    place: conversation,
    act: ({ page }) => write(page),
    badge: 'li[data-message]',
    rows: async (stack, { userId }) => (await table(stack, 'messages', 'body').eq('sender_id', userId)).data,
    expected: [{ body: MESSAGE }],
  },
  {
    noun: 'a notification that is read',
    place: () => '/profile/notifications',
    ready: (page) => page.locator('li[data-notification]'),
    act: ({ page }) => readNotification(page),
    badge: 'li[data-notification]',
    rows: async (stack, { notificationId }) =>
      (await table(stack, 'notifications', 'is_read').eq('id', notificationId)).data,
    expected: [{ is_read: true }],
  },
  {
    noun: 'a setting',
    place: () => '/profile/settings',
    act: async ({ page }) => {
      await page.getByRole('radio', { name: '取り込み中' }).check()
      await page.locator('main [data-sync="local"]').first().waitFor()
    },
    badge: 'main [data-sync]',
    rows: async (stack, { userId }) =>
      (await table(stack, 'settings', 'value').eq('user_id', userId).eq('name', PRESENCE_SETTING)).data,
    expected: [{ value: 'busy' }],
  },
  {
    noun: 'a block',
    place: conversation,
    act: async ({ page, host }) => {
      await openMenu(page)
      await button(page, 'ブロック').click()
      await button(page, 'ブロックする').click()
      await page.waitForURL(`${host.web}/messages`)
    },
    badgeAt: '/profile/blocked',
    badge: 'main li',
    rows: async (stack, { userId }) =>
      (await table(stack, 'blocks', 'blocker_id').eq('blocker_id', userId)).data?.length,
    expected: 1,
  },
  {
    noun: 'a report',
    place: conversation,
    act: async ({ page }) => {
      await openMenu(page)
      await button(page, '通報').click()
      const dialog = page.getByRole('dialog')
      await dialog.locator('input[type="radio"][value="spam"]').check()
      await dialog.locator('textarea').fill(COMMENT)
      await button(page, '通報する').click()
      await dialog.waitFor({ state: 'detached' })
    },
    rows: async (stack, { userId }) =>
      (await table(stack, 'reports', 'reason,body').eq('reporter_id', userId)).data,
    expected: [{ reason: 'spam', body: COMMENT }],
  },
  {
    noun: 'the answer to a request for a connection',
    given: async (stack, { userId }) => {
      const asker = await signUpAdult(stack)
      const service = serviceClient(stack)
      const steps = [
        await service.from('profiles').update({ is_premium: true }).eq('id', asker.id),
        await service
          .from('connections')
          .insert({ user_id: userId, connected_user_id: asker.id, status: 'pending' }),
      ]
      for (const { error } of steps) if (error) throw error
    },
    place: () => '/matching',
    ready: (page) => button(page, '承認'),
    act: async ({ page }) => {
      await button(page, '承認').click()
      await page.locator('main section[data-sync="local"]').waitFor()
    },
    rows: async (stack, { userId }) =>
      (await table(stack, 'connections', 'status').eq('user_id', userId)).data,
    expected: [{ status: 'connected' }],
  },
]
