// @vitest-environment jsdom
import { fireEvent, render, screen } from '@testing-library/react'
import { useState } from 'react'
import { expect, test } from 'vitest'
import { ErrorBoundary } from './error-boundary.tsx'

function FailingForm() {
  const [isSent, setIsSent] = useState(false)
  if (isSent) throw new Error('seeded')
  return (
    <main>
      <textarea aria-label="本文" />
      <input aria-label="件名" />
      <input aria-label="空" />
      <input aria-label="パスワード" type="password" />
      <button onClick={() => setIsSent(true)}>送信</button>
    </main>
  )
}

test('a screen that fails shows what was written in it, without passwords', async () => {
  render(
    <ErrorBoundary>
      <FailingForm />
    </ErrorBoundary>,
    { onCaughtError: () => {} },
  )
  for (const [label, value] of [
    ['本文', '長い感想'],
    ['件名', '題'],
    ['パスワード', 'geheim'],
  ] as const)
    fireEvent.change(screen.getByLabelText(label), { target: { value } })
  fireEvent.click(screen.getByRole('button', { name: '送信' }))
  expect(screen.getByText('問題が発生しました')).toBeDefined()
  expect(await screen.findByText('長い感想')).toBeDefined()
  expect(screen.getByText('題')).toBeDefined()
  expect(screen.queryByText('geheim')).toBeNull()
})
