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

/** Half of the people have WebKit. Beside it a commit draws for each file another one, or none. */
function drawnEngines(): Engine[] {
  const ways = INSTALLED.map((engine) => ({
    name: engine.name,
    engines: INSTALLED.filter((other) => other === engine || other.name === 'webkit'),
  }))
  const file = basename(expect.getState().testPath ?? '')
  return [...new Set(drawn(file, ways, 1).flatMap(({ engines }) => engines))]
}

/** `ENGINES=webkit,firefox` runs the journeys in those only. */
const wanted = process.env['ENGINES']?.split(',')

/** Those in which the journeys of this file run. */
export const ENGINES: readonly Engine[] =
  wanted === undefined ? drawnEngines() : INSTALLED.filter(({ name }) => wanted.includes(name))
