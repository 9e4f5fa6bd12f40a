import { dirname, join, relative } from 'node:path'
import { compileFunction } from 'node:vm'
import { readFile } from 'node:fs/promises'
import { build as esbuild, type Plugin } from 'esbuild'
import { LOCAL_GENERATION } from '../generations/local-generation.ts'
import type * as appEntry from './app-entry.ts'
import { globalNames } from './doors/globals.ts'

/** A replacement in one source file: a fault that exists in this bundle only. */
export type Edit = { file: string; find: string; replace: string }

export type App = typeof appEntry
/** Makes one copy of the app, which sees only these globals. */
export type AppFactory = (globals: Record<string, unknown>) => App

/** Which build of the app a process runs; the newer one has a local generation more. */
export type Build = 'older' | 'newer'
export type Builds = Record<Build, AppFactory>

const PARAMETERS_LAST = ['module', 'exports'] as const
const SYNC = join(import.meta.dirname, '..')

const raised: Edit = {
  file: 'generations/local-generation.ts',
  find: `LOCAL_GENERATION: number = ${LOCAL_GENERATION}`,
  replace: `LOCAL_GENERATION: number = ${LOCAL_GENERATION + 1}`,
}

/** The app as one script, in both builds. Throws when an edit's text is not found exactly once. */
export async function bundleApp(edits: readonly Edit[] = []): Promise<Record<Build, string>> {
  const entry = join(import.meta.dirname, 'app-entry.ts')
  const [older, newer] = await Promise.all([bundle(entry, edits), bundle(entry, [...edits, raised])])
  return { older, newer }
}

/** Compiles the script once for all copies. */
export function compileApp(code: string): AppFactory {
  const parameters = globalNames()
  const compiled = compileFunction(code, [...parameters, ...PARAMETERS_LAST], { filename: 'chaos-app.js' })
  return (globals) => {
    const module = { exports: {} as App }
    compiled(...parameters.map((name) => globals[name]), module, module.exports)
    return module.exports
  }
}

async function bundle(entry: string, edits: readonly Edit[]): Promise<string> {
  const made = new Set<Edit>()
  const result = await esbuild({
    entryPoints: [entry],
    bundle: true,
    write: false,
    format: 'cjs',
    platform: 'browser',
    target: 'es2024',
    define: { 'process.env.NODE_ENV': '"production"' },
    logLevel: 'error',
    plugins: [editing(edits, made)],
  })
  for (const edit of edits) if (!made.has(edit)) throw new Error(`${edit.file} is not part of the bundle`)
  return result.outputFiles[0]?.text ?? ''
}

function editing(edits: readonly Edit[], made: Set<Edit>): Plugin {
  return {
    name: 'edits',
    setup: (build) => {
      build.onLoad({ filter: /\.ts$/ }, async ({ path }) => {
        const file = relative(SYNC, path)
        const own = edits.filter((edit) => edit.file === file)
        if (own.length === 0) return undefined
        let contents = await readFile(path, 'utf8')
        for (const edit of own) {
          if (contents.split(edit.find).length !== 2)
            throw new Error(`${file} does not contain exactly once: ${edit.find}`)
          contents = contents.replace(edit.find, () => edit.replace)
          made.add(edit)
        }
        return { contents, loader: 'ts', resolveDir: dirname(path) }
      })
    },
  }
}
