import { describe, expect, test } from 'vitest'
import { isAnonymousCatalogue, isThumbnail, isVideoList } from './cacheable-requests.ts'

const KEY = 'sb_publishable_x'
function asked(path: string, headers: Record<string, string>, method = 'GET'): boolean {
  const request = new Request(`https://api.example.com${path}`, { method, headers })
  return isAnonymousCatalogue(request, new URL(request.url))
}

describe('what may be kept of the server answers', () => {
  test('is what an anonymous visitor asks of the catalogue', () => {
    expect(asked('/rest/v1/videos?select=*', { apikey: KEY })).toBe(true)
    expect(asked('/rest/v1/videos?select=*', { apikey: KEY, authorization: `Bearer ${KEY}` })).toBe(true)
    expect(asked('/rest/v1/rpc/search_videos?query=a', { apikey: KEY })).toBe(true)
  })

  test.each([
    [
      "a signed-in person's question",
      '/rest/v1/videos',
      { apikey: KEY, authorization: 'Bearer eyJ.person.token' },
      'GET',
    ],
    ['a question without a key', '/rest/v1/videos', {}, 'GET'],
    ['a write', '/rest/v1/videos', { apikey: KEY }, 'POST'],
    ['a personal table', '/rest/v1/favorites', { apikey: KEY }, 'GET'],
    ['the sync calls', '/rest/v1/rpc/sync_pull', { apikey: KEY }, 'GET'],
    ['a path that only ends alike', '/rest/v1/my_videos', { apikey: KEY }, 'GET'],
  ])('is never %s', (_, path, headers, method) => expect(asked(path, headers, method)).toBe(false))
})

test('a thumbnail is the platform’s or one of the local stack', () => {
  expect(isThumbnail(new URL('https://i.ytimg.com/vi/x/hqdefault.jpg'), false)).toBe(true)
  expect(isThumbnail(new URL('http://localhost:3000/thumbnails/x.png'), true)).toBe(true)
  expect(isThumbnail(new URL('https://elsewhere.example/thumbnails/x.png'), false)).toBe(false)
  expect(isThumbnail(new URL('http://localhost:3000/assets/x.png'), true)).toBe(false)
})

test.each([
  ['/rest/v1/videos?select=*&order=published_at.desc&limit=10', true],
  ['/rest/v1/promotion_slots?type=eq.home', true],
  ['/rest/v1/videos?select=*&youtube_id=eq.dQw4w9WgXcQ', false],
  ['/rest/v1/rpc/search_videos?query=a&page=1', false],
])('%s is renewed in the background: %s', (path, renewed) =>
  expect(isVideoList(new URL(`https://api.example.com${path}`))).toBe(renewed),
)
