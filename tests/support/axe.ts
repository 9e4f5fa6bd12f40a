import { readFileSync } from 'node:fs'
import { createRequire } from 'node:module'
import type { Page } from 'playwright-core'
import * as v from 'valibot'

const AXE = readFileSync(createRequire(import.meta.url).resolve('axe-core/axe.min.js'), 'utf8')
const Violations = v.array(v.object({ id: v.string(), nodes: v.array(v.object({ html: v.string() })) }))

/** What axe finds on the page as it stands. `evaluate` is not bound by the page's Content-Security-Policy. */
export async function violations(page: Page): Promise<string> {
  await page.evaluate(AXE)
  const found: unknown = await page.evaluate(
    'axe.run(document, { resultTypes: ["violations"] }).then((result) => result.violations)',
  )
  return v
    .parse(Violations, found)
    .map(({ id, nodes }) => `${id}: ${nodes.map(({ html }) => html.slice(0, 120)).join(' · ')}`)
    .join('\n')
}
