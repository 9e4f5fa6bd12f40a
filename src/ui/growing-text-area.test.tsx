// @vitest-environment jsdom
import { render, screen } from '@testing-library/react'
import { createRef } from 'react'
import { expect, onTestFinished, test, vi } from 'vitest'
import { GrowingTextArea } from './growing-text-area.tsx'

const heightOf = (supports: boolean): string => {
  vi.stubGlobal('CSS', { supports: () => supports })
  vi.spyOn(HTMLElement.prototype, 'scrollHeight', 'get').mockReturnValue(92)
  onTestFinished(() => {
    vi.unstubAllGlobals()
    vi.restoreAllMocks()
  })
  const ref = createRef<HTMLTextAreaElement>()
  render(<GrowingTextArea ref={ref} value={'一\n二\n三'} readOnly />)
  expect(ref.current).toBe(screen.getByRole('textbox'))
  return screen.getByRole('textbox').style.height
}

test('takes the height of its text where the engine has no field-sizing', () =>
  expect(heightOf(false)).toBe('92px'))
test('leaves the height to the engine elsewhere', () => expect(heightOf(true)).toBe(''))
