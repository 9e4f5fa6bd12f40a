import { createHash } from 'node:crypto'

const WIDTH = 480
const HEIGHT = 270

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

type Motif = (roll: () => number, palette: Palette) => string

const hills: Motif = (roll, [, , ...depths]) =>
  [0, 1, 2]
    .map((depth) => {
      const heights = Array.from({ length: 6 }, () => 120 + depth * 45 + (roll() - 0.5) * 64)
      const step = WIDTH / 5
      const curve = heights
        .slice(1)
        .map((y, index) => {
          const x = (index + 1) * step
          const from = heights[index] ?? y
          return `C ${x - step / 2} ${from.toFixed()} ${x - step / 2} ${y.toFixed()} ${x} ${y.toFixed()}`
        })
        .join(' ')
      return `<path d="M0 ${HEIGHT}V${heights[0]?.toFixed()}${curve}V${HEIGHT}Z" fill="${depths[depth]}"/>`
    })
    .join('')

const skyline: Motif = (roll, [, , ...depths]) =>
  [0, 1, 2]
    .map((depth) => {
      let path = `M0 ${HEIGHT}`
      for (let x = 0; x < WIDTH;) {
        const wide = 22 + roll() * 40
        path += `V${(110 + depth * 42 + roll() * 60).toFixed()}H${Math.min(WIDTH, x + wide).toFixed()}`
        x += wide
      }
      return `<path d="${path}V${HEIGHT}Z" fill="${depths[depth]}"/>`
    })
    .join('')

const waves: Motif = (roll, [, , ...depths]) =>
  [0, 1, 2]
    .map((depth) => {
      const y = 140 + depth * 42
      const length = 60 + roll() * 60
      const high = 10 + roll() * 12
      let path = `M${(-roll() * length).toFixed()} ${y}`
      for (let x = 0; x < WIDTH + 2 * length; x += length)
        path += `q${length / 2} ${-high} ${length} 0t${length} 0`
      return `<path d="${path}V${HEIGHT}H-${length}Z" fill="${depths[depth]}"/>`
    })
    .join('')

const circles: Motif = (roll, [, , ...depths]) => {
  const x = 120 + roll() * 240
  const rings = [210, 160, 112, 70].map((radius, index) => {
    const fill = depths[index % 3]
    return `<circle cx="${x.toFixed()}" cy="${(HEIGHT - 20).toFixed()}" r="${(radius * (0.85 + roll() * 0.3)).toFixed()}" fill="${fill}"/>`
  })
  return rings.join('')
}

const lights: Motif = (roll, [, , ...depths]) =>
  Array.from({ length: 14 }, (_, index) => {
    const radius = 12 + roll() * 52
    return `<circle cx="${(roll() * WIDTH).toFixed()}" cy="${(roll() * HEIGHT).toFixed()}" r="${radius.toFixed()}" fill="${depths[index % 4]}" fill-opacity="${(0.25 + roll() * 0.4).toFixed(2)}"/>`
  }).join('')

const MOTIFS: readonly Motif[] = [hills, skyline, waves, circles, lights, hills]

/** A small landscape; the same picture for the same id, always. */
export function drawThumbnail(youtubeId: string): string {
  const roll = dice(youtubeId)
  const choose = <T>(choices: readonly [T, ...T[]] | readonly T[]): T | undefined =>
    choices[Math.floor(roll() * choices.length)]
  const palette = choose(PALETTES)
  const motif = choose(MOTIFS)
  if (!palette || !motif) return ''
  const [above, below, , , , light] = palette
  const sun = `<circle cx="${(70 + roll() * 340).toFixed()}" cy="${(50 + roll() * 70).toFixed()}" r="${(18 + roll() * 26).toFixed()}" fill="${light}" fill-opacity=".9"/>`
  return (
    `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 ${WIDTH} ${HEIGHT}" width="${WIDTH}" height="${HEIGHT}">` +
    `<linearGradient id="s" x2="0" y2="1"><stop stop-color="${above}"/><stop offset="1" stop-color="${below}"/></linearGradient>` +
    `<path d="M0 0h${WIDTH}v${HEIGHT}H0z" fill="url(#s)"/>${sun}${motif(roll, palette)}</svg>`
  )
}
