/** bars: one group of bars per category · lines: one line per series over the categories. The same numbers in both. */
export type Chart = {
  /** Of its file, without ending. */
  name: string
  title: string
  kind: 'bars' | 'lines'
  /** What the values are, with their unit. */
  axis: string
  categories: string[]
  /** One value per category; null where nothing was measured. */
  series: { name: string; values: (number | null)[] }[]
  /** A line to be reached. */
  goal?: number
}

const WIDTH = 720
const LEFT = 150
const RIGHT = 70
const TOP = 64
const BAR = 14
const GROUP_GAP = 16
const PLOT_HEIGHT = 240
const COLOURS = 6

/** The chart as an SVG of its own, readable on a light and on a dark page. */
export function chartSvg(chart: Chart): string {
  const drawn = chart.kind === 'bars' ? bars(chart) : lines(chart)
  const legend = chart.series.map(({ name }, index) => {
    const x = LEFT + (index % 4) * 140
    const y = 34 + Math.floor(index / 4) * 16
    return `<rect class="c${index % COLOURS}" x="${x}" y="${y}" width="10" height="10" rx="2"/>${label(x + 15, y + 9, name)}`
  })
  const lower = drawn.height
  return `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 ${WIDTH} ${lower + 34}" role="img" aria-label="${escape(chart.title)}">
<style>
text{font:12px system-ui,sans-serif;fill:#1f2328}.title{font-size:15px;font-weight:600}.grid{stroke:#1f232826}.goal{stroke:#cf222e;stroke-dasharray:4 3;stroke-width:1.5}.line{fill:none;stroke-width:2}
${['#0969da', '#bc4c00', '#1a7f37', '#8250df', '#bf3989', '#57606a'].map((colour, index) => `.c${index}{fill:${colour};stroke:${colour}}`).join('')}
.line{fill:none!important}rect{stroke:none!important}
@media (prefers-color-scheme:dark){text{fill:#e6edf3}.grid{stroke:#e6edf333}.goal{stroke:#ff7b72}
${['#4493f8', '#f0883e', '#3fb950', '#ab7df8', '#f778ba', '#9198a1'].map((colour, index) => `.c${index}{fill:${colour};stroke:${colour}}`).join('')}}
</style>
${label(16, 22, chart.title, 'class="title"')}
${legend.join('\n')}
${drawn.shapes.join('\n')}
${label(LEFT, lower + 26, chart.axis)}
</svg>
`
}

type Drawn = { shapes: string[]; height: number }

function bars(chart: Chart): Drawn {
  const scale = scaleOf(chart, WIDTH - LEFT - RIGHT)
  const shapes: string[] = []
  let y = TOP + 8
  for (const [position, category] of chart.categories.entries()) {
    const height = chart.series.length * BAR
    shapes.push(label(LEFT - 10, y + height / 2 + 4, category, 'text-anchor="end"'))
    for (const [index, { values }] of chart.series.entries()) {
      const value = values[position] ?? null
      if (value !== null) {
        const width = Math.max(1, scale.at(value))
        shapes.push(
          `<rect class="c${index % COLOURS}" x="${LEFT}" y="${y}" width="${round(width)}" height="${BAR - 2}" rx="2"/>`,
          label(LEFT + width + 5, y + 10, brief(value)),
        )
      }
      y += BAR
    }
    y += GROUP_GAP
  }
  const grid = scale.ticks.map((tick) => {
    const x = LEFT + scale.at(tick)
    return `<line class="grid" x1="${round(x)}" x2="${round(x)}" y1="${TOP}" y2="${y}"/>`
  })
  if (chart.goal !== undefined) {
    const x = LEFT + scale.at(chart.goal)
    shapes.push(`<line class="goal" x1="${round(x)}" x2="${round(x)}" y1="${TOP}" y2="${y}"/>`)
  }
  return { shapes: [...grid, ...shapes], height: y }
}

function lines(chart: Chart): Drawn {
  const scale = scaleOf(chart, PLOT_HEIGHT)
  const bottom = TOP + 20 + PLOT_HEIGHT
  const step = (WIDTH - LEFT - RIGHT) / Math.max(1, chart.categories.length - 1)
  const shapes = scale.ticks.flatMap((tick) => {
    const y = bottom - scale.at(tick)
    return [
      `<line class="grid" x1="${LEFT}" x2="${WIDTH - RIGHT}" y1="${round(y)}" y2="${round(y)}"/>`,
      label(LEFT - 8, y + 4, brief(tick), 'text-anchor="end"'),
    ]
  })
  for (const [position, category] of chart.categories.entries())
    shapes.push(label(LEFT + position * step, bottom + 18, category, 'text-anchor="middle"'))
  for (const [index, { values }] of chart.series.entries()) {
    const points = values.flatMap((value, position) =>
      value === null ? [] : [[LEFT + position * step, bottom - scale.at(value)] as const],
    )
    const path = points.map(([x, y]) => `${round(x)},${round(y)}`).join(' ')
    shapes.push(`<polyline class="line c${index % COLOURS}" points="${path}"/>`)
    for (const [x, y] of points)
      shapes.push(`<circle class="c${index % COLOURS}" cx="${round(x)}" cy="${round(y)}" r="3"/>`)
  }
  if (chart.goal !== undefined) {
    const y = bottom - scale.at(chart.goal)
    shapes.push(`<line class="goal" x1="${LEFT}" x2="${WIDTH - RIGHT}" y1="${round(y)}" y2="${round(y)}"/>`)
  }
  return { shapes, height: bottom + 22 }
}

/** From 0 to a round number at or above everything drawn. */
function scaleOf(chart: Chart, pixels: number): { at: (value: number) => number; ticks: number[] } {
  const most = Math.max(chart.goal ?? 0, ...chart.series.flatMap(({ values }) => values.map(Number)))
  const power = 10 ** Math.floor(Math.log10(Math.max(most, 1e-6)))
  const step = [0.2, 0.5, 1, 2].map((part) => part * power).find((part) => most / part <= 6) ?? 2 * power
  const top = Math.ceil(most / step) * step
  const ticks = Array.from({ length: Math.round(top / step) + 1 }, (_, index) => index * step)
  return { at: (value) => (value / top) * pixels, ticks }
}

const label = (x: number, y: number, text: string, attributes = ''): string =>
  `<text x="${round(x)}" y="${round(y)}" ${attributes}>${escape(text)}</text>`
const round = (value: number): number => Math.round(value * 10) / 10
const brief = (value: number): string =>
  value >= 100 ? String(Math.round(value)) : String(Number(value.toPrecision(3)))
const escape = (text: string): string =>
  text.replace(/&/g, '&amp;').replace(/</g, '&lt;').replace(/"/g, '&quot;')
