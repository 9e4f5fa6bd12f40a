// @vitest-environment jsdom
import { readFileSync } from 'node:fs'
import { createMemoryHistory } from '@tanstack/react-router'
import { beforeEach, expect, test, vi } from 'vitest'
import type { App } from '#app/app.ts'
import { BOTTOM_NAV } from '#app/menu.ts'
import { ICON_PATHS } from '#ui/icon-paths.ts'
import { createAppRouter } from './router.ts'

const built = new DOMParser().parseFromString(readFileSync('index.html', 'utf8'), 'text/html')
const shell = built.querySelector('#first-paint')
/** As the document does. */
const runScript = (): unknown =>
  // oxlint-disable-next-line typescript/no-implied-eval -- what the document runs
  new Function(built.querySelector('script:not([src])')?.textContent ?? '')()
const drawn = (within: string): (string | null)[] =>
  [...(shell?.querySelectorAll(`${within} path`) ?? [])].map((path) => path.getAttribute('d'))

/** What the document looks for before it does anything. */
beforeEach(() => {
  vi.stubGlobal('CSSPropertyRule', class {})
  vi.stubGlobal('AbortSignal', { any: () => {} })
  vi.stubGlobal('structuredClone', () => {})
  Object.assign(HTMLElement.prototype, { showPopover: () => {} })
})

test('the shell of the document draws the places of the bottom navigation', () => {
  const labels = [...(shell?.querySelectorAll<HTMLElement>('.places [data-text]') ?? [])]
  expect(labels.map(({ dataset }) => dataset['text'])).toEqual(BOTTOM_NAV.map(({ label }) => label))
  expect(drawn('.places')).toEqual(BOTTOM_NAV.map(({ icon }) => ICON_PATHS[icon]))
  expect(drawn('.brand > svg')).toEqual([ICON_PATHS.menu])
  expect(drawn('.box')).toEqual([ICON_PATHS.search])
})

test('nothing in it can be read, found or pressed but that the page is loading, and after a while that this takes long', () => {
  const said = [...(shell?.querySelectorAll('p') ?? [])]
  expect(said.map(({ textContent }) => textContent)).toEqual([
    '読み込み中...',
    '読み込みに時間がかかっています。再読み込み',
  ])
  expect(said.map((one) => one.closest('[aria-hidden]'))).toEqual([null, null])
  expect(shell?.textContent?.replaceAll(/\s/g, '')).toBe(said.map(({ textContent }) => textContent).join(''))
  expect(shell?.querySelectorAll('button, input, header, nav, main, h1, [tabindex]').length).toBe(0)
  expect([...(shell?.querySelectorAll('a') ?? [])].map((link) => link.getAttribute('href'))).toEqual([''])
})

test('it draws them wherever the screen has them', () => {
  const router = createAppRouter({} as unknown as App, createMemoryHistory())
  const screens = Object.entries(router.routesByPath).filter(([, route]) => route.lazyFn !== undefined)
  for (const [path, route] of screens) {
    window.history.replaceState(null, '', path.replace(/\$\w*/g, 'x'))
    runScript()
    const isBare = route.options.staticData?.frame === 'bare'
    expect(document.documentElement.hasAttribute('data-bare'), path).toBe(isBare)
  }
})

test.each([
  ['dark', 'dark'],
  ['light', 'light'],
  ['', 'light'],
])('the theme that was chosen stands before anything is painted: %o', (stored, expected) => {
  localStorage.setItem('theme', stored)
  runScript()
  expect(document.documentElement.dataset['theme']).toBe(expected)
})
