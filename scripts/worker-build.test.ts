import { getManifest } from 'workbox-build'
import { expect, test } from 'vitest'
import { PRECACHED } from './worker-build.ts'

test('the terms and the privacy policy can be read without a connection, as they look', async () => {
  const { manifestEntries } = await getManifest({ globDirectory: 'public', ...PRECACHED })
  const pages = ['/terms-of-service.html', '/privacy-policy.html', '/legal.css']
  expect(manifestEntries.map(({ url }) => `/${url}`)).toEqual(expect.arrayContaining(pages))
})
