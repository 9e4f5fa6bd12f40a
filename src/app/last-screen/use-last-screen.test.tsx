// @vitest-environment jsdom
import { useRef } from 'react'
import { act, cleanup, render } from '@testing-library/react'
import {
  createMemoryHistory,
  createRootRoute,
  createRoute,
  createRouter,
  Outlet,
  RouterProvider,
} from '@tanstack/react-router'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { LAST_SCREEN_MARK } from '#domain/last-screen.ts'
import { useLastScreen } from './use-last-screen.ts'

const last = () => document.getElementById('last-screen')
beforeEach(() => {
  document.documentElement.setAttribute(LAST_SCREEN_MARK, '')
  document.body.insertAdjacentHTML(
    'beforeend',
    '<div id="last-screen"><h1>お気に入り</h1><a href="/video/x"><b>動画</b></a></div>',
  )
})
afterEach(() => {
  cleanup()
  vi.useRealTimers()
  last()?.remove()
})

function Frame() {
  const main = useRef<HTMLElement>(null)
  useLastScreen(main)
  return (
    <main ref={main}>
      <Outlet />
    </main>
  )
}

async function start(screen: () => React.ReactNode) {
  const rootRoute = createRootRoute({ component: Frame })
  const routes = ['/', '/video/x'].map((path) =>
    createRoute({ getParentRoute: () => rootRoute, path, component: screen }),
  )
  const router = createRouter({ routeTree: rootRoute.addChildren(routes), history: createMemoryHistory() })
  await router.load()
  const { container } = render(<RouterProvider router={router} />)
  const main = container.querySelector('main')
  if (!main) throw new Error('no main')
  return { router, main }
}

/** What loads in it has loaded. */
const settle = (main: HTMLElement) =>
  act(async () =>
    main.querySelectorAll('[aria-busy]').forEach((loading) => loading.setAttribute('aria-busy', 'false')),
  )

test('how the screen looked last stays until the whole of it has loaded', async () => {
  const { main } = await start(() => (
    <>
      <h1>お気に入り</h1>
      <div aria-busy="true" />
    </>
  ))
  expect(last()).not.toBeNull()
  await settle(main)
  expect(last()).toBeNull()
})

test('a screen that is whole at once is shown at once', async () => {
  await start(() => <h1>ログイン</h1>)
  expect(last()).toBeNull()
  // Or what the app shows would stay hidden behind it (layout.css)
  expect(document.documentElement.hasAttribute(LAST_SCREEN_MARK)).toBe(false)
})

test('what is pressed in it leads on, and another screen ends it', async () => {
  const { router } = await start(() => <div aria-busy="true" />)
  const event = new MouseEvent('click', { bubbles: true, cancelable: true })
  await act(async () => void last()?.querySelector('b')?.dispatchEvent(event))
  expect(event.defaultPrevented).toBe(true)
  expect(router.state.location.pathname).toBe('/video/x')
  expect(last()).toBeNull()
})

test('it never stands for longer than five seconds', async () => {
  vi.useFakeTimers({ shouldAdvanceTime: true })
  await start(() => <div aria-busy="true" />)
  expect(last()).not.toBeNull()
  await act(() => vi.advanceTimersByTimeAsync(5_000))
  expect(last()).toBeNull()
})
