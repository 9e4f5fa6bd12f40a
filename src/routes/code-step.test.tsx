// @vitest-environment jsdom
import { act, fireEvent, screen } from '@testing-library/react'
import { expect, test, vi } from 'vitest'
import type { App } from '#app/app.ts'
import { AppContext } from '#app/app-context.ts'
import type { SessionState } from '#app/session/session-state.ts'
import { COPY } from '#features/auth/copy.ts'
import { createValue } from '#platform/observable-value.ts'
import { show } from '../../tests/support/screen.tsx'
import { CodeStep } from './code-step.tsx'

const OUT = { status: 'signedOut', reason: 'none' } as const
const here = (recovering: boolean): SessionState => ({
  status: 'signedIn',
  userId: 'u',
  email: 'hana@example.com',
  username: null,
  recovering,
})

async function arrive() {
  const state = createValue<SessionState>(OUT)
  const cancelCode = vi.fn(() => Promise.resolve(state.set(OUT)))
  const online = createValue(true)
  const session = { state, actions: { cancelCode } }
  const app = { session, connectivity: { online } } as unknown as App
  await show(
    <AppContext value={app}>
      <CodeStep onDone={() => {}}>元の画面</CodeStep>
    </AppContext>,
  )
  const become = (next: SessionState) => act(() => state.set(next))
  const shown = () => (screen.queryByText('元の画面') ? 'children' : screen.getByRole('heading').textContent)
  return { become, shown, cancelCode }
}
const due = (recovering: boolean) => ({ ...OUT, codeDue: { email: 'hana@example.com', recovering } })

test('where a code is due it is asked for, until the page is left', async () => {
  const { become, shown } = await arrive()
  expect(shown()).toBe('children')
  become(due(false))
  expect(shown()).toBe(COPY.codeTitle)
  expect(screen.getByText('hana@example.com')).toBeDefined()
  become(here(false))
  expect(shown()).toBe(COPY.codeTitle)
})

test('on the way to a new password the form for it comes next', async () => {
  const { become, shown } = await arrive()
  become(due(true))
  expect(shown()).toBe(COPY.codeTitle)
  become(here(true))
  expect(shown()).toBe('children')
})

test('given up, it begins anew', async () => {
  const { become, shown, cancelCode } = await arrive()
  become(due(false))
  await act(async () => fireEvent.click(screen.getByRole('button', { name: COPY.codeBack })))
  expect(cancelCode).toHaveBeenCalledOnce()
  expect(shown()).toBe('children')
})
