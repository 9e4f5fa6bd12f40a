// @vitest-environment jsdom
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { passPicture, pictureFor, sendPicture } from './picture-passage.ts'

const PRESS = { ctrlKey: false, metaKey: false, shiftKey: false, altKey: false }
const SRC = 'https://pictures.example/a.jpg'
/** What bore the name when the page that is left was drawn. */
let drawn: (string | undefined)[] = []
const change = vi.fn(async () => {})

function givePassages(outcome = () => Promise.resolve()): void {
  vi.stubGlobal('matchMedia', () => ({ matches: false }))
  Object.defineProperty(document, 'startViewTransition', {
    configurable: true,
    value: (update: () => Promise<void>) => {
      const named = [...document.querySelectorAll<HTMLElement>('*')]
      drawn = named
        .filter((one) => one.style.viewTransitionName || one.classList.contains('passing-picture'))
        .map(({ id }) => id)
      return { ready: outcome(), finished: outcome(), updateCallbackDone: update() }
    },
  })
}
function press(keys: Partial<typeof PRESS> = {}): HTMLElement {
  document.body.innerHTML = '<span id="old" class="passing-picture"></span><span id="card"></span>'
  const element = document.getElementById('card') ?? document.body
  // jsdom displays nothing
  element.checkVisibility = () => element.isConnected && !element.hidden
  sendPicture({ ...PRESS, ...keys }, { element, key: 'aaaaaaaaaaa', src: SRC })
  return element
}

beforeEach(() => {
  drawn = []
  change.mockClear()
})
afterEach(() => {
  vi.unstubAllGlobals()
  Reflect.deleteProperty(document, 'startViewTransition')
})

test('the pressed picture alone bears the name, until the page has changed', async () => {
  givePassages()
  const card = press()
  await passPicture(change)
  expect(drawn).toEqual(['card'])
  expect(change).toHaveBeenCalledOnce()
  expect(card.style.viewTransitionName).toBe('')
  expect(pictureFor('aaaaaaaaaaa')).toBe(SRC)
  expect(pictureFor('bbbbbbbbbbb')).toBe('')
})

test('a change that no picture was pressed for, and the next one, are made without motion, once the answer to the press was painted', async () => {
  givePassages()
  const painted = vi.fn()
  requestAnimationFrame(painted)
  change.mockImplementationOnce(async () => expect(painted).toHaveBeenCalled())
  await passPicture(change)
  press()
  await passPicture(change)
  drawn = []
  await passPicture(change)
  expect(drawn).toEqual([])
  expect(change).toHaveBeenCalledTimes(3)
})

test('so is one that opens another tab, and one whose picture has gone or is hidden behind a skeleton', async () => {
  givePassages()
  press({ ctrlKey: true })
  await passPicture(change)
  press().remove()
  await passPicture(change)
  press().hidden = true
  await passPicture(change)
  expect(drawn).toEqual([])
  expect(change).toHaveBeenCalledTimes(3)
})

test('who wants less motion gets none, and neither does a browser without passages', async () => {
  givePassages()
  vi.stubGlobal('matchMedia', () => ({ matches: true }))
  press()
  await passPicture(change)
  expect(drawn).toEqual([])
  Reflect.deleteProperty(document, 'startViewTransition')
  press()
  await passPicture(change)
  expect(change).toHaveBeenCalledTimes(2)
})

test('a passage that the browser skips is no error, and the page is there', async () => {
  givePassages(() => Promise.reject(new DOMException('skipped', 'AbortError')))
  press()
  await expect(passPicture(change)).resolves.toBeUndefined()
  expect(change).toHaveBeenCalledOnce()
})
