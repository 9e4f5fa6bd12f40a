import { existsSync, readFileSync } from 'node:fs'
import { dirname, join, relative, resolve } from 'node:path'
import * as v from 'valibot'
import type { Finding } from './finding.ts'

/** In every form: `import … from`, `export … from`, `import '…'` and `import('…')`. */
const SPECIFIER = /(?:(?<!\.)\bfrom\s+|\bimport\s*\(?\s*)(['"])([^'"\n]+)\1/g
/** What the hosted runtime does not let a function do. */
const LACKING =
  /\bDeno\.(Command|run|listen\w*|dlopen|openKv|exit|kill|chdir|writeFile\w*|writeTextFile\w*)\b/g
/**
 * A question in the function's first file to the auth service, for the secret key, or about Stripe's
 * signature.
 */
const ASKS_WHO_CALLS = /\b(callerOf|writerOf|requireService|auth\.getUser|constructEventAsync)\(/
const ImportMap = v.looseObject({ imports: v.record(v.string(), v.string()) })

/** The functions of a project: folders below supabase/functions with an index.ts are given by their names. */
export function functionFindings(root: string, names: readonly string[]): Finding[] {
  const mapFile = 'supabase/functions/deno.json'
  const { imports } = v.parse(ImportMap, JSON.parse(readFileSync(join(root, mapFile), 'utf8')))
  const findings = Object.entries(imports).flatMap(([name, target]) =>
    isFetchable(target)
      ? []
      : [{ file: mapFile, wrong: `${name} is ${target}: not npm: or jsr: with a version` }],
  )
  for (const name of names) {
    const file = `supabase/functions/${name}/index.ts`
    if (!ASKS_WHO_CALLS.test(withoutComments(readFileSync(join(root, file), 'utf8'))))
      findings.push({ file, wrong: 'asks nobody who calls, and the gateway does not either' })
  }
  const seen = new Set<string>()
  const queue = names.map((name) => join(root, 'supabase/functions', name, 'index.ts'))
  for (let file = queue.pop(); file !== undefined; file = queue.pop()) {
    if (seen.has(file)) continue
    seen.add(file)
    const code = readFileSync(file, 'utf8')
    const complain = (wrong: string): void => void findings.push({ file: relative(root, file), wrong })
    for (const [, name] of withoutComments(code).matchAll(LACKING))
      complain(`the hosted runtime has no Deno.${name}`)
    for (const [, , specifier = ''] of withoutComments(code).matchAll(SPECIFIER)) {
      const next = imported(root, file, specifier, imports)
      if ('wrong' in next) complain(next.wrong)
      else if (next.file !== undefined) queue.push(next.file)
    }
  }
  return findings
}

/** Line and block comments; an address in a text is none. */
const withoutComments = (code: string): string => code.replace(/(^|[\s;{}])\/\/[^\n]*|\/\*[^]*?\*\//g, '$1')

/** The file that is imported, none where the runtime fetches it, or what is wrong. */
function imported(
  root: string,
  from: string,
  specifier: string,
  imports: Record<string, string>,
): { file?: string } | { wrong: string } {
  if (specifier.startsWith('.')) {
    const file = resolve(dirname(from), specifier)
    if (relative(root, file).startsWith('..'))
      return { wrong: `imports ${specifier}, which is outside of the project` }
    if (!/\.(ts|json)$/.test(file) || !existsSync(file))
      return { wrong: `imports ${specifier}: the CLI finds no such file (names need their ending)` }
    return file.endsWith('.json') ? {} : { file }
  }
  if (specifier.startsWith('node:') || isFetchable(specifier) || specifier in imports) return {}
  return { wrong: `imports ${specifier}, which supabase/functions/deno.json does not explain` }
}

const isFetchable = (target: string): boolean => /^(npm|jsr):\/?(@[\w.-]+\/)?[\w.-]+@[\^~]?\d/.test(target)
