import type { Plugin } from 'vite'
import { LAST_SCREEN_PLACE } from '../src/domain/last-screen.ts'

const STYLESHEET = /\s*<link rel="stylesheet"[^>]*>/g
const ENTRY = /\s*<script type="module"[^>]*? src="([^"]+)"[^>]*><\/script>/

/**
 * Lets the shell in the document be painted before the rest is there: what would hold it up stands behind it, the stylesheet first, then the place of the last screen,
 * whose looks are the stylesheet's; and the code runs once a frame has been painted (a hidden page paints none). Throws when the document has no entry.
 */
export function behindTheShell(html: string): string {
  const [tag, entry] = ENTRY.exec(html) ?? []
  if (tag === undefined || entry === undefined) throw new Error('the document has no entry')
  const sheets = html.match(STYLESHEET) ?? []
  const shell = html.replace(STYLESHEET, '').replace(tag, '')
  const preload = `<link rel="modulepreload" crossorigin href="${entry}">`
  const start = `<script type="module">
      await firstFrame
      const last = document.querySelector('body > template')
      if (last) {
        last.replaceWith(last.content)
        await nextFrame()
      }
      import('${entry}')
    </script>`
  const rest = [...sheets.map((sheet) => sheet.trim()), LAST_SCREEN_PLACE, start]
  return shell
    .replace('</head>', () => `  ${preload}\n  </head>`)
    .replace('</body>', () => `${rest.map((part) => `    ${part}\n`).join('')}  </body>`)
}

export const firstPaint = (): Plugin => ({
  name: 'first-paint',
  apply: 'build',
  transformIndexHtml: { order: 'post', handler: behindTheShell },
})
