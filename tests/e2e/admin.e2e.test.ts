import { randomUUID } from 'node:crypto'
import type { Browser, Page } from 'playwright-core'
import { afterAll, beforeAll, expect, inject, test } from 'vitest'
import { launchBrowser } from '../support/browser.ts'
import { randomPhoneNumber } from '../support/checked-age.ts'
import { signUpAdult, type Member } from '../support/member.ts'
import { codeOf } from '../support/second-factor.ts'
import { serviceClient } from '../support/session.ts'
import { newPerson, onServer, signIn, signUp, type Person } from './people.ts'
import { LAPTOP, PHONE } from './devices.ts'
import { PATIENCE_MS } from './patience.ts'

const stack = inject('stack')
const JOURNEY_MS = 300_000
/** One white pixel. */
const PNG = Buffer.from(
  'iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAIAAACQd1PeAAAADElEQVR4nGP4//8/AAX+Av4N70a4AAAAAElFTkSuQmCC',
  'base64',
)

let browser: Browser
beforeAll(async () => {
  browser = await launchBrowser()
})
afterAll(() => browser.close())

const service = serviceClient(stack)

async function idOf({ username }: Person): Promise<string> {
  const { data, error } = await service.from('profiles').select('id').eq('username', username).single()
  expect(error).toBeNull()
  return String(data?.id)
}

/** Somebody who wants level 3 and has handed in a document. */
async function applicant(): Promise<Member & { username: string }> {
  const member = await signUpAdult(stack)
  const path = `${member.id}/licence.png`
  const username = `申請者${Date.now() % 1e6}`
  const steps = [
    await service.from('profiles').update({ username }).eq('id', member.id),
    await service.rpc('record_phone_verification', {
      person: member.id,
      phone: randomPhoneNumber(),
      provider: 'firebase',
      provider_id: randomUUID(),
    }),
    await service.storage.from('verification').upload(path, new Blob([PNG], { type: 'image/png' })),
    await member.client.rpc('request_id_verification', { path, shown_birth_date: '1991-02-03' }),
  ]
  for (const { error } of steps) expect(error).toBeNull()
  return { ...member, username }
}

/** On /settings: turns the second factor on with an authenticator app. */
async function turnOnSecondFactor(page: Page): Promise<void> {
  await page.getByRole('button', { name: '2段階認証をオンにする' }).click({ timeout: PATIENCE_MS })
  const dialog = page.getByRole('dialog')
  await dialog.getByRole('button', { name: '次へ' }).click()
  const secret = await dialog.locator('code').textContent({ timeout: PATIENCE_MS })
  await dialog.getByRole('textbox').fill(codeOf(String(secret).replaceAll(' ', '')))
  await dialog.getByRole('button', { name: 'オンにする' }).click()
  await dialog.waitFor({ state: 'detached', timeout: PATIENCE_MS })
}

const menuEntry = (page: Page, name: string) => page.locator('footer').getByRole('link', { name })
const giveReason = async (page: Page, reason: string, confirm: string): Promise<void> => {
  const dialog = page.getByRole('dialog')
  await dialog.getByLabel('理由').fill(reason)
  await dialog.getByRole('button', { name: confirm }).click()
  await dialog.waitFor({ state: 'detached', timeout: PATIENCE_MS })
}

