// @vitest-environment jsdom
import { createMemoryHistory, createRootRoute, createRouter, RouterProvider } from '@tanstack/react-router'
import { render, screen } from '@testing-library/react'
import { expect, test, vi } from 'vitest'
import { afterPaint } from '#platform/after-paint.ts'
import { PROFILE_NAV } from '../menu.ts'
import { Section } from './section-nav.tsx'

test('the present room is brought into view after it was painted, and nothing is asked for its place before', async () => {
  const place = vi.spyOn(HTMLElement.prototype, 'offsetLeft', 'get').mockReturnValue(300)
  const scrollTo = vi.fn()
  HTMLElement.prototype.scrollTo = scrollTo
  const rootRoute = createRootRoute({
    component: () => (
      <Section label="マイページ" entries={PROFILE_NAV}>
        部屋
      </Section>
    ),
  })
  const history = createMemoryHistory({ initialEntries: ['/profile/history'] })
  const router = createRouter({ routeTree: rootRoute, history })
  await router.load()
  render(<RouterProvider router={router} />)
  screen.getByText('部屋')
  expect(place).not.toHaveBeenCalled()
  expect(scrollTo).not.toHaveBeenCalled()
  await afterPaint()
  expect(scrollTo).toHaveBeenCalledWith({ left: 300, top: 0 })
})
