import { describe, expect, test } from 'vitest'
import { connectionIdOf, pathOf } from './notification-link.ts'

describe('where a notification leads', () => {
  test('is its link inside the app', () => {
    expect(pathOf({ type: 'like', link: '/video/abc' })).toBe('/video/abc')
  })
  test('may have a question and a place in the page', () => {
    const link = '/search?q=https://a.example/./b#top'
    expect(pathOf({ type: 'like', link })).toBe(link)
  })
  test.each([
    'https://evil.example/',
    '//evil.example',
    '/\\evil.example',
    '/\t/evil.example',
    '/.//evil.example',
    '/video/..//evil.example',
    'javascript:alert(1)',
    '',
  ])('is never %j', (link) => {
    expect(pathOf({ type: 'like', link })).toBeUndefined()
  })
  test('is inside the app whatever the conversation is called', () => {
    const metadata = { message_data: { conversation_id: '..//evil.example' } }
    expect(pathOf({ type: 'message', metadata })).toBe('/messages/..%2F%2Fevil.example')
  })
  test('is the conversation of a message without a link', () => {
    const metadata = { message_data: { conversation_id: 'c1' } }
    expect(pathOf({ type: 'message', metadata })).toBe('/messages/c1')
    expect(pathOf({ type: 'message', metadata: { message_data: null } })).toBeUndefined()
  })
})

test('the connection to answer is in the metadata, or nowhere', () => {
  expect(connectionIdOf({ metadata: { connection_data: { connection_id: 'k1' } } })).toBe('k1')
  expect(connectionIdOf({ metadata: { connection_data: {} } })).toBeUndefined()
  expect(connectionIdOf({})).toBeUndefined()
})
