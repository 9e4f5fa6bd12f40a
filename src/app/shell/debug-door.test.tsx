// @vitest-environment jsdom
import { createMemoryHistory, createRootRoute, createRouter, RouterProvider } from '@tanstack/react-router'
import { render, screen } from '@testing-library/react'
import { expect, test, vi } from 'vitest'
import { documentAddress } from '#platform/document-address.ts'
import { DebugDoor } from './debug-door.tsx'

vi.mock('./debug-panel.tsx', () => ({ DebugPanel: () => <p>panel</p> }))
window.scrollTo = () => {}

/** `asked`: the address of the document; `shown`: where it led. */
async function open(asked: string, shown: string): Promise<void> {
  documentAddress.href = new URL(asked, documentAddress).href
  const routeTree = createRootRoute({
    component: () => (
      <main>
        <DebugDoor />
      </main>
    ),
  })
  const history = createMemoryHistory({ initialEntries: [shown] })
  const parseSearch = (search: string) => Object.fromEntries(new URLSearchParams(search))
  render(<RouterProvider router={createRouter({ routeTree, history, parseSearch })} />)
  await screen.findByRole('main')
}

test.each([
  ['/?debug=true', '/?debug=true'],
  ['/', '/?debug=true'],
  ['/nope?debug=true', '/'],
  ['/profile?debug=true', '/login?from=%2Fprofile'],
])('%s opens the panel at %s', async (asked, shown) => {
  await open(asked, shown)
  expect(await screen.findByText('panel')).toBeTruthy()
})

test('nothing else does', async () => {
  await open('/?debug=false', '/')
  expect(screen.queryByText('panel')).toBeNull()
})
