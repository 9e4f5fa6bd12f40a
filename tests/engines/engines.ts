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

/** Half of the people have WebKit. Of the others a commit draws one for each file. */
function drawnEngines(): Engine[] {
  const others = INSTALLED.filter(({ name }) => name !== 'webkit')
  const left = drawn(basename(expect.getState().testPath ?? ''), others, 1)
  return INSTALLED.filter((engine) => engine.name === 'webkit' || left.includes(engine))
}

/** `ENGINES=webkit,firefox` runs the journeys in those only. */
const wanted = process.env['ENGINES']?.split(',')

/** Those in which the journeys of this file run. */
export const ENGINES: readonly Engine[] =
  wanted === undefined ? drawnEngines() : INSTALLED.filter(({ name }) => wanted.includes(name))
