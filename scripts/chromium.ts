/** Has a Chromium for the journeys: the system's, else Debian's package where that can be installed, else Playwright's own. */
import { spawnSync } from 'node:child_process'
import { existsSync } from 'node:fs'
import { chromium } from 'playwright-core'
import { chromiumPath } from '../tests/support/browser.ts'

/** Answers whether there is one now. */
export function ensureChromium(): boolean {
  const isThere = () => chromiumPath() !== undefined || existsSync(chromium.executablePath())
  if (isThere()) return true
  console.log('Installing Chromium / Chromium をインストールしています…')
  if (process.getuid?.() === 0 && existsSync('/usr/bin/apt-get')) {
    const environment = { ...process.env, DEBIAN_FRONTEND: 'noninteractive' }
    const run = (...args: string[]) => spawnSync('apt-get', args, { stdio: 'inherit', env: environment })
    run('update', '-qq')
    run('install', '-y', '-qq', '--no-install-recommends', 'chromium', 'fonts-noto-cjk')
  }
  if (!isThere()) spawnSync('playwright-core', ['install', 'chromium'], { stdio: 'inherit' })
  return isThere()
}
