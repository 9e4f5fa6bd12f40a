import { describe, expect, inject, onTestFinished, test } from 'vitest'
import { onServer } from '../e2e/people.ts'
import { ADDRESSES } from '../support/addresses.ts'
import { ENGINES } from './engines.ts'
import { launch } from './launch.ts'
import { heading, heart, newMember, PHONE, signIn } from './people.ts'

const stack = inject('stack')
const { example: VIDEO, heading: TITLE } = ADDRESSES['/video/$videoId']
const PATHS = ['/favorites', '/profile/reviews', '/messages', '/profile/notifications', '/events', VIDEO]

describe.each(ENGINES)('$name', (engine) => {
  test('still stores a write after six full loads right after the sign-in', async () => {
    const device = await launch(engine, PHONE)
    onTestFinished(() => device.close())
    const member = await newMember(stack, 'rokkai')
    const tab = await device.newTab()
    await signIn(tab, stack.web, member)
    // Each leaves the one before in the middle of its first sync
    for (const path of PATHS) await tab.go(stack.web + path)
    await tab.waitFor(heading(TITLE))
    await tab.click(heart)
    await tab.waitFor({ css: 'main [data-sync="saved"]', containing: 'お気に入り' })
    expect((await onServer(stack, member.id)).favorites).toHaveLength(1)
    // Those that were left come back whole from the back/forward cache
    await tab.back()
    await tab.waitForPath('/events')
    await tab.back()
    await tab.waitForPath('/profile/notifications')
    await tab.waitFor({ css: 'main li[data-notification]', containing: 'ようこそ、ミルトモへ' })
  })
})

const MOST_ATTEMPTS = 20
/** Notes in each document whether it came from the back/forward cache. */
const NOTE_RETURN = `addEventListener('pageshow', ({ persisted }) => {
  document.documentElement.dataset.kept = persisted
})`
const isKept = (): boolean => document.documentElement.dataset['kept'] === 'true'

const isLoaded = (): boolean => {
  const ends = performance.getEntriesByType('resource').map((entry) => entry.startTime + entry.duration)
  return document.readyState === 'complete' && performance.now() - Math.max(0, ...ends) > 1_000
}

describe.each(ENGINES.filter(({ name }) => name === 'webkit'))('$name', (engine) => {
  test('ends the pages that it keeps frozen when the storage does not answer: they may be what it waits for', async () => {
    const device = await launch(engine, { ...PHONE, before: NOTE_RETURN })
    onTestFinished(() => device.close())
    const tab = await device.newTab()
    const leaveAndReturn = async (meanwhile: () => Promise<void>): Promise<void> => {
      await tab.go(`${stack.web}/search`)
      await tab.waitFor(heading('動画を探す'))
      // The engine keeps no page that is still loading something
      await tab.waitUntil(isLoaded)
      await tab.go(`${stack.web}/events`)
      await tab.waitFor(heading('イベント'))
      await meanwhile()
      await tab.back()
      await tab.waitForPath('/search')
    }
    // Now and then the engine keeps none all the same
    for (let attempts = 0, wasKept = false; !wasKept; attempts++) {
      expect(attempts).toBeLessThan(MOST_ATTEMPTS)
      await leaveAndReturn(async () => {})
      await tab.waitUntil(() => document.documentElement.dataset['kept'] !== undefined)
      wasKept = await tab.evaluate(isKept)
    }

    await leaveAndReturn(async () => {
      await tab.evaluate(keepStorageBusy)
      await tab.waitFor({ text: /保存領域が応答していません/ })
      await tab.waitFor({ text: /保存領域が応答していません/ }, 'gone')
    })
    await tab.waitFor(heading('動画を探す'))
    expect(await tab.evaluate(isKept)).toBe(false)
  })
})

/** In the page: one transaction that goes on for longer than anybody waits without a word. */
const keepStorageBusy = (): void => {
  const BUSY_MS = 6_000
  const request = indexedDB.open('busy', 1)
  request.onupgradeneeded = () => request.result.createObjectStore('rows')
  request.onsuccess = () => {
    const rows = request.result.transaction('rows').objectStore('rows')
    const until = performance.now() + BUSY_MS
    const ask = (): void => {
      if (performance.now() < until) rows.get(1).onsuccess = ask
    }
    ask()
  }
}
