import { mkdir, mkdtemp, readdir, rm, stat } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import type { Device, Driver, Engine, LaunchOptions, Tab } from './port.ts'
import { tabOf } from './tab.ts'

/** As browsers name a download that is not complete. */
const INCOMPLETE = /\.(part|crdownload|wkdownload)$/

const launched = new Set<Device>()
/** The tabs of all devices that this process has open. */
export const openTabs = (): Tab[] => [...launched].flatMap((device) => device.tabs())

export async function launch(engine: Engine, options: LaunchOptions): Promise<Device> {
  const { profile: given, before, width, height } = options
  const folder = await mkdtemp(join(tmpdir(), `mirutomo-${engine.name}-`))
  const profile = given ?? join(folder, 'profile')
  const downloads = join(folder, 'downloads')
  await Promise.all([mkdir(profile, { recursive: true }), mkdir(downloads)])

  let complaints: string[] = []
  const complain = (text: string) => void complaints.push(text)
  const start = (): Promise<Driver> => engine.start({ profile, downloads, before, width, height, complain })
  let driver = await start()
  let tabs: Tab[] = []
  let inFront: Tab | undefined

  const device: Device = {
    engine: engine.name,
    takeComplaints() {
      const taken = complaints
      complaints = []
      return taken
    },
    async downloads() {
      const names = await readdir(downloads)
      const paths = names.filter((name) => !INCOMPLETE.test(name)).map((name) => join(downloads, name))
      // Firefox holds the place by an empty file until the part beside it is complete
      const sizes = await Promise.all(paths.map(async (path) => (await stat(path)).size))
      return paths.filter((_, index) => sizes[index] !== 0)
    },
    tabs: () => tabs,
    async newTab() {
      const page = await driver.openPage()
      const bringToFront = async () => {
        if (inFront === tab) return
        await page.toFront()
        inFront = tab
      }
      const tab = tabOf(page, bringToFront, () => {
        tabs = tabs.filter((other) => other !== tab)
        inFront = undefined
      })
      tabs = [...tabs, tab]
      inFront = tab
      return tab
    },
    async restart() {
      tabs = []
      await driver.close()
      driver = await start()
    },
    async close() {
      launched.delete(device)
      await driver.close()
      await rm(folder, { recursive: true, force: true, maxRetries: 5 })
    },
  }
  launched.add(device)
  return device
}
