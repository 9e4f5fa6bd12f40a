// @vitest-environment jsdom
import { flushSync } from 'react-dom'
import { createRoot } from 'react-dom/client'
import { type ReactNode, useLayoutEffect } from 'react'
import { expect, test } from 'vitest'
import { usePageTitle } from './page-title.ts'

function Page({ title, children }: { title: string | null | undefined; children?: ReactNode }) {
  usePageTitle(title)
  return <div>{children}</div>
}

test('a page has its title as soon as it is in the document, before it is painted', () => {
  const root = createRoot(document.createElement('div'))
  let titleAtPaint = ''
  function Screen({ children }: { children: ReactNode }) {
    useLayoutEffect(() => {
      titleAtPaint = document.title
    })
    return children
  }
  const screen = (
    <Screen>
      <Page title="視聴履歴" />
    </Screen>
  )
  flushSync(() => root.render(screen))
  expect(titleAtPaint).toBe('視聴履歴 | ミルトモ')
  flushSync(() => root.render(<Page title={undefined} />))
  expect(document.title).toBe('ミルトモ')
  flushSync(() => root.unmount())
})

test('a page around another leaves the title to that one', () => {
  const root = createRoot(document.createElement('div'))
  const around = (outer: string | null, inner: string) => (
    <Page title={outer}>
      <Page title={inner} />
    </Page>
  )
  flushSync(() => root.render(around(null, 'けんと')))
  expect(document.title).toBe('けんと | ミルトモ')
  flushSync(() => root.render(around('メッセージ', 'けんと')))
  flushSync(() => root.render(around(null, 'はるか')))
  expect(document.title).toBe('はるか | ミルトモ')
  flushSync(() => root.unmount())
})
