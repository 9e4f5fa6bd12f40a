import { afterAll, beforeAll, beforeEach, describe, expect, inject, test } from 'vitest'
import { AXES, SCORE_NAMES, SCORES, type ScoreName } from '../../src/domain/rating.ts'
import { ADDRESSES } from '../support/addresses.ts'
import { serviceClient } from '../support/session.ts'
import { ENGINES } from './engines.ts'
import { launch } from './launch.ts'
import { button, heading, heart, newMember, PHONE, signIn, type Member } from './people.ts'
import type { Device, Tab } from './port.ts'

const stack = inject('stack')
const KEYBOARD = 336
const { example: VIDEO } = ADDRESSES['/video/$videoId']
const composer = { role: 'textbox', name: /^メッセージを/ }

/**
 * The visual viewport of a browser that lays its keyboard over the window, as iOS does: `keyboard` and `offsetTop` in px, to be set by the
 * test, which then dispatches `resize`. No engine on a desktop has a keyboard of its own.
 */
const FAKE_VIEWPORT = `Object.defineProperty(window, 'visualViewport', { value: Object.assign(
  new (class extends EventTarget { get height() { return (innerHeight - this.keyboard) / this.scale } })(),
  { keyboard: 0, offsetTop: 0, scale: 1 }) })`
/** A tab whose session storage says so starts as one without a connection. */
const FAKE_OFFLINE = `if (sessionStorage.getItem('offline') !== null) Object.defineProperty(navigator, 'onLine', { value: false })`

/** Opens the keyboard; the browser has moved the page up by `moved` px. */
const openKeyboard = (tab: Tab, keyboard: number, moved = 0, scale = 1): Promise<void> =>
  tab.evaluate(
    (facts) => {
      const seen = window.visualViewport
      Object.assign(seen ?? {}, facts)
      seen?.dispatchEvent(new Event('resize'))
    },
    { keyboard, offsetTop: moved, scale },
  )
/** Top and bottom of the first match, px from the top of the window; null where it is not shown. */
const placeOf = (tab: Tab, selector: string): Promise<[number, number] | null> =>
  tab.evaluate((css) => {
    const box = document.querySelector(css)?.getBoundingClientRect()
    return box && box.height > 0 ? [Math.round(box.top), Math.round(box.bottom)] : null
  }, selector)

