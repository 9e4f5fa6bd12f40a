// @vitest-environment jsdom
import { createMemoryHistory } from '@tanstack/react-router'
import { beforeAll, describe, expect, test } from 'vitest'
import type { App } from '#app/app.ts'
import { createAppRouter } from './router.ts'

beforeAll(() => {
  window.scrollTo = () => {}
})

async function hrefAfterLoad(address: string): Promise<string> {
  const history = createMemoryHistory({ initialEntries: [address] })
  const router = createAppRouter({} as unknown as App, history)
  await router.load()
  return history.location.href
}

describe('the router', () => {
  test.each(['/%E3', '/video/%', '/genre/%E0%A4%A', '/search/%zz?q=a', '/%E3/%81'])(
    'goes home from the broken path %s',
    async (path) => expect(await hrefAfterLoad(path)).toBe('/'),
  )
})
