// @vitest-environment jsdom
/* oxlint-disable jsx-key -- one is rendered after the other, never as a list */
import { act, cleanup, render } from '@testing-library/react'
import type { ReactNode } from 'react'
import { afterEach, beforeAll, describe, expect, test } from 'vitest'
import { translate } from '../../tests/support/translator.ts'
import { bearForeignNodes } from './foreign-nodes.ts'

beforeAll(() => bearForeignNodes(document.body))

/** What others did to the document, and what came of it, is a task of its own. */
const settled = (): Promise<void> => act(async () => {})

let stop = (): void => {}
afterEach(() => {
  stop()
  // Not after what `cleanup` takes away has been translated
  cleanup()
})

/** Renders the first, translates it, and renders the others in turn; answers what is read after each. */
async function read(...states: ReactNode[]): Promise<string[]> {
  const [first, ...others] = states
  const { container, rerender } = render(first)
  stop = translate(container)
  await settled()
  const seen = [container.textContent]
  for (const state of others) {
    rerender(state)
    await settled()
    seen.push(container.textContent)
  }
  return seen
}

describe('React in a translated document', () => {
  test.each<[string, ReactNode, ReactNode, string]>([
    [
      'inserts an element before a text',
      <p>送る</p>,
      <p>
        <i />
        送る
      </p>,
      '‹送る›',
    ],
    [
      'removes a text beside an element',
      <p>
        {'古い'}
        <b>題</b>
      </p>,
      <p>
        {null}
        <b>題</b>
      </p>,
      '‹題›',
    ],
    [
      'changes one of several texts',
      <p>
        {1} / {400}
      </p>,
      <p>
        {2} / {400}
      </p>,
      '‹2›‹ / ›‹400›',
    ],
    [
      'changes a text beside an element',
      <p>
        <i />
        {'端末に保存'}
      </p>,
      <p>
        <i />
        {'保存済み'}
      </p>,
      '‹保存済み›',
    ],
    ['changes the only text', <p>{'端末に保存'}</p>, <p>{'保存済み'}</p>, '‹保存済み›'],
    [
      'removes an element between texts',
      <p>
        甲<b>乙</b>丙
      </p>,
      <p>甲{null}丙</p>,
      '‹甲›‹丙›',
    ],
    [
      'puts an element in the place of a text',
      <p>
        {'甲'}
        <i />
      </p>,
      <p>
        <b>乙</b>
        <i />
      </p>,
      '‹乙›',
    ],
  ])('%s', async (_, before, after, text) => {
    expect((await read(before, after)).at(-1)).toBe(text)
  })

  test('moves texts in a list', async () => {
    const list = (keys: string[]): ReactNode => <p>{keys.map((key) => [key, <i key={key} />])}</p>
    expect(await read(list(['甲', '乙']), list(['乙', '丙', '甲']), list(['甲']))).toEqual([
      '‹甲›‹乙›',
      '‹乙›‹丙›‹甲›',
      '‹甲›',
    ])
  })

  test('shows what it said last, however often it is translated anew', async () => {
    const count = (value: number): ReactNode => <p>評価 {value} 件</p>
    expect((await read(...[1, 2, 3, 4].map(count))).at(-1)).toBe('‹評価 ›‹4›‹ 件›')
  })
})

describe('React beside an extension', () => {
  test('removes an element that was wrapped', () => {
    const { container, rerender } = render(
      <p>
        <b>甲</b>
        {'乙'}
      </p>,
    )
    const bold = container.querySelector('b')
    const wrap = document.createElement('mark')
    bold?.before(wrap)
    if (bold) wrap.append(bold)
    rerender(
      <p>
        {null}
        {'乙'}
      </p>,
    )
    expect(container.textContent).toBe('乙')
  })

  test('inserts before an element that was wrapped', () => {
    const { container, rerender } = render(
      <p>
        {null}
        <b>乙</b>
      </p>,
    )
    const bold = container.querySelector('b')
    const wrap = document.createElement('mark')
    bold?.before(wrap)
    if (bold) wrap.append(bold)
    rerender(
      <p>
        <i>甲</i>
        <b>乙</b>
      </p>,
    )
    expect(container.textContent).toBe('甲乙')
  })

  test('changes a text that was split and annotated', async () => {
    const { container, rerender } = render(
      <p>
        <i />
        {'東京へ'}
      </p>,
    )
    const text = container.querySelector('p')?.lastChild
    const ruby = document.createElement('ruby')
    ruby.textContent = '東京'
    if (text instanceof Text) text.replaceWith(ruby, 'へ')
    await settled()
    rerender(
      <p>
        <i />
        {'大阪へ'}
      </p>,
    )
    await settled()
    expect(container.textContent).toBe('大阪へ')
  })

  test('renders beside nodes that were added', () => {
    const { container, rerender } = render(
      <p>
        {'甲'}
        <b>乙</b>
      </p>,
    )
    container.querySelector('b')?.before(document.createElement('font'))
    rerender(
      <p>
        {null}
        <b>丙</b>
      </p>,
    )
    expect(container.textContent).toBe('丙')
  })
})

test('a node that is the child of another is still not removed', () => {
  const [one, other] = [document.createElement('p'), document.createElement('p')]
  const child = other.appendChild(document.createElement('b'))
  document.body.append(one, other)
  expect(() => one.removeChild(child)).toThrow(DOMException)
  one.remove()
  other.remove()
})
