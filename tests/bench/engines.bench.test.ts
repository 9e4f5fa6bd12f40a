import { randomUUID } from 'node:crypto'
import * as v from 'valibot'
import { expect, inject, onTestFinished, test } from 'vitest'
import { ENGINES } from '../engines/engines.ts'
import { launch } from '../engines/launch.ts'
import { PHONE } from '../engines/people.ts'
import type { Engine, EngineName, Tab } from '../engines/port.ts'
import { type PageName, type PageServer, servePages } from './browser-host.ts'
import { OWN_ITEMS, STATIC_PATH } from './cold-start.ts'
import { openEngineStarts, QUIET_MS } from './engine-starts.ts'
import { report } from './report.ts'
import { type Figure, median } from './result.ts'
import { ends, LIMIT_MS, PAIRS, ratios, say, takePair } from './rounds.ts'

const TAPS = 40
/** How much worse than in Chromium a ratio may be. */
const GOAL = 1.25
const TITLES: Readonly<Record<EngineName, string>> = {
  chromium: 'Chromium',
  firefox: 'Firefox',
  webkit: 'WebKit',
}
const COMPARED = {
  first: { what: 'offline cold start, first paint', yardstick: 'static page' },
  items: { what: `offline cold start, ${OWN_ITEMS} own items painted`, yardstick: 'static page' },
  taps: { what: 'rating tap → painted', yardstick: 'raw IndexedDB put + frame' },
} as const
type Kind = keyof typeof COMPARED
const KINDS = ['first', 'items', 'taps'] as const satisfies Kind[]

const NOTES = [
  `A figure is an engine's ratio divided by Chromium's; ratios are medians of ${PAIRS} interleaved pairs, and the one that goes first changes from pair to pair. In each pair all three engines have their turn, no two at once, each by the same small port.`,
  `Starts: each page is the first of a browser that was started on its profile, so that no worker runs, and left alone for ${QUIET_MS / 1_000} s; its servers reset every connection. The static page is precached by the same worker. ms from the command to open it, by the machine's clock: WebKit's own clock starts only once the worker has answered. The first paint is as the browser says it; the items by the frame after all ${OWN_ITEMS} stand in the document (on the static page its heading), because WebKit says nothing of the largest paint. Chromium answers /favorites without the worker, by its static routes; the others have none. No engine is slowed down.`,
  `Ratings: the median of ${TAPS} taps one after the other, on a fresh origin, on isolated pages whose clock ticks finer than 1 ms. Both end after a frame: where one takes 16.7 ms longer, it missed a frame.`,
]

/** ms, one of each for every pair. */
type Pairs = { ours: number[]; plain: number[] }
type Measured = Record<Kind, Pairs>

const TapTimes = v.array(v.number())

/** Takes pairs of one engine; `measured` has those taken so far. */
type Measuring = {
  name: EngineName
  measured: Measured
  warmUp(): Promise<void>
  takePairs(pair: number): Promise<void>
  close(): Promise<void>
}

async function openMeasuring(engine: Engine, pages: PageServer): Promise<Measuring> {
  const starts = await openEngineStarts(engine, inject('stack'))
  const none = (): Pairs => ({ ours: [], plain: [] })
  const measured = { first: none(), items: none(), taps: none() }
  const takeStart = async (path: string, side: keyof Pairs) => {
    const { first, items } = await starts.start(path)
    measured.first[side].push(first)
    measured.items[side].push(items)
  }
  const takeTaps = async (tab: Tab, page: PageName, call: string, side: keyof Pairs) => {
    await tab.go(pages.addressOf(page, `device-${randomUUID()}`))
    await tab.waitUntil(() => 'bench' in window)
    measured.taps[side].push(median(v.parse(TapTimes, await tab.evaluateSource(call))))
  }
  return {
    name: engine.name,
    measured,
    async warmUp() {
      await starts.start('/favorites')
      await starts.start(STATIC_PATH)
    },
    async takePairs(pair) {
      await takePair(
        pair,
        () => takeStart('/favorites', 'ours'),
        () => takeStart(STATIC_PATH, 'plain'),
      )
      const device = await launch(engine, PHONE)
      try {
        const tab = await device.newTab()
        await takePair(
          pair,
          () => takeTaps(tab, 'ours', `bench.taps('${randomUUID()}', ${TAPS})`, 'ours'),
          () => takeTaps(tab, 'raw', `bench.taps(${TAPS})`, 'plain'),
        )
      } finally {
        await device.close()
      }
    },
    close: () => starts.close(),
  }
}

const ratioOf = (pairs: Pairs): number => median(ratios(pairs.ours, pairs.plain))
const inMs = (values: readonly number[]): string => median(values).toFixed(1)

function figuresOf(all: ReadonlyMap<EngineName, Measured>, chromium: Measured): Figure[] {
  return KINDS.flatMap((kind) =>
    (['firefox', 'webkit'] as const).flatMap((name): Figure[] => {
      const measured = all.get(name)
      if (measured === undefined) return []
      const { what, yardstick } = COMPARED[kind]
      const [here, there] = [ratioOf(measured[kind]), ratioOf(chromium[kind])]
      return [
        {
          id: 'P25',
          what: `${TITLES[name]}: ${what} ÷ ${yardstick}, ÷ the same in Chromium`,
          measured: here / there,
          unit: 'ratio',
          goal: GOAL,
          detail: `${here.toFixed(2)} ÷ ${there.toFixed(2)}`,
        },
      ]
    }),
  )
}

function tableOf(kind: Kind, all: ReadonlyMap<EngineName, Measured>) {
  const { what, yardstick } = COMPARED[kind]
  return {
    head: [what, 'ours ms', 'from–to', `${yardstick} ms`, 'from–to', `÷ ${yardstick}`],
    rows: [...all].map(([name, { [kind]: pairs }]) => [
      TITLES[name],
      inMs(pairs.ours),
      ends(pairs.ours),
      inMs(pairs.plain),
      ends(pairs.plain),
      ratioOf(pairs).toFixed(2),
    ]),
  }
}

test(
  'P25: cold starts and ratings in Firefox and WebKit beside Chromium',
  { timeout: LIMIT_MS },
  async () => {
    expect(ENGINES[0]?.name, 'what the others are compared with').toBe('chromium')
    const pages = await servePages()
    onTestFinished(() => pages.close())
    const measurings: Measuring[] = []
    for (const engine of ENGINES) {
      say(`P25: ${TITLES[engine.name]}`)
      const measuring = await openMeasuring(engine, pages)
      onTestFinished(() => measuring.close())
      // What is first of all also opens what no later page has to
      await measuring.warmUp()
      measurings.push(measuring)
    }
    for (let pair = 0; pair < PAIRS; pair++)
      for (const measuring of measurings) {
        say(`P25: pair ${pair + 1} of ${PAIRS}, ${TITLES[measuring.name]}`)
        await measuring.takePairs(pair)
      }
    const all = new Map(measurings.map(({ name, measured }) => [name, measured]))
    const chromium = all.get('chromium')
    if (chromium === undefined) throw new Error('Chromium was not measured')
    await report({
      part: 'p25',
      title: 'Cold starts and ratings in Firefox and WebKit beside Chromium',
      figures: figuresOf(all, chromium),
      notes: NOTES,
      tables: KINDS.map((kind) => tableOf(kind, all)),
      charts: [],
    })
    expect(chromium.taps.ours).toHaveLength(PAIRS)
  },
)
