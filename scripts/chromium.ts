/** Has a Chromium for the journeys: the system's, else Debian's package where that can be installed, else Playwright's own. */
import { spawnSync } from 'node:child_process'
import { isInstalled } from '../tests/engines/installed.ts'
import { installDebianPackages } from './debian-packages.ts'

/** Answers whether there is one now. */
export function ensureChromium(): boolean {
  if (isInstalled('chromium')) return true
  console.log('Installing Chromium / Chromium をインストールしています…')
  installDebianPackages('chromium', 'fonts-noto-cjk')
  if (!isInstalled('chromium')) spawnSync('playwright-core', ['install', 'chromium'], { stdio: 'inherit' })
  return isInstalled('chromium')
}
