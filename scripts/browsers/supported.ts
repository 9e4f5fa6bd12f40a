import browserslist from 'browserslist'

/** Browsers as browserslist names them, and as the builds and the compatibility data name them. */
const FAMILIES = [
  { listed: 'chrome', target: 'chrome', inData: ['chrome', 'chrome_android'] },
  { listed: 'edge', target: 'edge', inData: ['edge'] },
  { listed: 'firefox', target: 'firefox', inData: ['firefox', 'firefox_android'] },
  { listed: 'safari', target: 'safari', inData: ['safari'] },
  { listed: 'ios_saf', target: 'ios', inData: ['safari_ios'] },
] as const

export type Browser = (typeof FAMILIES)[number]['inData'][number]

/** The oldest version of a family in the browserslist of package.json. Throws if it lists none. */
function oldestVersion(listed: string): number {
  const versions = browserslist(undefined, { path: import.meta.dirname })
    .filter((each) => each.startsWith(`${listed} `))
    .map((each) => Number.parseFloat(each.slice(listed.length + 1)))
  if (versions.length === 0) throw new Error(`The browserslist has no ${listed}.`)
  return Math.min(...versions)
}

const oldest = FAMILIES.map((family) => ({ ...family, version: oldestVersion(family.listed) }))

/** The oldest supported versions, as targets of Vite: `safari17.4`. */
export const BUILD_TARGETS: string[] = oldest.map(({ target, version }) => `${target}${version}`)

/** The oldest supported version of each browser in the compatibility data. browserslist knows only the latest of Android's, which share their engines with the desktop's. */
export const OLDEST_VERSIONS: ReadonlyMap<Browser, number> = new Map(
  oldest.flatMap(({ inData, version }) => inData.map((browser) => [browser, version] as const)),
)