describe.each(ENGINES)('$name', (engine) => {
  let device: Device
  let member: Member
  let tab: Tab
  beforeAll(async () => {
    device = await launch(engine, { ...PHONE, before: `${FAKE_VIEWPORT}; ${FAKE_OFFLINE}` })
    member = await newMember(stack, 'gamen')
    const first = await device.newTab()
    await signIn(first, stack.web, member)
    await first.waitFor(button(`${member.username}のメニュー`))
  })
  afterAll(() => device.close())
  beforeEach(async () => {
    tab = await device.newTab()
    return () => tab.close()
  })

  test('keeps what is written above a keyboard that covers the window', async () => {
    const { height } = PHONE
    await tab.go(`${stack.web}/messages/${member.conversationId}`)
    await tab.click(composer)
    await openKeyboard(tab, KEYBOARD)
    await tab.waitUntil(() => document.documentElement.hasAttribute('data-keyboard'))
    const [, end] = (await placeOf(tab, 'main form')) ?? []
    expect(end).toBeLessThanOrEqual(height - KEYBOARD)
    expect(end).toBeGreaterThan(height - KEYBOARD - 20)

    // As iOS moves the page under the keyboard
    await openKeyboard(tab, KEYBOARD, 120)
    expect((await placeOf(tab, '.app-header'))?.[0]).toBe(120)
    expect((await placeOf(tab, 'main form'))?.[1]).toBe((end ?? 0) + 120)

    // Zoomed by pinch, and closed: as before
    await openKeyboard(tab, KEYBOARD, 0, 2)
    expect(await tab.evaluate(() => document.documentElement.hasAttribute('data-keyboard'))).toBe(false)
    await openKeyboard(tab, 0)
    expect((await placeOf(tab, 'main form'))?.[1]).toBeGreaterThan(height - 30)

    // A dialog whose field is written in, and the bar at the foot
    await tab.go(`${stack.web}/profile/settings`)
    await tab.waitFor(heading('設定'))
    await tab.click(button('メールアドレスを変更'))
    await tab.click('dialog[open] input')
    expect(await placeOf(tab, '.bottom-nav')).not.toBeNull()
    await openKeyboard(tab, KEYBOARD, 60)
    await tab.waitUntil(() => document.documentElement.hasAttribute('data-keyboard'))
    const [top = 0, bottom = 0] = (await placeOf(tab, 'dialog[open]')) ?? []
    expect(top).toBeGreaterThanOrEqual(60)
    expect(bottom).toBeLessThanOrEqual(60 + height - KEYBOARD)
    expect(await placeOf(tab, '.bottom-nav')).toBeNull()
  })

  test('grows the field of a message with its lines', async () => {
    await tab.go(`${stack.web}/messages/${member.conversationId}`)
    await tab.click(composer)
    const heightOfField = async (): Promise<number> => {
      const [top = 0, bottom = 0] = (await placeOf(tab, 'main form textarea')) ?? []
      return bottom - top
    }
    const before = await heightOfField()
    for (const line of ['一行目', '二行目', '三行目']) {
      await tab.type(line)
      await tab.press('Shift', 'Enter')
    }
    expect(await heightOfField()).toBeGreaterThan(before + 40)
  })

  test('leaves a press to what it was aimed at when something comes over the page', async () => {
    await tab.go(stack.web + VIDEO)
    await tab.waitFor(heart)
    await tab.run(`(${String(noteWhatToastMeets)})()`)
    await tab.click(heart)
    await tab.waitUntil(() => document.body.dataset['met'] === 'page')
    await tab.waitUntil(() => {
      const { left = 0, top = 0 } = document.querySelector('li.toast')?.getBoundingClientRect() ?? {}
      return document.elementFromPoint(left + 5, top + 5)?.closest('li.toast') instanceof Element
    })
  })

  test('moves no star while a rating is given', async () => {
    await tab.go(stack.web + VIDEO)
    const starsOf = (score: ScoreName) => ({ role: 'radiogroup', name: SCORE_NAMES[score] })
    await tab.waitFor(starsOf('overall'))
    const places = (): Promise<number[]> => tab.evaluate(starPlaces)
    const before = await places()
    expect(before).toHaveLength(SCORES.length)
    const presses: [ScoreName, number][] = [
      ['overall', 4],
      ...AXES.map((axis): [ScoreName, number] => [axis, 2]),
    ]
    for (const [score, points] of [...presses, ['overall', 3] as const]) {
      await tab.click({ role: 'radio', name: `${points}点`, within: starsOf(score) })
      await tab.waitFor({ role: 'radio', name: `${points}点`, checked: true, within: starsOf(score) })
      await tab.waitFor('#rating[data-sync="saved"]')
      expect(await places(), score).toEqual(before)
    }
  })

  test('decides about one person with one Enter', async () => {
    await tab.go(`${stack.web}/matching/new`)
    const like = button(/さんにいいね$/)
    await tab.waitFor(like)
    await tab.evaluate(() =>
      document.querySelector<HTMLElement>('main button[aria-label$="さんにいいね"]')?.focus(),
    )
    await tab.press('Enter')
    await tab.waitFor(button('元に戻す'))
    const decided = () =>
      serviceClient(stack).from('relations').select('liking').eq('user_id', member.id).neq('liking', 'none')
    await expect.poll(async () => (await decided()).data).toEqual([{ liking: 'like' }])
    // The next person is there, and so is the focus
    await tab.waitFor(like)
    expect(await tab.evaluate(() => document.activeElement?.getAttribute('aria-label'))).toMatch(
      /さんにいいね$/,
    )
  })

  test('keeps what is looked at where it is while something comes above it, grows and goes', async () => {
    await tab.go(stack.web + VIDEO)
    await tab.waitFor('#rating')
    const places = await tab.evaluate(placesWhileNoticesCome, '#own-rating')
    expect(places).toEqual(places.map(() => places[0]))
    expect(places).toHaveLength(4)
  })

  test('keeps what is looked at where it is over a reload, whatever notices stand above it', async () => {
    await tab.go(`${stack.web}/help`)
    await tab.waitFor(heading('ヘルプ'))
    const places = [await tab.evaluate(placeUnderNotice)]
    for (const next of ['online', 'offline', 'offline', 'online'] as const) {
      if (next === 'offline') await tab.evaluate(() => sessionStorage.setItem('offline', ''))
      else await tab.evaluate(() => sessionStorage.removeItem('offline'))
      await tab.reload()
      await tab.waitFor(heading('ヘルプ'))
      expect(await tab.count('.offline-notice > p')).toBe(next === 'offline' ? 1 : 0)
      places.push(await tab.evaluate(placeUnderNotice))
    }
    expect(places).toEqual(places.map(() => places[0]))
  })

  test('shows every form within the screen, also after the phone was turned', async () => {
    const faults: string[] = []
    for (const path of FORMS) {
      await tab.resize({ width: PHONE.height, height: PHONE.width })
      await tab.go(stack.web + path)
      await tab.waitFor('main :is(input, select, textarea)')
      await tab.resize(PHONE)
      await tab.waitUntil(() => innerWidth === 390)
      faults.push(...(await tab.evaluate(faultsOfForm, path)))
    }
    expect(faults).toEqual([])
  })
})