test(
  'an admin suspends somebody, who writes nothing until it is lifted; decides on a document and a report; and the log tells of it',
  { timeout: JOURNEY_MS },
  async () => {
    const [phone, laptop] = [await browser.newContext(PHONE), await browser.newContext(LAPTOP)]
    const [page, office] = [await phone.newPage(), await laptop.newPage()]
    const [person, boss] = [newPerson('teishi'), newPerson('kanri')]
    await signUp(page, stack.web, person)
    await signUp(office, stack.web, boss)
    const [personId, bossId, asking] = [await idOf(person), await idOf(boss), await applicant()]
    const reported = await service
      .from('reports')
      .insert({ reporter_id: asking.id, reported_id: personId, reason: 'spam', body: `宣伝 ${personId}` })
    expect(reported.error).toBeNull()

    // Somebody becomes an admin: their devices hear of it, and the menu shows what is theirs.
    expect(await menuEntry(office, 'ユーザー管理').count()).toBe(0)
    expect((await service.from('profiles').update({ role: 'admin' }).eq('id', bossId)).error).toBeNull()
    await menuEntry(office, 'ユーザー管理').click({ timeout: PATIENCE_MS })
    await office.waitForURL(`${stack.web}/admin/users`)

    // A password alone makes nobody an admin: they are led to a second factor.
    await office
      .getByRole('heading', { name: '管理には2段階認証が必要です' })
      .waitFor({ timeout: PATIENCE_MS })
    await office.getByRole('link', { name: '設定を開く' }).click()
    await turnOnSecondFactor(office)
    await menuEntry(office, 'ユーザー管理').click({ timeout: PATIENCE_MS })

    await office.getByRole('searchbox', { name: '名前・メールアドレス・ID' }).fill(person.email)
    await office.getByRole('button', { name: '検索', exact: true }).last().click()
    await office.getByRole('button', { name: `${person.username}さんを停止` }).click({ timeout: PATIENCE_MS })
    await giveReason(office, '宣伝の繰り返し', '停止する')
    await office.getByText('停止中', { exact: true }).waitFor({ timeout: PATIENCE_MS })

    // The person sees why, and what they write stays on the device.
    await page.getByText('理由: 宣伝の繰り返し').waitFor({ timeout: PATIENCE_MS })
    const { data: video } = await service
      .from('videos')
      .select('youtube_id')
      .order('rating_count', { ascending: false })
      .limit(1)
      .single()
    await page.goto(`${stack.web}/video/${String(video?.youtube_id)}`)
    await page.getByText('理由: 宣伝の繰り返し').waitFor({ timeout: PATIENCE_MS })
    await page
      .locator('main')
      .getByRole('button', { name: 'お気に入り' })
      .first()
      .click({ timeout: PATIENCE_MS })
    await page.locator('main [data-sync="attention"]').first().waitFor({ timeout: PATIENCE_MS })
    await page.goto(`${stack.web}/profile/sync`)
    await page
      .getByText('アカウントの利用が停止されているため、保存できませんでした。')
      .first()
      .waitFor({ timeout: PATIENCE_MS })
    expect((await onServer(stack, personId)).favorites).toEqual([])

    // An admin lifts it, and what waited on the device goes when the person says so.
    await office.getByRole('button', { name: `${person.username}さんの停止を解除` }).click()
    await page
      .getByText('アカウントの利用が停止されています')
      .waitFor({ state: 'detached', timeout: PATIENCE_MS })
    await page
      .getByRole('button', { name: /^もう一度/ })
      .first()
      .click({ timeout: PATIENCE_MS })
    await expect
      .poll(async () => (await onServer(stack, personId)).favorites.length, { timeout: PATIENCE_MS })
      .toBe(1)

    // The document is seen before it is decided on, and gone afterwards.
    await office.goto(`${stack.web}/admin/verification`)
    await office
      .getByRole('button', { name: `${asking.username}さんの書類を確認する` })
      .click({ timeout: PATIENCE_MS })
    await office
      .getByRole('img', { name: `${asking.username}さんの本人確認書類` })
      .waitFor({ timeout: PATIENCE_MS })
    const dialog = office.getByRole('dialog')
    await dialog
      .getByText('プロフィールの生年月日（1990/01/01）と違います。承認すると訂正されます。')
      .waitFor()
    await dialog.getByRole('button', { name: '承認する' }).click()
    await dialog.getByRole('button', { name: '承認する' }).click()
    await dialog.waitFor({ state: 'detached', timeout: PATIENCE_MS })
    const level = await service
      .from('user_verification')
      .select('verification_level')
      .eq('user_id', asking.id)
      .single()
    expect(level.data).toEqual({ verification_level: 3 })
    const told = await service.from('profile_private').select('birth_date').eq('user_id', asking.id).single()
    expect(told.data).toEqual({ birth_date: '1991-02-03' })
    expect((await service.storage.from('verification').list(asking.id)).data).toEqual([])

    // The report.
    await office.goto(`${stack.web}/admin/reports`)
    const card = office.locator('main li', { hasText: `宣伝 ${personId}` })
    await card.getByRole('button', { name: '対応済みにする' }).click({ timeout: PATIENCE_MS })
    await giveReason(office, '停止して注意した', '対応済みにする')
    await card.waitFor({ state: 'detached', timeout: PATIENCE_MS })
    const report = await service.from('reports').select('status').eq('reported_id', personId).single()
    expect(report.data).toEqual({ status: 'resolved' })

    // All of it is written down, on a phone as well.
    await office.setViewportSize(PHONE.viewport)
    await office.goto(`${stack.web}/admin/log`)
    const rows = office.getByRole('row').filter({ hasText: boss.username })
    for (const [act, of] of [
      ['利用停止', person.username],
      ['停止の解除', person.username],
      ['書類の閲覧', asking.username],
      ['本人確認の判断', asking.username],
      ['通報の判断', person.username],
    ] as const)
      await rows.filter({ hasText: act }).filter({ hasText: of }).waitFor({ timeout: PATIENCE_MS })
    await phone.close()
    await laptop.close()
  },
)

