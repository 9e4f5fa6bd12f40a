// @vitest-environment jsdom
import { act, cleanup, render, screen } from '@testing-library/react'
import { afterEach, expect, test, vi } from 'vitest'
import { lazyOnceShown } from './lazy-once-shown.tsx'

afterEach(() => {
  cleanup()
  vi.unstubAllGlobals()
})

const Panel = ({ name }: { name: string }) => <p>{name}のパネル</p>

test('the code is loaded when the piece is first shown, once, with a stand-in until then', async () => {
  const load = vi.fn(async () => Panel)
  const Lazy = lazyOnceShown(load, { meanwhile: ({ name }) => <p>{name}を待つ</p> })
  expect(load).not.toHaveBeenCalled()
  const { rerender } = render(<Lazy name="一" />)
  expect(screen.getByText('一を待つ')).toBeDefined()
  expect(await screen.findByText('一のパネル')).toBeDefined()
  rerender(<Lazy key="new" name="二" />)
  expect(await screen.findByText('二のパネル')).toBeDefined()
  expect(load).toHaveBeenCalledOnce()
})

test('what gives way to the page is not asked for before that has come to rest', async () => {
  const load = vi.fn(async () => Panel)
  const atRest = vi.fn<(run: () => void) => number>()
  vi.stubGlobal('requestIdleCallback', atRest)
  const Lazy = lazyOnceShown(load, { restMs: 1_000 })
  const { container } = await act(async () => render(<Lazy name="一" />))
  expect(container.textContent).toBe('')
  expect(load).not.toHaveBeenCalled()
  await act(async () => atRest.mock.calls[0]?.[0]())
  expect(screen.getByText('一のパネル')).toBeDefined()
})
