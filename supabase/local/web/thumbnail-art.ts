import { createHash } from 'node:crypto'

export const WIDTH = 480
export const HEIGHT = 270

/** Red, green, blue, 0–255. */
type Colour = readonly [number, number, number]
/** Sky above, sky below, three depths from far to near, light. */
type Palette = readonly [string, string, string, string, string, string]
const PALETTES: readonly Palette[] = [
  ['#27466b', '#e9a57c', '#5d6f92', '#3b4f74', '#1e2c48', '#ffe3b8'],
  ['#0f3d4c', '#8fd0c0', '#3f8f8f', '#25686f', '#123f49', '#f4ffe9'],
  ['#5b2a57', '#f29e8e', '#94506f', '#6b3560', '#3a1d3f', '#ffe9d2'],
  ['#f3b75b', '#fbe6bd', '#d98452', '#a65a41', '#5f3433', '#fffaf0'],
  ['#1b2a49', '#5d7fb8', '#3d5a92', '#294474', '#16284a', '#f6e7a1'],
  ['#88b6d9', '#eef4ea', '#7fae86', '#4f8a68', '#2b5b4b', '#fffdf2'],
  ['#3a2c60', '#b79be0', '#7460a8', '#50418a', '#2b2356', '#ffd9ec'],
  ['#c9564a', '#f7cda4', '#9c3d45', '#6c2b3c', '#3c1b2c', '#fff1d6'],
  ['#22433a', '#b7d38c', '#5e8f5a', '#3c6b4b', '#1f4034', '#fdf7cf'],
  ['#d9e2ec', '#f8f4ee', '#a9b9c9', '#74889e', '#42536a', '#ffffff'],
]

/** A stream of numbers below 1 that depends on the id alone. */
function dice(youtubeId: string): () => number {
  const seed = createHash('sha512').update(youtubeId).digest()
  let at = 0
  return () => (seed[at++ % seed.length] ?? 0) / 256
}

/** `skyline`: everything below the height of its column. */
type Shape = { colour: string | undefined; opacity?: number } & (
  | { skyline: (x: number) => number }
  | { centre: readonly [number, number]; radius: number }
)
type Motif = (roll: () => number, palette: Palette) => Shape[]

const DEPTHS = [0, 1, 2] as const

const hills: Motif = (roll, [, , ...depths]) =>
  DEPTHS.map((depth) => {
    const tops = Array.from({ length: 6 }, () => 120 + depth * 45 + (roll() - 0.5) * 64)
    const step = WIDTH / 5
    const skyline = (x: number): number => {
      const place = Math.floor(x / step)
      const way = x / step - place
      const from = tops[place] ?? HEIGHT
      return from + ((tops[place + 1] ?? from) - from) * way * way * (3 - 2 * way)
    }
    return { colour: depths[depth], skyline }
  })

const skyline: Motif = (roll, [, , ...depths]) =>
  DEPTHS.map((depth) => {
    const roofs: number[] = []
    while (roofs.length < WIDTH) {
      const roof = 110 + depth * 42 + roll() * 60
      const wide = Math.round(22 + roll() * 40)
      for (let column = 0; column < wide; column++) roofs.push(roof)
    }
    return { colour: depths[depth], skyline: (x) => roofs[x] ?? HEIGHT }
  })

const waves: Motif = (roll, [, , ...depths]) =>
  DEPTHS.map((depth) => {
    const length = 60 + roll() * 60
    const high = (10 + roll() * 12) / 2
    const start = roll() * length
    const skyline = (x: number): number =>
      140 + depth * 42 - high * Math.sin((Math.PI * (x + start)) / length)
    return { colour: depths[depth], skyline }
  })

const circles: Motif = (roll, [, , ...depths]) => {
  const x = 120 + roll() * 240
  return [210, 160, 112, 70].map((radius, index) => ({
    colour: depths[index % 3],
    centre: [x, HEIGHT - 20] as const,
    radius: radius * (0.85 + roll() * 0.3),
  }))
}

const lights: Motif = (roll, [, , ...depths]) =>
  Array.from({ length: 14 }, (_, index) => {
    const radius = 12 + roll() * 52
    const centre = [roll() * WIDTH, roll() * HEIGHT] as const
    return { colour: depths[index % 4], centre, radius, opacity: 0.25 + roll() * 0.4 }
  })

const MOTIFS: readonly Motif[] = [hills, skyline, waves, circles, lights, hills]

/** A small landscape, WIDTH × HEIGHT × red, green, blue; the same picture for the same id, always. */
export function drawThumbnail(youtubeId: string): Uint8Array {
  const roll = dice(youtubeId)
  const choose = <T>(choices: readonly T[]): T | undefined => choices[Math.floor(roll() * choices.length)]
  const pixels = new Uint8Array(WIDTH * HEIGHT * 3)
  const palette = choose(PALETTES)
  const motif = choose(MOTIFS)
  if (!palette || !motif) return pixels
  const [above, below, , , , light] = palette
  fillSky(pixels, parse(above), parse(below))
  const centre = [70 + roll() * 340, 50 + roll() * 70] as const
  const sun = { colour: light, centre, radius: 18 + roll() * 26, opacity: 0.9 }
  for (const shape of [sun, ...motif(roll, palette)]) fill(pixels, shape)
  return pixels
}

function fillSky(pixels: Uint8Array, above: Colour, below: Colour): void {
  for (let y = 0; y < HEIGHT; y++) {
    const row = pixels.subarray(y * WIDTH * 3, (y + 1) * WIDTH * 3)
    row.set(above)
    blend(row, 0, below, y / (HEIGHT - 1))
    for (let x = 1; x < WIDTH; x++) row.copyWithin(x * 3, 0, 3)
  }
}

function fill(pixels: Uint8Array, { colour = '#000000', opacity = 1, ...shape }: Shape): void {
  const paint = parse(colour)
  if ('skyline' in shape) {
    for (let x = 0; x < WIDTH; x++) {
      const top = shape.skyline(x)
      for (let y = Math.max(0, Math.floor(top)); y < HEIGHT; y++)
        blend(pixels, (y * WIDTH + x) * 3, paint, opacity * covered(y + 1 - top))
    }
    return
  }
  const [cx, cy] = shape.centre
  const { radius } = shape
  for (let y = from(cy - radius); y < to(cy + radius, HEIGHT); y++)
    for (let x = from(cx - radius); x < to(cx + radius, WIDTH); x++) {
      const inside = radius + 0.5 - Math.hypot(x + 0.5 - cx, y + 0.5 - cy)
      if (inside > 0) blend(pixels, (y * WIDTH + x) * 3, paint, opacity * covered(inside))
    }
}

const from = (edge: number): number => Math.max(0, Math.floor(edge - 1))
const to = (edge: number, size: number): number => Math.min(size, Math.ceil(edge + 1))
/** How much of a pixel belongs to the shape: edges are smooth. */
const covered = (inside: number): number => Math.min(1, Math.max(0, inside))

function blend(pixels: Uint8Array, at: number, [red, green, blue]: Colour, opacity: number): void {
  pixels[at] = between(pixels[at], red, opacity)
  pixels[at + 1] = between(pixels[at + 1], green, opacity)
  pixels[at + 2] = between(pixels[at + 2], blue, opacity)
}

const between = (before = 0, after: number, way: number): number =>
  (before + (after - before) * way + 0.5) | 0

function parse(hex: string): Colour {
  const value = Number.parseInt(hex.slice(1), 16)
  return [value >> 16, (value >> 8) & 255, value & 255]
}
