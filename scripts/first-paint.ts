import type { Plugin } from 'vite'

const STYLESHEET = /\s*<link rel="stylesheet"[^>]*>/g
const ENTRY = /\s*<script type="module"[^>]*><\/script>/g

/** Lets the shell in the document be painted before the rest is there: what would hold it up stands behind it, the stylesheet first. */
export function behindTheShell(html: string): string {
  const rest = [STYLESHEET, ENTRY].flatMap((pattern) => html.match(pattern) ?? [])
  const shell = html.replace(STYLESHEET, '').replace(ENTRY, '')
  return shell.replace('</body>', () => `${rest.map((tag) => `  ${tag.trim()}\n`).join('')}  </body>`)
}

export const firstPaint = (): Plugin => ({
  name: 'first-paint',
  apply: 'build',
  transformIndexHtml: { order: 'post', handler: behindTheShell },
})
