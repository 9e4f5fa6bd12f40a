import { basename } from 'node:path'
import { expect } from 'vitest'
import { drawn } from '../support/drawn.ts'
import { chromium } from './adapters/chromium.ts'
import { firefox } from './adapters/firefox.ts'
import { webkit } from './adapters/webkit.ts'
import { isInstalled } from './installed.ts'
import type { Engine } from './port.ts'

/** Those that this machine has. */
const INSTALLED: readonly Engine[] = [chromium, firefox, webkit].filter(({ name }) => isInstalled(name))

/** Half of the people have WebKit. */
const [FIRST] = [webkit, chromium].filter((engine) => INSTALLED.includes(engine))

/** The first one, and for every second file another that a commit draws. */
function drawnEngines(): Engine[] {
  const others = INSTALLED.filter((engine) => engine !== FIRST)
  const ways = [...others, ...others.map(({ name }) => ({ name: `without ${name}` }))]
  const more = drawn(basename(expect.getState().testPath ?? ''), ways, 1)
  return INSTALLED.filter((engine) => engine === FIRST || more.some(({ name }) => name === engine.name))
}

/** `ENGINES=webkit,firefox` runs the journeys in those only. */
const wanted = process.env['ENGINES']?.split(',')

/** Those in which the journeys of this file run. */
export const ENGINES: readonly Engine[] =
  wanted === undefined ? drawnEngines() : INSTALLED.filter(({ name }) => wanted.includes(name))
