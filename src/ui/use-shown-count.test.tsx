// @vitest-environment jsdom
import {
  createMemoryHistory,
  createRootRoute,
  createRoute,
  createRouter,
  RouterProvider,
} from '@tanstack/react-router'
import { fireEvent, render, screen } from '@testing-library/react'
import { expect, test } from 'vitest'
import { useShownCount } from './use-shown-count.ts'

window.scrollTo = () => {}

function List() {
  const { shown, showMore } = useShownCount(20)
  return <button onClick={showMore}>{shown}</button>
}

test('whoever comes back to a list finds as much of it as they had left, and a list opened anew is short', async () => {
  const rootRoute = createRootRoute()
  const listRoute = createRoute({ getParentRoute: () => rootRoute, path: '/list', component: List })
  const itemRoute = createRoute({
    getParentRoute: () => rootRoute,
    path: '/item',
    component: () => <p>item</p>,
  })
  const history = createMemoryHistory({ initialEntries: ['/list?view=past'] })
  const router = createRouter({ routeTree: rootRoute.addChildren([listRoute, itemRoute]), history })
  render(<RouterProvider router={router} />)
  fireEvent.click(await screen.findByText('20'))
  fireEvent.click(await screen.findByText('40'))
  await screen.findByText('80')
  expect([history.location.href, history.length]).toEqual(['/list?view=past', 1])
  history.push('/item')
  await screen.findByText('item')
  history.back()
  await screen.findByText('80')
  history.push('/list')
  await screen.findByText('20')
})
