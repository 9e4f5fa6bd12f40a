import { randomBytes } from 'node:crypto'
import type { Page } from 'playwright-core'
import { expect } from 'vitest'
import { checkedAge } from '../support/checked-age.ts'
import { serviceClient } from '../support/session.ts'
import type { StackContext } from '../support/stack-context.ts'

export type Person = { email: string; password: string; username: string }

/** Of the seed; no journey signs in as her. */
const ACQUAINTANCE = 'あおい'

/** A person nobody else is, in no other journey either. */
export function newPerson(name: string): Person {
  const mark = randomBytes(5).toString('hex')
  return {
    email: `${name}.${mark}@example.com`,
    password: 'densha-de-hyouka',
    username: `${name}x${mark}`,
  }
}

export async function signUp(page: Page, web: string, person: Person): Promise<void> {
  await page.goto(`${web}/signup`)
  await page.getByLabel('ユーザー名').fill(person.username)
  await page.getByLabel('メールアドレス').fill(person.email)
  await page.getByLabel('パスワード', { exact: true }).fill(person.password)
  await page.getByRole('button', { name: '登録する' }).click()
  await page.waitForURL(`${web}/`)
}

/** Waits until the worker has everything, and has it bring the page: what the first one still lacked of its code would have it loaded anew in the tunnel, in the middle of what follows. */
export async function arriveWhole(page: Page): Promise<void> {
  await page.evaluate(() => navigator.serviceWorker.ready)
  await page.reload()
}

export async function signIn(
  page: Page,
  web: string,
  person: Pick<Person, 'email' | 'password'>,
): Promise<void> {
  await page.goto(`${web}/login`)
  await page.getByLabel('メールアドレス').fill(person.email)
  await page.getByLabel('パスワード', { exact: true }).fill(person.password)
  await page.getByRole('button', { name: 'ログインする' }).click()
  await page.waitForURL(`${web}/`)
}

/** What the server holds of a person, asked with the service key. */
export async function onServer(stack: StackContext, userId: string) {
  const client = serviceClient(stack)
  const [ratings, favorites, messages, reads] = await Promise.all([
    client.from('video_ratings').select('*').eq('user_id', userId),
    client.from('favorites').select('*').eq('user_id', userId).eq('is_favorite', true),
    client.from('messages').select('*').eq('sender_id', userId).order('seq'),
    client.from('notifications').select('id,is_read').eq('user_id', userId).eq('is_read', true),
  ])
  for (const { error } of [ratings, favorites, messages, reads]) expect(error).toBeNull()
  return {
    ratings: ratings.data ?? [],
    favorites: favorites.data ?? [],
    messages: messages.data ?? [],
    reads: reads.data ?? [],
  }
}

/** Only adults whose age was checked write to each other as often as they like. */
export async function becomeAdult(stack: StackContext, userId: string): Promise<void> {
  const client = serviceClient(stack)
  const told = await client.from('profile_private').update({ birth_date: '1990-01-01' }).eq('user_id', userId)
  expect(told.error).toBeNull()
  const checked = await client.from('user_verification').insert(checkedAge(userId))
  expect(checked.error).toBeNull()
}

/** Gives a new adult somebody to write to and something to read. */
export async function makeAcquaintance(
  stack: StackContext,
  person: Person,
): Promise<{ userId: string; conversationId: string; notificationId: string }> {
  const client = serviceClient(stack)
  const { data: own, error } = await client
    .from('profiles')
    .select('id')
    .eq('username', person.username)
    .single()
  expect(error).toBeNull()
  await becomeAdult(stack, String(own?.id))
  const friend = await client.from('profiles').select('id').eq('username', ACQUAINTANCE).single()
  expect(friend.error).toBeNull()
  const [user1_id, user2_id] = [String(own?.id), String(friend.data?.id)].toSorted()
  const conversation = await client.from('conversations').insert({ user1_id, user2_id }).select('id').single()
  expect(conversation.error).toBeNull()
  const notification = await client
    .from('notifications')
    .insert({
      user_id: own?.id,
      type: 'system',
      title: 'ようこそ、ミルトモへ',
      message: '評価してみましょう。',
      priority: 'high',
    })
    .select('id')
    .single()
  expect(notification.error).toBeNull()
  return {
    userId: String(own?.id),
    conversationId: String(conversation.data?.id),
    notificationId: String(notification.data?.id),
  }
}
