import { expect, test, vi } from 'vitest'
import { createStorage, StorageFailure } from './storage.ts'
import { NoAnswer } from './http.ts'

const FILE = new Blob(['x'], { type: 'image/webp' })

function storageThat(request: typeof fetch, token: string | null | Error = 'token') {
  const reached = vi.fn<(reached: boolean) => void>()
  const environment = () =>
    Promise.resolve({ apiUrl: 'https://api.example', publishableKey: 'pk', thumbnailBase: '' })
  const accessToken = async () => {
    if (token instanceof Error) throw token
    return token
  }
  return { reached, ...createStorage({ environment, accessToken, reached, request }) }
}
const codeOf = (work: Promise<unknown>): Promise<unknown> =>
  work.then(
    () => 'none',
    (error: unknown) => (error instanceof StorageFailure ? error.code : error),
  )

test('a file goes up with its type, the person’s token and how long it may be kept', async () => {
  const request = vi.fn<typeof fetch>(async () => Response.json({ Key: 'avatars/me/a.webp' }))
  await storageThat(request).upload('avatars', 'me/a.webp', FILE, { cacheSeconds: 60 })
  const [address, init] = request.mock.calls[0] ?? []
  expect(address).toBe('https://api.example/storage/v1/object/avatars/me/a.webp')
  expect(init).toMatchObject({
    method: 'POST',
    body: FILE,
    headers: {
      apikey: 'pk',
      authorization: 'Bearer token',
      'content-type': 'image/webp',
      'cache-control': 'max-age=60',
    },
  })
})

test.each([
  ['403', 'forbidden'],
  ['413', 'too_large'],
  ['415', 'wrong_type'],
  ['404', 'not_found'],
  ['500', 'server'],
])('a refusal that says %s in its body is %s', async (statusCode, code) => {
  const { upload, reached } = storageThat(async () =>
    Response.json({ statusCode, message: '' }, { status: 400 }),
  )
  expect(await codeOf(upload('avatars', 'me/a.webp', FILE))).toBe(code)
  expect(reached.mock.calls).toEqual([[true]])
})

test('the gateway’s own refusal of what is far too large, too', async () => {
  const { upload } = storageThat(async () => Response.json({ code: 'body_too_large' }, { status: 413 }))
  expect(await codeOf(upload('avatars', 'me/a.webp', FILE))).toBe('too_large')
})

test('no connection is said, and told to who watches it; without a person nothing is sent', async () => {
  const cut = storageThat(() => Promise.reject(new TypeError('Failed to fetch')))
  expect(await codeOf(cut.upload('avatars', 'me/a.webp', FILE))).toBe('offline')
  expect(cut.reached).toHaveBeenCalledWith(false)
  const request = vi.fn<typeof fetch>()
  expect(await codeOf(storageThat(request, null).remove('avatars', ['me/a.webp']))).toBe('signed_out')
  expect(request).not.toHaveBeenCalled()
})

test('whose token cannot be had just now is not told that they are signed out', async () => {
  const request = vi.fn<typeof fetch>()
  const asked = (token: Error) => codeOf(storageThat(request, token).upload('avatars', 'me/a.webp', FILE))
  expect(await asked(new NoAnswer('offline'))).toBe('offline')
  expect(await asked(new Error('disk'))).toBe('offline')
  expect(await asked(new NoAnswer('signed_out'))).toBe('signed_out')
  expect(request).not.toHaveBeenCalled()
})

test('a folder is listed by paths; a page that is no listing is no connection', async () => {
  expect(
    await storageThat(async () => Response.json([{ name: 'a.webp', id: '1' }])).list('avatars', 'me'),
  ).toEqual(['me/a.webp'])
  expect(await codeOf(storageThat(async () => new Response('<html>')).list('avatars', 'me'))).toBe('offline')
})
