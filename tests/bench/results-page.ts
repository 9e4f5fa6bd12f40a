import { goalOf, reached, shown, type Result } from './result.ts'

/** RESULTS.md: what must be reached beside what was, then each part with its tables and charts. */
export function toMarkdown(results: readonly Result[]): string {
  const summary = results.flatMap(({ figures, date, load }) =>
    figures.map((figure) => [
      figure.id,
      figure.what,
      shown(figure),
      goalOf(figure),
      reached(figure) ? 'reached' : '**not yet**',
      `${date.slice(0, 16).replace('T', ' ')}, load ${load.map((value) => value.toFixed(1)).join(' → ')}`,
    ]),
  )
  return `${[
    '# What was measured',
    'Written by `npm run bench`; change nothing here by hand. Each figure is a ratio to a yardstick of the same run, the median of interleaved pairs. `npm run bench -- p6 p15` measures only these parts and leaves the others as they were; `--pairs N` says how many pairs.',
    table(
      ['', 'ours ÷ yardstick', 'measured', 'to reach', '', 'when (UTC), load of 1 min before → after'],
      summary,
    ),
    ...results.map(section),
  ].join('\n\n')}\n`
}

function section({ part, title, notes, tables, charts, date, machine, load }: Result): string {
  return [
    `## ${part.toUpperCase()} ${title}`,
    `${date.slice(0, 16).replace('T', ' ')} UTC · ${machine} · load ${load.map((value) => value.toFixed(1)).join(' → ')}`,
    ...notes,
    ...tables.map(({ head, rows }) => table(head, rows)),
    ...charts.map(({ name, title: alt }) => `![${alt}](results/${name}.svg)`),
  ].join('\n\n')
}

const line = (cells: readonly string[]): string =>
  `| ${cells.map((cell) => cell.replaceAll('|', '\\|')).join(' | ')} |`

function table(head: readonly string[], rows: readonly string[][]): string {
  return [line(head), line(head.map(() => '---')), ...rows.map(line)].join('\n')
}
