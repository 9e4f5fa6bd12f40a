import { readFileSync } from 'node:fs'
import { createRequire } from 'node:module'
import type { Page } from 'playwright-core'
import * as v from 'valibot'

const AXE = readFileSync(createRequire(import.meta.url).resolve('axe-core/axe.min.js'), 'utf8')
const Check = v.object({ data: v.unknown() })
const Node = v.object({ html: v.string(), any: v.array(Check) })
const Violations = v.array(v.object({ id: v.string(), nodes: v.array(Node) }))
/** Scrolled half-way under a bar that stands still: it is whole when it is scrolled out. */
const HalfHidden = v.object({ messageKey: v.literal('partiallyObscured') })

/** Every rule of WCAG 2.2 A and AA that axe has, and its best practice. */
const EVERYTHING = { rules: { 'target-size': { enabled: true } } }
/** Those to which colours matter. */
const COLOURS = { runOnly: ['color-contrast', 'link-in-text-block'] }

/** What axe finds on the page as it stands. `evaluate` is not bound by the page's Content-Security-Policy. */
export const violations = (page: Page): Promise<string> => run((source) => page.evaluate(source), EVERYTHING)

/** What another theme can change, on a page that `violations` has looked at. */
export const colourViolations = (page: Page): Promise<string> =>
  run((source) => page.evaluate(source), COLOURS)

/** The same as `violations` in a tab of any engine. */
export const violationsInTab = (tab: { evaluateSource: Evaluate }): Promise<string> =>
  run((source) => tab.evaluateSource(source), EVERYTHING)

type Evaluate = (source: string) => Promise<unknown>

async function run(evaluate: Evaluate, options: object): Promise<string> {
  if (!(await evaluate('"axe" in window'))) await evaluate(`(() => { ${AXE}\n })()`)
  const found: unknown = await evaluate(
    `axe.run(document, ${JSON.stringify({ ...options, resultTypes: ['violations'], preload: false })}).then((result) => result.violations)`,
  )
  return v
    .parse(Violations, found)
    .map(({ id, nodes }) => ({
      id,
      nodes: nodes.filter(({ any }) => !any.some(({ data }) => v.is(HalfHidden, data))),
    }))
    .filter(({ nodes }) => nodes.length > 0)
    .map(({ id, nodes }) => `${id}: ${nodes.map(({ html }) => html.slice(0, 120)).join(' · ')}`)
    .join('\n')
}
