/** Provides Firefox and WebKit for the step `engines`: those of the system, else Debian's packages where these can be installed. */
import { isInstalled } from '../tests/engines/installed.ts'
import type { EngineName } from '../tests/engines/port.ts'
import { installDebianPackages } from './debian-packages.ts'

type Others = Exclude<EngineName, 'chromium'>
const PACKAGES: Record<Others, string[]> = {
  firefox: ['firefox-esr', 'fonts-noto-cjk'],
  webkit: ['webkit2gtk-driver', 'xvfb', 'gjs', 'gir1.2-webkit2-4.1', 'fonts-noto-cjk'],
}
const TITLES: Record<Others, string> = { firefox: 'Firefox', webkit: 'WebKitGTK' }

/** Prints a line for each engine whose journeys are left out because this machine cannot have it. */
export function ensureEngines(): void {
  for (const name of ['firefox', 'webkit'] as const) {
    if (isInstalled(name)) continue
    const title = TITLES[name]
    console.log(`Installing ${title} / ${title} をインストールしています…`)
    installDebianPackages(...PACKAGES[name])
    if (!isInstalled(name))
      console.error(
        `No ${title} here: its journeys are left out. / ${title} がないため、その確認は行いません。`,
      )
  }
}
