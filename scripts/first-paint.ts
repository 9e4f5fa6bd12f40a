import type { Plugin } from 'vite'
import { FIRST_QUESTIONS } from '../src/app/catalogue/first-questions.ts'
import { LAST_SCREEN_ID, LAST_SCREEN_MARK, LAST_SCREEN_PLACE } from '../src/domain/last-screen.ts'
import { asking, filesOf, type Asking } from './asking.ts'

const STYLESHEET = /\s*<link rel="stylesheet"[^>]*? href="([^"]+)"[^>]*>/
/** The sign of the tab is drawn by the page itself, as a document of its own. */
const LATER = /\s*<link rel="(?:(?:module)?preload|icon)"[^>]*>/g
const ENTRY = /\s*<script type="module"[^>]*? src="([^"]+)"[^>]*><\/script>/

/**
 * Lets the shell in the document be painted before the rest is read. Behind it stand, in this order: the stylesheet, in the document itself so that nothing waits for an answer, and in a
 * template so that it is not read before the first frame; the place of the last screen; what is fetched later; and the start. That goes frame by frame: the shell, then what is seen of the
 * last screen, then its pictures and the code. What is asked of the server is asked before that. `textOf`: the text of a built file by its address. Throws when the document has no entry or no
 * stylesheet.
 */
export function behindTheShell(
  html: string,
  textOf: (address: string) => string,
  screens: readonly Asking[] = [],
): string {
  const [tag, entry] = ENTRY.exec(html) ?? []
  if (tag === undefined || entry === undefined) throw new Error('the document has no entry')
  const [link, sheet] = STYLESHEET.exec(html) ?? []
  if (link === undefined || sheet === undefined) throw new Error('the document has no stylesheet')
  const styles = `<template data-then="shell"><style data-sheet="${sheet}">${textOf(sheet)}</style></template>`
  const links = [`<link rel="modulepreload" crossorigin href="${entry}">`, ...(html.match(LATER) ?? [])]
  const later = `<template data-then="screen">${links.map((each) => each.trim()).join('')}</template>`
  const shell = html.replace(link, '').replace(tag, '').replace(LATER, '')
  const frames = `<script>
      // A hidden page paints none
      const frame = async () =>
        document.visibilityState === 'hidden' || new Promise((begun) => requestAnimationFrame(begun))
      const painted = () => frame().then(() => new Promise((done) => setTimeout(done)))
      const shellPainted = painted()
    </script>`
  const start = `<script type="module" data-entry="${entry}">
      ${asking(screens)}
      const then = (what) => {
        document.head.append(document.querySelector('template[data-then=' + what + ']').content)
        document.documentElement.dataset.painted = what
      }
      await shellPainted
      const hasLast = document.getElementById('${LAST_SCREEN_ID}') !== null
      document.documentElement.toggleAttribute('${LAST_SCREEN_MARK}', hasLast)
      then('shell')
      if (hasLast) {
        await painted()
        // Begun once the one before is on its way to the screen, with nothing beside it
        await frame()
      }
      then('screen')
      askWhere().catch(() => {})
      for (const href of files)
        document.head.append(Object.assign(document.createElement('link'), { rel: 'modulepreload', href }))
      import('${entry}')
    </script>`
  const rest = [frames, styles, LAST_SCREEN_PLACE, later, start]
  return shell.replace('</body>', () => `${rest.map((part) => `    ${part}\n`).join('')}  </body>`)
}

/**
 * A chunk lists by their places in `__vite__mapDeps` what is loaded with the chunks that it imports, stylesheets too. In a sheet's place stands the entry, which is always there:
 * what is loaded later does not wait for a file whose text is in the document.
 */
export const withoutSheets = (code: string, entry: string): string =>
  code.replace(/"assets\/[^"]+\.css"/g, `"${entry}"`)

export const firstPaint = (): Plugin => ({
  name: 'first-paint',
  apply: 'build',
  transformIndexHtml: {
    order: 'post',
    handler: (html, { bundle }) =>
      behindTheShell(
        html,
        (address) => {
          const file = bundle?.[address.slice(1)]
          if (file?.type !== 'asset') throw new Error(`the build has no ${address}`)
          return file.source.toString()
        },
        FIRST_QUESTIONS.map((each) => ({ ...each, files: filesOf(each.screen, bundle ?? {}) })),
      ),
  },
  generateBundle: {
    order: 'post',
    handler: (_, bundle) => {
      const entry = Object.values(bundle).find((file) => file.type === 'chunk' && file.isEntry)
      if (entry === undefined) throw new Error('the build has no entry')
      for (const file of Object.values(bundle))
        if (file.type === 'chunk') file.code = withoutSheets(file.code, entry.fileName)
    },
  },
})
