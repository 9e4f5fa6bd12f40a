import { afterEach, expect, test, vi } from 'vitest'
import { dropPicture } from './drop-picture.ts'

afterEach(() => vi.unstubAllGlobals())

test('a picture that could not be shown is dropped from every cache, also where one of them cannot be opened', async () => {
  const dropped: string[] = []
  vi.stubGlobal('caches', {
    keys: async () => ['broken', 'thumbnails', 'catalogue'],
    open: async (name: string) => {
      if (name === 'broken') throw new DOMException('gone', 'UnknownError')
      return { delete: async (address: string) => dropped.push(`${name} ${address}`) > 0 }
    },
  })
  await dropPicture('/thumbnails/a.jpg')
  expect(dropped).toEqual(['thumbnails /thumbnails/a.jpg', 'catalogue /thumbnails/a.jpg'])
})

test('a browser without caches has nothing to drop', async () => {
  vi.stubGlobal('caches', undefined)
  await expect(dropPicture('/thumbnails/a.jpg')).resolves.toBeUndefined()
})
