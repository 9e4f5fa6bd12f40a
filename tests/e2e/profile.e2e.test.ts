import type { Browser, Page } from 'playwright-core'
import { afterAll, beforeAll, expect, inject, test } from 'vitest'
import { launchBrowser } from '../support/browser.ts'
import { serviceClient } from '../support/session.ts'
import { newPerson, signUp } from './people.ts'
import { LAPTOP, PHONE } from './devices.ts'
import { PATIENCE_MS } from './patience.ts'

const stack = inject('stack')
const JOURNEY_MS = 180_000
/** What a camera writes beside the picture. */
const PLACE = 'Exif-35.6812N-139.7671E'

let browser: Browser
beforeAll(async () => {
  browser = await launchBrowser()
})
afterAll(() => browser.close())

/** A photograph, wider than high, that says where it was taken. */
async function photograph(page: Page): Promise<Buffer> {
  const drawn = await page.evaluate(async () => {
    const canvas = document.createElement('canvas')
    canvas.width = 1600
    canvas.height = 900
    const context = canvas.getContext('2d')
    if (context) {
      context.fillStyle = '#369'
      context.fillRect(0, 0, 1600, 900)
    }
    return canvas.toDataURL('image/jpeg').split(',')[1] ?? ''
  })
  const bytes = Buffer.from(drawn, 'base64')
  const note = Buffer.from(`Exif\0\0${PLACE}`)
  const length = Buffer.alloc(2)
  length.writeUInt16BE(note.length + 2)
  return Buffer.concat([bytes.subarray(0, 2), Buffer.from([0xff, 0xe1]), length, note, bytes.subarray(2)])
}

/** Loaded, not only in the page. */
const loadedPicture = (page: Page) =>
  page.waitForFunction(
    () =>
      [...document.querySelectorAll('main img')]
        .find(
          (image) =>
            image instanceof HTMLImageElement && image.src.includes('/avatars/') && image.naturalWidth > 0,
        )
        ?.getAttribute('src'),
    undefined,
    { timeout: PATIENCE_MS },
  )

test(
  'a picture is cut by the keyboard, leaves its camera’s notes behind, and is seen by another, who may block',
  { timeout: JOURNEY_MS },
  async () => {
    const service = serviceClient(stack)
    const [phone, laptop] = [await browser.newContext(PHONE), await browser.newContext(LAPTOP)]
    const [person, other] = [newPerson('picture'), newPerson('onlooker')]
    const page = await phone.newPage()
    await signUp(page, stack.web, person)
    await page.goto(`${stack.web}/profile`)
    await page
      .getByRole('button', { name: 'プロフィール写真を変更' })
      .press('Enter', { timeout: PATIENCE_MS })
    await page.locator('input[type=file]').setInputFiles({
      name: 'IMG_0001.jpg',
      mimeType: 'image/jpeg',
      buffer: await photograph(page),
    })
    const area = page.getByRole('application')
    await area.press('+')
    await area.press('ArrowLeft')
    await page.getByRole('button', { name: 'この写真にする' }).press('Enter')
    const address = String(await (await loadedPicture(page)).jsonValue())
    // Closed, and the focus is back
    await page.waitForFunction(
      (name) => document.activeElement?.getAttribute('aria-label') === name,
      'プロフィール写真を変更',
      { timeout: PATIENCE_MS },
    )

    const stored = await fetch(address)
    expect(stored.headers.get('content-type')).toBe('image/webp')
    const content = Buffer.from(await stored.arrayBuffer())
    expect(content.includes('Exif') || content.includes(PLACE)).toBe(false)
    const profile = await service.from('profiles').select('id').eq('username', person.username).single()
    const personId = String(profile.data?.id)
    const video = await service.from('videos').select('youtube_id').limit(1).single()
    const rated = await service.from('video_ratings').insert({
      user_id: personId,
      video_id: video.data?.youtube_id,
      overall: 4,
      comment: '写真の人の感想',
      edited_at: { overall: 1, comment: 1 },
    })
    expect(rated.error).toBeNull()

    const onlooker = await laptop.newPage()
    const refused: string[] = []
    onlooker.on('console', (message) => {
      if (message.text().includes('Content Security Policy')) refused.push(message.text())
    })
    await signUp(onlooker, stack.web, other)
    await onlooker.goto(`${stack.web}/profile/${personId}`)
    await onlooker.getByRole('heading', { level: 1, name: person.username }).waitFor({ timeout: PATIENCE_MS })
    expect(await (await loadedPicture(onlooker)).jsonValue()).toBe(address)
    await onlooker.getByText('写真の人の感想').waitFor({ timeout: PATIENCE_MS })
    expect(refused).toEqual([])

    await onlooker.getByRole('button', { name: `${person.username}さんへの操作` }).press('Enter')
    await onlooker.getByRole('button', { name: 'ブロック', exact: true }).press('Enter')
    await onlooker.getByRole('dialog').getByRole('button', { name: 'ブロックする' }).press('Enter')
    await onlooker.waitForURL(`${stack.web}/profile/blocked`)
    await onlooker.goBack()
    await onlooker
      .getByRole('heading', { level: 1, name: 'プロフィールが見つかりません' })
      .waitFor({ timeout: PATIENCE_MS })
    await Promise.all([phone.close(), laptop.close()])
  },
)
