import { type Use, lackingBrowsers } from './compat-data.ts'
import { documentFeatures, inlineCode } from './document-features.ts'
import { scriptFeatures } from './script-features.ts'
import { styleFeatures } from './style-features.ts'
import { madeMembers, type Node, parse } from './syntax-tree.ts'

/** A file of a build: its path and its text. */
export type BuiltFile = { path: string; text: string }
/**
 * Features that are used although a supported browser lacks them, by their paths in the compatibility data or as they are written in the code (`.take`); why that does no harm. `near`: allowed
 * only in code of which this is a part.
 */
export type Allowed = { features: string[]; near?: string; because: string }

/** How far around a use `near` is looked for, in characters. */
const NEAR = 400

type Part = { path: string; uses: (made: ReadonlySet<string>) => Use[]; program?: Node; text: string }

function partsOf({ path, text }: BuiltFile): Part[] {
  const script = (code: string): Part => {
    const program = parse(code)
    return { path, text: code, program, uses: (made) => scriptFeatures(program, made) }
  }
  const style = (css: string): Part => ({ path, text: css, uses: () => styleFeatures(css) })
  if (path.endsWith('.js')) return [script(text)]
  if (path.endsWith('.css')) return [style(text)]
  if (!path.endsWith('.html')) return []
  const { scripts, styles } = inlineCode(text)
  return [
    { path, text, uses: () => documentFeatures(text) },
    ...scripts.map(({ code }) => script(code)),
    ...styles.map(style),
  ]
}

/**
 * Looks for what the supported browsers lack in the files of a build. `findings`: one line for each use that is not allowed. `unused`: what is allowed and not used. Throws where a file does
 * not parse.
 */
export function lookThrough(
  files: readonly BuiltFile[],
  allowed: readonly Allowed[],
): { findings: string[]; unused: string[] } {
  const parts = files.flatMap((file) => {
    try {
      return partsOf(file)
    } catch (error) {
      throw new Error(`${file.path} does not parse`, { cause: error })
    }
  })
  const made = new Set(parts.flatMap(({ program }) => (program ? [...madeMembers(program)] : [])))
  const entries = allowed.flatMap(({ features, near }) => features.map((feature) => ({ feature, near })))
  const used = new Set<(typeof entries)[number]>()
  const findings = new Set<string>()
  for (const { path, text, uses } of parts)
    for (const { written, features, offset } of uses(made)) {
      const names = [written, ...features.map((feature) => feature.path)]
      const place = text.slice(Math.max(0, offset - NEAR), offset + NEAR)
      const entry = entries.find(
        ({ feature, near }) => names.includes(feature) && (near === undefined || place.includes(near)),
      )
      if (entry) {
        used.add(entry)
        continue
      }
      const lacking = features.map(
        (feature) => `${feature.path} (not in ${lackingBrowsers(feature).join(', ')})`,
      )
      const around = text.slice(Math.max(0, offset - 20), offset + 60).replace(/\s+/g, ' ')
      findings.add(`${path}: ${written}: ${lacking.join(' or ')}: …${around}…`)
    }
  return {
    findings: [...findings],
    unused: entries.filter((entry) => !used.has(entry)).map(({ feature }) => feature),
  }
}
