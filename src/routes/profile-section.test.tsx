// @vitest-environment jsdom
import {
  createMemoryHistory,
  createRootRoute,
  createRoute,
  createRouter,
  RouterProvider,
} from '@tanstack/react-router'
import { render, screen } from '@testing-library/react'
import { expect, test, vi } from 'vitest'
import { Route as section } from './profile.lazy.tsx'

const { component } = section.options
if (!component) throw new Error('the section shows nothing')

test('the screen that is left stays as it is until the next one is there, whatever the address says already', async () => {
  HTMLElement.prototype.scrollTo = vi.fn()
  const arrived = Promise.withResolvers<void>()
  const rootRoute = createRootRoute()
  const profile = createRoute({
    getParentRoute: () => rootRoute,
    path: '/profile',
    component,
  })
  const own = createRoute({ getParentRoute: () => profile, path: '/', component: () => <h1>わたし</h1> })
  const history = createRoute({
    getParentRoute: () => profile,
    path: '/history',
    loader: () => arrived.promise,
    component: () => <h1>履歴</h1>,
  })
  const router = createRouter({
    routeTree: rootRoute.addChildren([profile.addChildren([own, history])]),
    history: createMemoryHistory({ initialEntries: ['/profile'] }),
  })
  await router.load()
  render(<RouterProvider router={router} />)
  const shown = await screen.findByRole('heading', { name: 'わたし' })
  const going = router.navigate({ to: '/profile/history' })
  await vi.waitFor(() => expect(router.state.location.pathname).toBe('/profile/history'))
  expect(screen.queryByRole('navigation')).toBeNull()
  expect(shown.isConnected).toBe(true)
  arrived.resolve()
  await going
  expect(await screen.findByRole('navigation', { name: 'マイページ' })).toBeDefined()
  expect(screen.getByRole('heading', { name: '履歴' })).toBeDefined()
})
