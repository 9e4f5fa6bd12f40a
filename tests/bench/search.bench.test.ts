import type { Browser, BrowserContext, Page } from 'playwright-core'
import { afterAll, beforeAll, expect, inject, test } from 'vitest'
import { newPerson, signUp } from '../e2e/people.ts'
import { launchBrowser } from '../support/browser.ts'
import { report } from './report.ts'
import { median } from './result.ts'
import { LIMIT_MS, ms, PAIRS, ratios, say, short } from './rounds.ts'

const stack = inject('stack')
const VIDEOS = 10_000
/** Typed one after the other; each is in some titles and not in others. */
const LETTERS = '夏 の 東 京 を 歩 く 猫 ラ ー メ ン'.split(' ')
const PATIENCE_MS = 60_000

let browser: Browser
beforeAll(async () => {
  browser = await launchBrowser()
})
afterAll(() => browser.close())

/** In ms from the input event: `found` when the suggestions stand in the document, `painted` after the frame that shows them. */
type Answered = { found: number; painted: number; frames: number }
declare global {
  interface Window {
    /** Of the letter typed last: how long it took, and how many frames before that showed what there was before. */
    answered?: Answered | null
  }
}

/** Somebody's device with so many videos, without a connection. */
async function openDevice(): Promise<{ context: BrowserContext; page: Page }> {
  const context = await browser.newContext({ viewport: { width: 1280, height: 800 }, locale: 'ja-JP' })
  const page = await context.newPage()
  await signUp(page, stack.web, newPerson('search'))
  await page.evaluate(() => navigator.serviceWorker.ready)
  await page.goto(`${stack.web}/profile/sync`)
  const videosStored = () => page.evaluate(countVideos)
  await expect.poll(videosStored, { timeout: PATIENCE_MS }).toBeGreaterThan(0)
  // A page without the app, so that nobody has the database open
  await page.goto(`${stack.web}/terms-of-service.html`)
  await page.evaluate(storeVideos, VIDEOS)
  expect(await videosStored()).toBe(VIDEOS)
  await context.setOffline(true)
  await page.goto(`${stack.web}/profile/sync`)
  await page.getByRole('heading', { level: 1 }).waitFor()
  return { context, page }
}

/** Runs in the page: how many videos its database has. */
async function countVideos(): Promise<number> {
  const name = (await indexedDB.databases()).find((database) => database.name?.endsWith('--videos'))?.name
  if (name === undefined) return 0
  return new Promise((resolve, reject) => {
    const opening = indexedDB.open(name)
    opening.onerror = () => reject(new Error(`${name} cannot be opened`))
    opening.onsuccess = () => {
      const counting = opening.result.transaction('docs').objectStore('docs').count()
      counting.onsuccess = () => {
        opening.result.close()
        resolve(counting.result)
      }
    }
  })
}

/** Runs in the page: from one that is there makes as many as are wanted, each with a title of its own. */
async function storeVideos(wanted: number): Promise<void> {
  const name =
    (await indexedDB.databases()).find((database) => database.name?.endsWith('--videos'))?.name ?? ''
  const words =
    '夏 冬 東京 大阪 の を で 歩く 走る 猫 犬 ラーメン カレー 旅 歌ってみた 実況 解説 初心者 検証 ライブ'.split(
      ' ',
    )
  await new Promise<void>((resolve, reject) => {
    const opening = indexedDB.open(name)
    opening.onerror = () => reject(new Error(`${name} cannot be opened`))
    opening.onsuccess = () => {
      const work = opening.result.transaction('docs', 'readwrite')
      const docs = work.objectStore('docs')
      const reading = docs.getAll()
      reading.onsuccess = () => {
        const [one] = reading.result
        for (let number = reading.result.length; number < wanted; number++) {
          const word = (step: number): string => words[Math.floor(number / step) % words.length] ?? ''
          docs.put({
            ...one,
            id: crypto.randomUUID(),
            youtube_id: `bench${number}`.padEnd(11, '_'),
            title: `${word(1)}${word(7)}${word(11)}${word(13)}${word(17)} #${number}`,
            channel_title: `${word(3)}${word(5)}チャンネル`,
            recent_key: String(90_000_000_000_000 + number),
            review_key: String(900_000_000 + number),
          })
        }
      }
      work.oncomplete = () => {
        opening.result.close()
        resolve()
      }
      work.onabort = () => reject(work.error ?? new Error('no room'))
    }
  })
}

