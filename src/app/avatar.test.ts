import { expect, test, vi } from 'vitest'
import type { App } from './app.ts'
import { changeAvatar, removeAvatar } from './avatar.ts'
import { RestFailure } from './rest.ts'
import { StorageFailure, type StorageCode } from './storage.ts'

const ME = '0190a1b2-0000-7000-8000-000000000001'
const PICTURE = new Blob(['x'], { type: 'image/webp' })

type Scene = { files?: string[]; refused?: StorageCode[]; saving?: RestFailure; avatarUrl?: string }

/** A server with a folder of files; uploads are refused as told, one after the other. */
function scene({ files = [], refused = [], saving, avatarUrl }: Scene) {
  const folder = new Set(files.map((name) => `${ME}/${name}`))
  const rest = vi.fn(async (_path: string, _question: { change: { avatar_url: string | null } }) => {
    if (saving) throw saving
  })
  const app = {
    rest,
    keeper: { state: { read: () => ({ status: 'opening' }) } },
    account: { read: () => ({ avatarUrl: avatarUrl ?? null }) },
    storage: async () => ({
      upload: async (_bucket: string, path: string) => {
        const code = refused.shift()
        if (code) throw new StorageFailure(code)
        folder.add(path)
      },
      remove: async (_bucket: string, paths: string[]) => paths.forEach((path) => folder.delete(path)),
      list: async () => [...folder],
    }),
  } as unknown as App
  return { app, rest, names: () => [...folder].map((path) => path.slice(ME.length + 1)) }
}

test('the new picture is named in the profile, and the old ones are gone', async () => {
  const { app, rest, names } = scene({ files: ['old.webp', 'older.jpg'] })
  expect(await changeAvatar(app, ME, PICTURE)).toEqual({ ok: true })
  expect(names()).toEqual([expect.stringMatching(/^[0-9a-f-]{36}\.webp$/)])
  expect(rest.mock.calls[0]?.[1].change.avatar_url).toBe(
    `/storage/v1/object/public/avatars/${ME}/${names()[0]}`,
  )
})

test('a full folder makes way, but the picture that is shown stays until the new one is', async () => {
  const full = Array.from({ length: 8 }, (_, index) => `${index}.webp`)
  const { app, names } = scene({
    files: full,
    refused: ['forbidden'],
    avatarUrl: `/storage/v1/object/public/avatars/${ME}/3.webp`,
    saving: new RestFailure('server'),
  })
  expect(await changeAvatar(app, ME, PICTURE)).toEqual({ ok: false, code: 'server' })
  expect(names()).toEqual(['3.webp'])
})

test.each([
  ['offline', 'offline'],
  ['timeout', 'offline'],
  ['signed_out', 'signed_out'],
  ['too_large', 'invalid'],
  ['server', 'server'],
] as const)('an upload that ends in %s is said as %s, and the profile is not touched', async (code, said) => {
  const { app, rest } = scene({ refused: [code] })
  expect(await changeAvatar(app, ME, PICTURE)).toEqual({ ok: false, code: said })
  expect(rest).not.toHaveBeenCalled()
})

test('when nobody knows whether the profile names it, the file stays', async () => {
  const { app, names } = scene({ saving: new RestFailure('offline') })
  expect(await changeAvatar(app, ME, PICTURE)).toEqual({ ok: false, code: 'offline' })
  expect(names()).toHaveLength(1)
})

test('without a picture there are no files', async () => {
  const { app, rest, names } = scene({ files: ['old.webp'] })
  expect(await removeAvatar(app, ME)).toEqual({ ok: true })
  expect(rest.mock.calls[0]?.[1].change.avatar_url).toBeNull()
  expect(names()).toEqual([])
})
