// @vitest-environment jsdom
import { act, cleanup, render, screen } from '@testing-library/react'
import { afterEach, expect, test, vi } from 'vitest'
import { watchMissingCode } from '#platform/missing-code.ts'
import { lazyOnceShown } from './lazy-once-shown.tsx'

afterEach(() => {
  cleanup()
  vi.restoreAllMocks()
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

test('a piece whose code is missing leaves its stand-in there, and what is around it too', async () => {
  watchMissingCode()
  const payload = new TypeError('missing')
  window.dispatchEvent(Object.assign(new Event('vite:preloadError'), { payload }))
  const Bare = lazyOnceShown<{ name: string }>(() => Promise.reject(payload))
  const Replaced = lazyOnceShown<{ name: string }>(() => Promise.reject(payload), {
    meanwhile: ({ name }) => <p>{name}を待つ</p>,
  })
  const { container } = await act(async () =>
    render(
      <main>
        画面 <Bare name="一" /> <Replaced name="二" />
      </main>,
    ),
  )
  expect(container.textContent).toBe('画面  二を待つ')
})

test('a defect of its code is none of the connection, and is told', async () => {
  vi.spyOn(console, 'error').mockImplementation(() => {})
  const Broken = lazyOnceShown<{ name: string }>(() => Promise.reject(new Error('壊れた部品')))
  await expect(act(async () => render(<Broken name="一" />))).rejects.toThrow('壊れた部品')
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
