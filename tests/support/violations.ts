import type { BrowserContext, Page } from 'playwright-core'

/** What a document was refused, such as `script-src-elem inline`. */
declare global {
  interface Window {
    refusals?: string[]
  }
}

/** Notes in every page of the context what its Content-Security-Policy refuses. */
export async function noteViolations(context: BrowserContext): Promise<void> {
  await context.addInitScript(() => {
    window.refusals = []
    document.addEventListener('securitypolicyviolation', ({ effectiveDirective, blockedURI }) => {
      window.refusals?.push(`${effectiveDirective} ${blockedURI}`)
    })
  })
}

/** What the present document was refused so far. */
export const refusalsIn = (page: Page): Promise<string[]> => page.evaluate(() => window.refusals ?? [])
