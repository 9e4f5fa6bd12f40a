import { transformSync } from 'esbuild'
import type { Plugin } from 'vite'
import { FIRST_QUESTIONS } from '../src/app/catalogue/first-questions.ts'
import { LAST_SCREEN_ID, LAST_SCREEN_MARK, LAST_SCREEN_PLACE } from '../src/domain/last-screen.ts'
import { asking, filesOf, type Asking } from './asking.ts'
import { outdatedBrowser } from './outdated-browser.ts'

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
  // Hazard: nothing may preload the entry. On a page that the person goes back to, Firefox may never settle the
  // import of a module that is being preloaded
  const links = (html.match(LATER) ?? []).map((link) => link.trim())
  const later = `<template data-then="screen">${links.join('')}</template>`
  const shell = html.replace(link, '').replace(tag, '').replace(LATER, '')
  // In ES5, as every script of the document that is not a module
  const frames = `<script>
      // A page that was put away before its entry had come may never get it. This cannot repeat itself: a page that
      // was loaded has not come back from the cache
      addEventListener('pageshow', function (event) {
        if (event.persisted && document.getElementById('first-paint')) location.reload()
      })
      // A hidden page paints none
      function frame() {
        return new Promise(function (begun) {
          if (document.visibilityState === 'hidden') begun()
          else requestAnimationFrame(begun)
        })
      }
      function painted() {
        return frame().then(function () {
          return new Promise(function (done) {
            setTimeout(done)
          })
        })
      }
      var shellPainted = isNew && painted()
    </script>`
  // In ES2017, which all browsers with modules read
  const start = `<script type="module" data-entry="${entry}">
      const start = async () => {
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
      let isLeaving = false
      for (const kind of ['beforeunload', 'pagehide']) addEventListener(kind, () => { isLeaving = true })
      import('${entry}').catch(async (error) => {
        if (error instanceof SyntaxError) return tellOutdated()
        // As in src/platform/leaving.ts
        if (isLeaving) await new Promise((staying) => setTimeout(staying, 30_000))
        console.error(error)
        const told = Object.assign(document.createElement('p'), { role: 'alert', className: 'page pt-8' })
        const link = Object.assign(document.createElement('a'), { href: '', textContent: '再読み込み', className: 'underline' })
        told.append('アプリを読み込めませんでした。通信を確かめて、', link, 'してください。')
        document.querySelector('#first-paint [role=status]').remove()
        document.getElementById('root').after(told)
      })
      }
      if (isNew) start()
    </script>`
  const rest = [
    frames,
    styles,
    LAST_SCREEN_PLACE,
    later,
    `<script>
      ${outdatedBrowser}
    </script>`,
    start,
  ]
  return shell.replace('</body>', () => `${rest.map((part) => `    ${part}\n`).join('')}  </body>`)
}

/**
 * Makes the scripts of a document smaller. Guarantee: what is no module stays ES5, and modules ES2017, for a browser must be able to read them to learn that it is too old. Throws where one is newer
 * than that and cannot be written so.
 */
export const smallScripts = (html: string): string =>
  html.replace(
    /<script((?: type="(module)")?[^>]*)>([^]*?)<\/script>/g,
    (_, attributes: string, type: string, code: string) => {
      const target = type === 'module' ? 'es2017' : 'es5'
      const { code: small } = transformSync(code, { minify: true, charset: 'utf8', target })
      return `<script${attributes}>${small.trim()}</script>`
    },
  )

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
      smallScripts(
        behindTheShell(
          html,
          (address) => {
            const file = bundle?.[address.slice(1)]
            if (file?.type !== 'asset') throw new Error(`the build has no ${address}`)
            return file.source.toString()
          },
          FIRST_QUESTIONS.map((each) => ({ ...each, files: filesOf(each.screen, bundle ?? {}) })),
        ),
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