/** Notes at the body what a press on the next toast meets in the frame in which it comes. */
function noteWhatToastMeets(): void {
  const watching = new MutationObserver(() => {
    const toast = document.querySelector('li.toast')
    if (toast === null) return
    watching.disconnect()
    requestAnimationFrame(() => {
      const { left, top, width, height } = toast.getBoundingClientRect()
      const hit = document.elementFromPoint(left + width / 2, top + height / 2)
      document.body.dataset['met'] = hit !== null && toast.contains(hit) ? 'toast' : 'page'
    })
  })
  watching.observe(document.body, { childList: true, subtree: true })
}

/** px from the top of the window: before a notice comes above the page, with it, with a larger one, after it. */
async function placesWhileNoticesCome(selector: string): Promise<number[]> {
  const frame = () =>
    new Promise((resolve) => requestAnimationFrame(() => requestAnimationFrame(() => setTimeout(resolve))))
  const element = document.querySelector(selector)
  element?.scrollIntoView({ block: 'center', behavior: 'instant' })
  await frame()
  const places: number[] = []
  const notice = document.createElement('div')
  for (const height of [0, 60, 140, 0]) {
    notice.style.height = `${height}px`
    if (height > 0) document.querySelector('main')?.before(notice)
    else notice.remove()
    await frame()
    places.push(Math.round(element?.getBoundingClientRect().top ?? Number.NaN))
  }
  return places
}

/** px from the top of the window, of a heading far below; under another notice that comes now. */
async function placeUnderNotice(): Promise<number> {
  const heading = document.querySelector('main section:nth-of-type(4) h2')
  if (heading === null) throw new Error('the screen has no fourth part')
  const frame = () =>
    new Promise((resolve) => requestAnimationFrame(() => requestAnimationFrame(() => setTimeout(resolve))))
  if (scrollY === 0) scrollTo(0, heading.getBoundingClientRect().top - 300)
  await frame()
  const notice = document.createElement('div')
  notice.style.height = '156px'
  document.querySelector('main')?.before(notice)
  await frame()
  return Math.round(heading.getBoundingClientRect().top)
}

const FORMS = ['/contact', '/events/new', '/profile/notification-settings', '/profile/matching']

/** What reaches past the right edge, and dates whose text is cut off. */
function faultsOfForm(path: string): string[] {
  const told = (what: string, element: Element): string =>
    `${path}: ${what}: ${element.outerHTML.slice(0, 120)}`
  const wide = Array.from(
    document.querySelectorAll('main :is(form, fieldset, legend, label, input, select, textarea)'),
  )
    .filter((element) => element.getBoundingClientRect().right > innerWidth)
    .map((element) => told('past the edge', element))
  const cut = Array.from(document.querySelectorAll('main input:is([type=date], [type=datetime-local])'))
    .filter((element) => element.scrollWidth > element.clientWidth)
    .map((element) => told('cut off', element))
  return [...wide, ...cut]
}

/** In the page: the tops of all stars of the form, px from the top of the form. */
const starPlaces = (): number[] => {
  const form = document.getElementById('rating')
  const top = form?.getBoundingClientRect().top ?? 0
  return [...(form?.querySelectorAll('[role=radiogroup]') ?? [])].map((stars) =>
    Math.round(stars.getBoundingClientRect().top - top),
  )
}
