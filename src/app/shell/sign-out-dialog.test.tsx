// @vitest-environment jsdom
import { act, fireEvent, screen } from '@testing-library/react'
import { BehaviorSubject, NEVER } from 'rxjs'
import { expect, test, vi } from 'vitest'
import { createValue } from '#platform/observable-value.ts'
import { show } from '../../../tests/support/screen.tsx'
import type { App } from '../app.ts'
import { AppContext } from '../app-context.ts'
import { NOTHING_WAITS, type WaitingWork } from '../store/waiting-work.ts'
import { SIGN_OUT } from './sign-out-copy.ts'
import { SignOutDialog } from './sign-out-dialog.tsx'

// jsdom knows no modal dialogs.
HTMLDialogElement.prototype.showModal = function () {
  this.open = true
}

test('leads to the texts that were begun, and stands in nobody’s way there', async () => {
  // Of the app only what the dialog asks when it opens
  const app = {
    keeper: { state: createValue({ status: 'closed' }) },
    connectivity: { online: createValue(true) },
  } as unknown as App
  const onClose = vi.fn()
  await show(
    <AppContext value={app}>
      <SignOutDialog
        leaving={{ work$: NEVER, work: { ...NOTHING_WAITS, drafts: 2 }, canSeal: true, mustAsk: true }}
        goHome={() => Promise.resolve()}
        onClose={onClose}
        onLeft={() => {}}
      />
    </AppContext>,
  )
  const link = screen.getByRole('link', { name: SIGN_OUT.drafts })
  expect(link.getAttribute('href')).toBe('/profile/sync#sync-drafts')
  expect(link.closest('li')?.textContent).toContain(SIGN_OUT.count(2))
  fireEvent.click(link)
  expect(onClose).toHaveBeenCalledOnce()
})

test('asks nothing more once nothing waits any more', async () => {
  const depart = vi.fn(() => Promise.resolve({ remainder: 'none' }))
  const signOut = vi.fn(() => Promise.resolve())
  const app = {
    keeper: { state: createValue({ status: 'closed' }), depart },
    session: {
      state: createValue({ status: 'signedOut' }),
      prepareGoodbye: () => Promise.resolve(() => {}),
      signOut,
    },
    connectivity: { online: createValue(true) },
  } as unknown as App
  const work$ = new BehaviorSubject({
    ...NOTHING_WAITS,
    edits: [{ collection: 'ratings', count: 1 }],
  } as WaitingWork)
  const onLeft = vi.fn()
  await show(
    <AppContext value={app}>
      <SignOutDialog
        leaving={{ work$, work: work$.value, canSeal: true, mustAsk: true }}
        goHome={() => Promise.resolve()}
        onClose={() => {}}
        onLeft={onLeft}
      />
    </AppContext>,
  )
  expect(screen.getByText(SIGN_OUT.waiting(1))).toBeDefined()
  act(() => work$.next(NOTHING_WAITS))
  expect(screen.getByText(SIGN_OUT.nothingWaits)).toBeDefined()
  expect(screen.queryByRole('button', { name: SIGN_OUT.seal })).toBeNull()
  expect(screen.queryByRole('button', { name: SIGN_OUT.discard })).toBeNull()
  fireEvent.click(screen.getByRole('button', { name: SIGN_OUT.leave }))
  await vi.waitFor(() => expect(onLeft).toHaveBeenCalledOnce())
  expect([depart.mock.calls, signOut.mock.calls.length]).toEqual([[['seal']], 1])
})