test('a member who types /admin goes home, a visitor to log in', { timeout: JOURNEY_MS }, async () => {
  const context = await browser.newContext(LAPTOP)
  const page = await context.newPage()
  await page.goto(`${stack.web}/admin/users`)
  await page.waitForURL(`${stack.web}/login?from=${encodeURIComponent('/admin/users')}`, {
    timeout: PATIENCE_MS,
  })
  await signIn(page, stack.web, { email: 'viewer@mirutomo.test', password: 'mirutomo-demo' })
  for (const path of ['/admin', '/admin/users', '/admin/promotion']) {
    await page.goto(stack.web + path)
    await page.waitForURL(`${stack.web}/`, { timeout: PATIENCE_MS })
  }
  expect(await menuEntry(page, 'ユーザー管理').count()).toBe(0)
  await context.close()
})

test(
  'an admin stops an event that somebody holds, and the log tells of it',
  { timeout: JOURNEY_MS },
  async () => {
    const holder = await signUpAdult(stack)
    const event = randomUUID()
    const title = `危ない集まり${Date.now() % 1e6}`
    const inHours = (hours: number): string => new Date(Date.now() + hours * 3_600_000).toISOString()
    const { error } = await holder.client.rpc('save_event', {
      event,
      title,
      description: '',
      starts_at: inHours(24),
      ends_at: inHours(26),
      is_online: false,
      place: '渋谷',
      url: '',
      capacity: 5,
    })
    expect(error).toBeNull()
    const laptop = await browser.newContext(LAPTOP)
    const office = await laptop.newPage()
    await signIn(office, stack.web, { email: 'admin@mirutomo.test', password: 'mirutomo-demo' })
    await office.goto(`${stack.web}/events/${event}`)
    await office.getByRole('button', { name: '管理者として中止する' }).click({ timeout: PATIENCE_MS })
    await giveReason(office, '危険な内容のため', '中止する')
    await office.getByText('このイベントは中止になりました。').first().waitFor({ timeout: PATIENCE_MS })
    await office.getByRole('button', { name: '管理者として中止する' }).waitFor({ state: 'detached' })
    await office.goto(`${stack.web}/admin/log`)
    const entry = office.getByRole('row').filter({ hasText: title })
    await entry.filter({ hasText: 'イベントの中止' }).filter({ hasText: '危険な内容のため' }).waitFor()
    const { data } = await holder.client
      .from('notifications')
      .select('message')
      .eq('link', `/events/${event}`)
    expect(data).toEqual([{ message: '理由: 危険な内容のため' }])
    await laptop.close()
  },
)
