// @vitest-environment jsdom
import { render } from '@testing-library/react'
import { describe, expect, test } from 'vitest'
import { RadarChart } from './radar-chart.tsx'
import { RadarGlyph } from './radar-glyph.tsx'

const AXES = ['一', '二', '三', '四', '五', '六']
const chartOf = (values: (number | null)[]) =>
  render(<RadarChart title="軸" axes={AXES} series={[{ name: '評価', values, tone: 'accent' }]} />).container
/** What the values themselves are drawn as, beside the web. */
const areaIn = (drawn: Element) => drawn.querySelector('.radar-shape polygon')
const linesIn = (drawn: Element) => drawn.querySelector('.radar-shape path')?.getAttribute('d')

describe('RadarChart', () => {
  test('encloses an area from three axes on', () => {
    const drawn = chartOf([5, null, 4, null, 3, null])
    expect(areaIn(drawn)).not.toBeNull()
    expect(linesIn(drawn)).toBeUndefined()
  })

  test('draws one axis as a line of its length, and no area', () => {
    const drawn = chartOf([4, null, null, null, null, null])
    expect(areaIn(drawn)).toBeNull()
    expect(linesIn(drawn)?.match(/L/g)).toHaveLength(1)
    expect(linesIn(drawn)).toMatch(/^M0 0L\S+,-80$/)
  })

  test('draws two axes as two lines', () => {
    expect(linesIn(chartOf([5, null, null, 3, null, null]))?.match(/M0 0L/g)).toHaveLength(2)
  })
})

test('RadarGlyph draws one or two axes as lines from its centre, more as an area', () => {
  const pathOf = (values: (number | null)[]) =>
    render(<RadarGlyph values={values} />)
      .container.querySelector('path')
      ?.getAttribute('d') ?? ''
  expect(pathOf([5, null, 2, null, null, null])).toMatch(/^M12 12L\S+M12 12L\S+$/)
  expect(pathOf([5, 4, 2, null, null, null])).toMatch(/^M[^M]+Z$/)
  expect(pathOf([null, null, null, null, null, null])).toBe('')
})
