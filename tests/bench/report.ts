import { mkdir, readFile, readdir, writeFile } from 'node:fs/promises'
import { cpus, loadavg } from 'node:os'
import { join } from 'node:path'
import * as v from 'valibot'
import { chartSvg } from './chart.ts'
import { type Figure, goalOf, type Part, reached, type Result, shown } from './result.ts'
import { toMarkdown } from './results-page.ts'

const RESULTS = join(import.meta.dirname, 'results')
const PAGE = join(import.meta.dirname, 'RESULTS.md')
const WrittenResult = v.object({ part: v.string() })
const loadBefore = loadavg()[0] ?? 0

/**
 * Prints a part and lays it down: `results/<part>.json`, its charts beside it, and RESULTS.md anew from all parts, those of earlier runs included.
 */
export async function report(part: Part): Promise<void> {
  printFigures(part.figures)
  const result: Result = {
    ...part,
    date: new Date().toISOString(),
    machine: machine(),
    load: [loadBefore, loadavg()[0] ?? 0],
  }
  await mkdir(RESULTS, { recursive: true })
  await writeFile(join(RESULTS, `${part.part}.json`), `${JSON.stringify(result, null, 2)}\n`)
  for (const chart of part.charts) await writeFile(join(RESULTS, `${chart.name}.svg`), chartSvg(chart))
  await writeFile(PAGE, toMarkdown(await allResults()))
}

async function allResults(): Promise<Result[]> {
  const files = (await readdir(RESULTS)).filter((name) => name.endsWith('.json')).toSorted(byNumber)
  return Promise.all(
    files.map(async (name) => {
      const written: unknown = JSON.parse(await readFile(join(RESULTS, name), 'utf8'))
      // Written by `report` of this or an earlier run
      return v.parse(WrittenResult, written) && (written as Result)
    }),
  )
}

const byNumber = (a: string, b: string): number => a.localeCompare(b, 'en', { numeric: true })

function machine(): string {
  const [first] = cpus()
  return `${cpus().length} × ${first?.model.trim() ?? 'unknown processor'}, Node ${process.versions.node}`
}

function printFigures(figures: readonly Figure[]): void {
  for (const figure of figures) {
    const verdict = reached(figure) ? 'reached' : 'not yet'
    const detail = figure.detail === undefined ? '' : ` · ${figure.detail}`
    console.log(
      `${figure.id}  ${figure.what}: ${shown(figure)} (to reach: ${goalOf(figure)}, ${verdict})${detail}`,
    )
  }
}