/** Runs in the page: notes what becomes of the next letter. */
function awaitAnswer(letter: string): void {
  window.answered = null
  const box = document.querySelector('input[role="combobox"]')
  box?.addEventListener(
    'input',
    ({ timeStamp }) => {
      let frames = 0
      let isDone = false
      const count = (): void => {
        if (isDone) return
        frames++
        requestAnimationFrame(count)
      }
      requestAnimationFrame(count)
      const look = new MutationObserver(() => {
        const options = [...document.querySelectorAll('[role="option"]')]
        if (!options.some(({ textContent }) => textContent.includes(letter))) return
        const found = performance.now() - timeStamp
        isDone = true
        look.disconnect()
        requestAnimationFrame(() => {
          const { port1, port2 } = new MessageChannel()
          port1.addEventListener('message', () => {
            window.answered = { found, painted: performance.now() - timeStamp, frames }
          })
          port1.start()
          port2.postMessage(null)
        })
      })
      look.observe(document.body, { childList: true, subtree: true, characterData: true })
    },
    { once: true },
  )
}

/** From the letter to the frame in which its suggestions stand. */
async function type(page: Page, letter: string): Promise<Answered> {
  const box = page.getByRole('combobox', { name: '動画を検索' })
  await box.fill('')
  await page.getByRole('listbox').waitFor({ state: 'detached' })
  await page.evaluate(awaitAnswer, letter)
  await page.keyboard.insertText(letter)
  await page.getByRole('option').filter({ hasText: letter }).first().waitFor()
  const noted = await page.waitForFunction(() => window.answered)
  const answered = await noted.jsonValue()
  if (!answered) throw new Error('nothing was noted')
  return answered
}

/** Runs in the page: what a search would do that remembers nothing. */
async function scan(letter: string): Promise<number> {
  const name =
    (await indexedDB.databases()).find((database) => database.name?.endsWith('--videos'))?.name ?? ''
  const database = await new Promise<IDBDatabase>((resolve) => {
    const opening = indexedDB.open(name)
    opening.onsuccess = () => resolve(opening.result)
  })
  const startedAt = performance.now()
  const found = await new Promise<number>((resolve) => {
    const reading: IDBRequest<{ title: string }[]> = database.transaction('docs').objectStore('docs').getAll()
    reading.onsuccess = () => resolve(reading.result.filter(({ title }) => title.includes(letter)).length)
  })
  const took = performance.now() - startedAt
  database.close()
  if (found === 0) throw new Error(`no title has ${letter}`)
  return took
}

test(`P10: what there is among ${VIDEOS} videos for a letter`, { timeout: LIMIT_MS }, async () => {
  const { context, page } = await openDevice()
  // The first letter also reads and folds every title
  const first = await type(page, '実')
  await page.evaluate(scan, '実')
  const found: number[] = []
  const painted: number[] = []
  const raw: number[] = []
  const frames: number[] = []
  for (let round = 0; round < Math.max(PAIRS, LETTERS.length); round++) {
    const letter = LETTERS[round % LETTERS.length] ?? ''
    say(`P10: letter ${round + 1}`)
    const answered = await type(page, letter)
    found.push(answered.found)
    painted.push(answered.painted)
    frames.push(answered.frames)
    raw.push(await page.evaluate(scan, letter))
  }
  await context.close()
  await report({
    part: 'p10',
    title: `A letter typed into the search, ${VIDEOS} videos on the device`,
    figures: [
      {
        id: 'P10',
        what: 'letter → suggestions in the document ÷ raw getAll and includes',
        measured: median(ratios(found, raw)),
        unit: 'ratio',
        goal: 0.12,
      },
      {
        id: 'P10',
        what: 'frames between them that show what there was before, the most',
        measured: Math.max(...frames),
        unit: 'frames',
        goal: 1,
      },
    ],
    notes: [
      `In the product, without a connection: from the input event to the suggestions for the letter in the document, by the page's clock; how long until the frame that shows them is told beside it. The yardstick reads all rows of the same IndexedDB store and looks through their titles, and paints nothing. The very first letter after a start also reads and folds every title: ${Math.round(first.painted)} ms in this run.`,
    ],
    tables: [
      {
        head: ['', 'ms', '÷ raw scan'],
        rows: [
          ['ours, in the document', ms(found), short(ratios(found, raw))],
          ['ours, painted', ms(painted), short(ratios(painted, raw))],
          ['raw scan, not painted', ms(raw), '1'],
        ],
      },
    ],
    charts: [],
  })
  expect(found).toHaveLength(raw.length)
})
