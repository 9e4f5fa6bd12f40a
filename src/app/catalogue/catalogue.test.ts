import { expect, test } from 'vitest'
import type { Catalogue, Live, Loaded, Video } from '#domain/catalogue.ts'
import { createValue } from '#platform/observable-value.ts'
import { createCatalogue, type DeviceSource } from './catalogue.ts'
import type { DeviceCatalogue } from './device-catalogue.ts'

const video = (title: string) => ({ id: title, title }) as Video
const ready = (title: string): Loaded<Video[]> => ({
  status: 'ready',
  value: [video(title)],
  asOf: null,
  source: 'server',
})
const always = <T>(value: T): Live<T> => createValue(value)

test('follows the person: server for a visitor, waiting while the device opens, then the device', () => {
  const source = createValue<DeviceSource>('none')
  const server = { top: () => always(ready('server')) } as unknown as Catalogue
  const device = { top: () => always([video('device')]) } as unknown as DeviceCatalogue
  const catalogue = createCatalogue(server, source)
  const seen: string[] = []
  const live = catalogue.top(10)
  expect(catalogue.top(10)).toBe(live)
  live.subscribe((loaded) =>
    seen.push(loaded.status === 'ready' ? (loaded.value[0]?.title ?? '') : loaded.status),
  )
  source.set('opening')
  source.set({ catalogue: device, lastSyncedAt: () => 1 })
  source.set('none')
  expect(seen).toEqual(['server', 'loading', 'device', 'server'])
})
