import { describe, expect, test } from 'vitest'
import { connectionIdOf, pathOf } from './notification-link.ts'

describe('where a notification leads', () => {
  test('is its link inside the app', () => {
    expect(pathOf({ type: 'like', link: '/video/abc' })).toBe('/video/abc')
  })
  test.each(['https://evil.example/', '//evil.example', '/\\evil.example', 'javascript:alert(1)', ''])(
    'is never %s',
    (link) => {
      expect(pathOf({ type: 'like', link })).toBeUndefined()
    },
  )
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
