import { describe, expect, inject, onTestFinished, test } from 'vitest'
import { onServer } from '../e2e/people.ts'
import { ADDRESSES } from '../support/addresses.ts'
import { boardTrain } from '../support/offline-stack.ts'
import { ENGINES } from './engines.ts'
import { launch } from './launch.ts'
import { heading, heart, newMember, PHONE, signIn, waitForWorker } from './people.ts'

const stack = inject('stack')
const { example: VIDEO, heading: TITLE } = ADDRESSES['/video/$videoId']

/** No browser sends by itself, and while `stopsTimers` is true long timers never fire. */
const BARE = `
  if ('ServiceWorkerRegistration' in window) Reflect.deleteProperty(ServiceWorkerRegistration.prototype, 'sync')
  window.stopsTimers = false
  for (const name of ['setTimeout', 'setInterval']) {
    const start = window[name]
    window[name] = (act, ms, ...more) =>
      start(() => { if (!(window.stopsTimers && ms >= 500)) act(...more) }, ms)
  }`

/** Runs in the page. A wake as each of the browser's events tells it. */
const wake = (event: string): void => {
  if (event === 'visibilitychange') document.dispatchEvent(new Event(event))
  else if (event === 'pageshow')
    for (const type of ['pagehide', 'pageshow'])
      window.dispatchEvent(new PageTransitionEvent(type, { persisted: true }))
  else window.dispatchEvent(new Event(event))
}

/** Runs in the page. */
const focusFavourite = (): void =>
  [...document.querySelectorAll('button')]
    .find((button) => button.closest('main') !== null && button.innerText.trim() === 'お気に入り')
    ?.focus()

describe.each(ENGINES)('$name', (engine) => {
  test('sends what waits, without Background Sync, on each event that may bring a connection', async () => {
    const [device, train] = await Promise.all([launch(engine, { ...PHONE, before: BARE }), boardTrain(stack)])
    onTestFinished(async () => {
      await device.close()
      await train.close()
    })
    const member = await newMember(stack, 'okuru')
    const tab = await device.newTab()
    await signIn(tab, train.web, member)
    await waitForWorker(tab)
    await tab.go(train.web + VIDEO)
    await tab.waitFor(heading(TITLE))
    let isPressed = false
    const press = async () => {
      isPressed = !isPressed
      // By keyboard: the screen moves when it notices the tunnel
      await tab.evaluate(focusFavourite)
      await tab.press('Enter')
      await tab.waitFor({ ...heart, pressed: isPressed })
    }
    const isSaved = () => tab.waitFor({ css: 'main [data-sync="saved"]', containing: 'お気に入り' })
    const pressInTheTunnel = async () => {
      train.enterTunnel()
      await press()
      await tab.waitFor({ css: 'main [data-sync="local"]', containing: 'お気に入り' })
    }
    // The engine has started: that takes timers which no browser throws away, as this page does
    await press()
    await isSaved()
    const arrives = (event: string) =>
      expect
        .poll(async () => (await onServer(stack, member.id)).favorites.length, { message: event })
        .toBe(isPressed ? 1 : 0)

    for (const event of ['online', 'focus', 'visibilitychange', 'pageshow']) {
      await pressInTheTunnel()
      await tab.run('window.stopsTimers = true')
      train.leaveTunnel()
      await tab.evaluate(wake, event)
      await arrives(event)
      await tab.run('window.stopsTimers = false')
      await isSaved()
    }
    await pressInTheTunnel()
    train.leaveTunnel()
    await arrives('a timer')
    await pressInTheTunnel()
    await device.restart()
    train.leaveTunnel()
    const again = await device.newTab()
    await again.go(train.web)
    await arrives('the next start')
  })
})
