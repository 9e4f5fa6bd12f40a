import { existsSync, mkdirSync, readFileSync, readdirSync, rmSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import type { Page } from 'playwright-core'

const KEPT = join(import.meta.dirname, 'kept')
const SEEN = 'test-results/pictures'
/** `npm run pictures` keeps what it sees instead of comparing. */
const keeping = process.env['KEEP_PICTURES'] === '1'

/** A colour that is further than this, in one of red, green and blue (0–255), from all that is around its place in the other picture is another one: machines draw the edges of letters a part of a pixel apart. */
const COLOUR_TOLERANCE = 40
/** As much of a picture may differ: a word that is longer today, the edge of a box that another build draws a little aside. */
const SHARE_TOLERANCE = 0.003

/** So often is a picture taken before it is called different. */
const MOST_TAKES = 3
const AGAIN_AFTER_MS = 1000

const isMuch = (share: number): boolean => share > SHARE_TOLERANCE

/** Looks at pictures beside those that are kept; what is not as it was is left in `test-results/pictures`. */
export class KeptPictures {
  #page: Page
  #seen = new Set<string>()

  /** `page`: an empty one, whose canvas does the comparing. */
  constructor(page: Page) {
    this.#page = page
    rmSync(SEEN, { recursive: true, force: true })
    mkdirSync(SEEN, { recursive: true })
    if (keeping) rmSync(KEPT, { recursive: true, force: true })
    mkdirSync(KEPT, { recursive: true })
  }

  /**
   * '' when what `take` takes is as the kept one, else what is the matter. What differs is taken again: on a
   * slow machine a page has not always painted what it holds.
   */
  async look(name: string, take: () => Promise<Buffer>): Promise<string> {
    const file = join(KEPT, `${name}.png`)
    if (this.#seen.has(`${name}.png`)) return `${name}: two screens have this name`
    this.#seen.add(`${name}.png`)
    if (keeping) {
      writeFileSync(file, await take())
      return ''
    }
    let complaint = ''
    for (let taken = 0; taken < MOST_TAKES; taken++) {
      if (taken > 0) await new Promise((resolve) => setTimeout(resolve, AGAIN_AFTER_MS))
      const picture = await take()
      complaint = await this.#complaint(file, picture)
      if (complaint === '') return ''
      writeFileSync(join(SEEN, `${name}.png`), picture)
    }
    return `${name}: ${complaint}`
  }

  async #complaint(file: string, picture: Buffer): Promise<string> {
    if (!existsSync(file)) return 'none is kept'
    const share = await this.#differing(readFileSync(file), picture)
    return isMuch(share) ? `${(share * 100).toFixed(1)} % differ` : ''
  }

  /** Whether two pictures are of things that do not look the same. */
  async differ(one: Buffer, other: Buffer): Promise<boolean> {
    return isMuch(await this.#differing(one, other))
  }

  /** Kept pictures that nobody looked at. */
  left(): string[] {
    return readdirSync(KEPT).filter((file) => !this.#seen.has(file))
  }

  #differing(kept: Buffer, seen: Buffer): Promise<number> {
    return this.#page.evaluate(
      async ([one, other, tolerance]) => {
        const pixelsOf = async (base64: string) => {
          const image = new Image()
          image.src = `data:image/png;base64,${base64}`
          await image.decode()
          const canvas = new OffscreenCanvas(image.width, image.height)
          const context = canvas.getContext('2d', { willReadFrequently: true })
          context?.drawImage(image, 0, 0)
          return { width: image.width, data: context?.getImageData(0, 0, image.width, image.height).data }
        }
        const [a, b] = [await pixelsOf(one), await pixelsOf(other)]
        if (!a.data || !b.data || a.width !== b.width || a.data.length !== b.data.length) return 1
        const [first, second] = [a.data, b.data]
        const around = [-1, 0, 1].flatMap((down) => [-1, 0, 1].map((right) => (down * a.width + right) * 4))
        /** Is nothing like this pixel of the one picture around the same place of the other? */
        const isAlone = (of: Uint8ClampedArray, among: Uint8ClampedArray, at: number): boolean => {
          for (let part = at; part < at + 3; part++) {
            let [least, most] = [255, 0]
            for (const step of around) {
              const value = among[part + step] ?? among[part] ?? 0
              if (value < least) least = value
              if (value > most) most = value
            }
            const value = of[part] ?? 0
            if (value < least - tolerance || value > most + tolerance) return true
          }
          return false
        }
        let differing = 0
        for (let at = 0; at < first.length; at += 4)
          if (isAlone(first, second, at) || isAlone(second, first, at)) differing += 1
        return differing / (first.length / 4)
      },
      [kept.toString('base64'), seen.toString('base64'), COLOUR_TOLERANCE] as const,
    )
  }
}
