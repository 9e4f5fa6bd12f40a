import type { Plugin } from 'vite'
import { LAST_SCREEN_PLACE } from '../src/domain/last-screen.ts'

const STYLESHEET = /\s*<link rel="stylesheet"[^>]*? href="([^"]+)"[^>]*>/
const PRELOAD = /\s*<link rel="(?:module)?preload"[^>]*>/g
const ENTRY = /\s*<script type="module"[^>]*? src="([^"]+)"[^>]*><\/script>/

/**
 * Lets the shell in the document be painted before the rest is there: what would hold it up stands behind it, the stylesheet first, in the document
 * itself so that nothing waits for one more answer of the worker, then the place of the last screen, whose looks are the stylesheet's; and the code is asked for once a frame has been painted and
 * runs after the next (a hidden page paints none). `textOf`: the text of a built file by its address. Throws when the document has no entry or no stylesheet.
 */
export function behindTheShell(html: string, textOf: (address: string) => string): string {
  const [tag, entry] = ENTRY.exec(html) ?? []
  if (tag === undefined || entry === undefined) throw new Error('the document has no entry')
  const [link, sheet] = STYLESHEET.exec(html) ?? []
  if (link === undefined || sheet === undefined) throw new Error('the document has no stylesheet')
  const styles = `<style data-sheet="${sheet}">${textOf(sheet)}</style>`
  const preloads = [`<link rel="modulepreload" crossorigin href="${entry}">`, ...(html.match(PRELOAD) ?? [])]
  const shell = html.replace(link, '').replace(tag, '').replace(PRELOAD, '')
  const start = `<script type="module">
      await firstFrame
      document.head.append(document.querySelector('template[data-preloads]').content)
      const last = document.querySelector('body > template:not([data-preloads])')
      if (last) {
        last.replaceWith(last.content)
        await nextFrame()
      }
      import('${entry}')
    </script>`
  const rest = [
    styles,
    LAST_SCREEN_PLACE,
    `<template data-preloads>${preloads.map((preload) => preload.trim()).join('')}</template>`,
    start,
  ]
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
      behindTheShell(html, (address) => {
        const file = bundle?.[address.slice(1)]
        if (file?.type !== 'asset') throw new Error(`the build has no ${address}`)
        return file.source.toString()
      }),
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
