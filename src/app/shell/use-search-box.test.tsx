// @vitest-environment jsdom
import { createMemoryHistory, createRootRoute, createRouter, RouterProvider } from '@tanstack/react-router'
import { fireEvent, render, screen } from '@testing-library/react'
import { expect, test, vi } from 'vitest'
import type { App } from '../app.ts'
import { AppContext } from '../app-context.ts'
import { useSearchBox } from './use-search-box.ts'

function Box() {
  const { onSearch, onOpen } = useSearchBox()
  return (
    <>
      <button onClick={() => onSearch('猫')}>探す</button>
      <button onClick={() => onOpen('aB3_-xY9z01')}>ひらく</button>
    </>
  )
}

test.each([
  ['探す', '/search?q=%E7%8C%AB'],
  ['ひらく', '/video/aB3_-xY9z01'],
])('%s leads away once the box has had a frame to close in', async (name, address) => {
  window.scrollTo = vi.fn()
  const app = { catalogue: { suggest: vi.fn() } } as unknown as App
  const routeTree = createRootRoute({
    component: () => (
      <AppContext value={app}>
        <Box />
      </AppContext>
    ),
  })
  const router = createRouter({ routeTree, history: createMemoryHistory() })
  await router.load()
  render(<RouterProvider router={router} />)
  fireEvent.click(screen.getByRole('button', { name }))
  expect(router.latestLocation.href).toBe('/')
  await vi.waitFor(() => expect(router.latestLocation.href).toBe(address))
})
