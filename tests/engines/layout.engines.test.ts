import { afterAll, beforeAll, describe, expect, inject, test } from 'vitest'
import { ENGINES } from './engines.ts'
import { launch } from './launch.ts'
import { button, PHONE, signIn } from './people.ts'
import type { Device, Tab, Target } from './port.ts'

const stack = inject('stack')
const PERSON = '/profile/00000000-0000-4000-8000-000000000002'
const menu = button('けんとさんへの操作')
const LAPTOP = { width: 1280, height: 800 }
/** A phone held sideways: most dialogs have more to show than fits. */
const SIDEWAYS = { width: 844, height: 390 }

/** What opens over a screen: where, and what is pressed one after the other. */
const OPENED: readonly [name: string, path: string, presses: readonly Target[]][] = [
  ['the side menu', '/help', [button('メニューを開く')]],
  ['the report dialog', PERSON, [menu, button('通報')]],
  ['the block dialog', PERSON, [menu, button('ブロック')]],
  ['the e-mail dialog', '/profile/settings', [button('メールアドレスを変更')]],
  ['the password dialog', '/profile/settings', [button('パスワードを変更')]],
  ['the deletion dialog', '/profile/settings', [button('アカウントを削除する…')]],
  ['the menu of a person', PERSON, [menu]],
  ['the account menu', '/help', [{ css: 'header [popovertarget]:last-of-type' }]],
  ['the notifications', '/help', [button(/^通知/)]],
]

/** Everything that is still wrong with the box that is open when it has followed the window; runs in the page. */
async function faultsOfBox(): Promise<string[]> {
  const look = (): string[] => {
    const box = document.querySelector<HTMLElement>('dialog[open], [popover]:popover-open')
    if (!box) return ['nothing is open']
    const faults: string[] = []
    const { top, left, right, bottom, height } = box.getBoundingClientRect()
    const seen = `${Math.round(left)},${Math.round(top)} to ${Math.round(right)},${Math.round(bottom)}`
    if (top < -1 || left < -1 || right > innerWidth + 1 || bottom > innerHeight + 1)
      faults.push(`stands outside of the window: ${seen}`)
    const cap = Number.parseFloat(getComputedStyle(box).maxHeight)
    const isFull = height >= Math.min(cap || innerHeight, innerHeight) - 2
    const scrolls = box.scrollHeight - box.clientHeight > 1
    for (const part of [box, ...box.querySelectorAll<HTMLElement>(':scope > *')]) {
      const hidden = part.scrollHeight - part.clientHeight
      if (hidden > 1 && !isFull) faults.push(`hides ${hidden} px of ${part.className} although there is room`)
      const rect = part.getBoundingClientRect()
      if (!scrolls && (rect.bottom > bottom + 1 || rect.right > right + 1))
        faults.push(`${part.className} reaches beyond the box`)
    }
    if (height < 80) faults.push(`is ${height} px high`)
    return faults
  }
  for (let tries = 0; tries < 30 && look().length > 0; tries++)
    await new Promise((resolve) => setTimeout(resolve, 100))
  return look()
}

/** Breaks of lines inside of headings and what stands around each; runs in the page. */
function breaksOfHeading(): string[] {
  const heading = document.querySelector('h1')
  if (!heading) return []
  const walker = document.createTreeWalker(heading, NodeFilter.SHOW_TEXT)
  let text = ''
  let line = Number.NaN
  const breaks: number[] = []
  while (walker.nextNode()) {
    const node = walker.currentNode
    for (let index = 0; index < (node.textContent ?? '').length; index++) {
      const range = document.createRange()
      range.setStart(node, index)
      range.setEnd(node, index + 1)
      const { top, height } = range.getBoundingClientRect()
      if (top > line + height / 2) breaks.push(text.length)
      line = top
      text += (node.textContent ?? '')[index]
    }
  }
  return breaks.map((at) => `${text.slice(0, at)}｜${text.slice(at)}`)
}

/** Lines of this text may end here only. */
const HERO = '観た｜動画を、｜六つの｜軸で｜語ろう。'.split('｜')
const allowed = HERO.map((_, at) => `${HERO.slice(0, at).join('')}｜${HERO.slice(at).join('')}`)

describe.each(ENGINES)('in $name', (engine) => {
  let device: Device
  let tab: Tab
  beforeAll(async () => {
    device = await launch(engine, PHONE)
    tab = await device.newTab()
  })
  afterAll(() => device.close())

  test('a headline of ours breaks between phrases', async () => {
    await tab.go(`${stack.web}/`)
    await tab.waitFor({ role: 'heading', name: HERO.join('') })
    for (const width of [320, 390, 460]) {
      await tab.resize({ width, height: 844 })
      const breaks = await tab.evaluate(breaksOfHeading)
      expect(
        breaks.filter((at) => !allowed.includes(at)),
        `at ${width} px`,
      ).toEqual([])
    }
  })

  test('every dialog, menu and list that opens shows what it holds', async () => {
    await tab.resize(PHONE)
    await signIn(tab, stack.web, { email: 'viewer@mirutomo.test', password: 'mirutomo-demo' })
    const faults: string[] = []
    for (const [name, path, presses] of OPENED) {
      await tab.go(`${stack.web}${path}`)
      for (const target of presses) await tab.click(target)
      await tab.waitFor('dialog[open], [popover]:popover-open')
      await tab.waitUntil(() => document.querySelector('dialog[open] [aria-busy=true]') === null)
      for (const size of [PHONE, LAPTOP, SIDEWAYS]) {
        await tab.resize(size)
        await tab.waitUntil(() => document.getAnimations().length === 0)
        const found = await tab.evaluate(faultsOfBox)
        faults.push(...found.map((fault) => `${name} at ${size.width} px ${fault}`))
      }
      await tab.resize(PHONE)
    }
    expect(faults).toEqual([])
  })
})
