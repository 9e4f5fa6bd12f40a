import { type Contenders, gatherContenders } from './contenders.ts'
import { afterAll, beforeAll } from 'vitest'
import { median } from './result.ts'

/** How many interleaved pairs the figures are taken of; what takes long has fewer, as its table says. */
export const PAIRS = Number(process.env['BENCH_PAIRS'] ?? 15)
/** ms for one way and back. */
export const LATENCIES = [0, 40, 150] as const
export const LIMIT_MS = 3_000_000

/** The contenders of one file of the bench, and names of devices that nobody has used. */
export function contending(): { contenders: () => Contenders; fresh: () => string } {
  let contenders: Contenders | undefined
  let devices = 0
  beforeAll(async () => {
    contenders = await gatherContenders()
  })
  afterAll(() => contenders?.end())
  return {
    contenders: () => {
      if (contenders === undefined) throw new Error('the contenders are not there yet')
      return contenders
    },
    fresh: () => `device${++devices}`,
  }
}

/** Says how far the bench is: it takes long. */
export const say = (what: string): void => console.log(`${new Date().toISOString().slice(11, 19)} ${what}`)

/** Takes both of a pair; the one that goes first changes from pair to pair. */
export async function takePair(
  pair: number,
  takeOurs: () => Promise<void>,
  takePlain: () => Promise<void>,
): Promise<void> {
  for (const take of pair % 2 === 0 ? [takeOurs, takePlain] : [takePlain, takeOurs]) await take()
}

/** Each value beside the yardstick of its pair, as far as there is one. */
export const ratios = (ours: readonly number[], yardstick: readonly number[]): number[] =>
  ours.slice(0, yardstick.length).map((value, pair) => value / (yardstick[pair] ?? Number.NaN))
export const ms = (values: readonly number[]): string =>
  values.length === 0 ? '–' : `${Math.round(median(values))}`
/** The least and the most. */
export const ends = (values: readonly number[]): string =>
  `${Math.round(Math.min(...values))}–${Math.round(Math.max(...values))}`
export const short = (values: readonly number[]): string =>
  values.length === 0 ? '–' : median(values).toFixed(2)
export const medianOrNull = (values: readonly number[]): number | null =>
  values.length === 0 ? null : median(values)
