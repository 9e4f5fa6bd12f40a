// @vitest-environment jsdom
import { createMemoryHistory, createRootRoute, createRouter, RouterProvider } from '@tanstack/react-router'
import { render, screen } from '@testing-library/react'
import { expect, test } from 'vitest'
import { AuthLink } from './auth-link.tsx'

window.scrollTo = () => {}

/** Where the two links lead on this page. */
async function linksAt(address: string): Promise<(string | null)[]> {
  const routeTree = createRootRoute({
    component: () => (
      <>
        <AuthLink to="/login" className="">
          ログイン
        </AuthLink>
        <AuthLink to="/signup" className="">
          新規登録
        </AuthLink>
      </>
    ),
  })
  const history = createMemoryHistory({ initialEntries: [address] })
  const router = createRouter({ routeTree, history })
  await router.load()
  render(<RouterProvider router={router} />)
  return screen.getAllByRole('link').map((link) => link.getAttribute('href'))
}

test.each([
  ['/events/1?view=past#top', '?from=%2Fevents%2F1%3Fview%3Dpast%23top'],
  ['/login?from=%2Fevents%2F1', '?from=%2Fevents%2F1'],
  ['/signup?from=%2Fevents%2F1', '?from=%2Fevents%2F1'],
  ['/login?from=https://evil.example/', ''],
  ['/login', ''],
  ['/', ''],
  ['/reset-password', ''],
  ['/account-deleted', ''],
])('whoever logs in or registers from %s comes back there', async (address, search) => {
  expect(await linksAt(address)).toEqual([`/login${search}`, `/signup${search}`])
})
