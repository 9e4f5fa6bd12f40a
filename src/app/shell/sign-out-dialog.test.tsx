// @vitest-environment jsdom
import { fireEvent, screen } from '@testing-library/react'
import { NEVER } from 'rxjs'
import { expect, test, vi } from 'vitest'
import { createValue } from '#platform/observable-value.ts'
import { show } from '../../../tests/support/screen.tsx'
import type { App } from '../app.ts'
import { AppContext } from '../app-context.ts'
import { NOTHING_WAITS } from '../store/waiting-work.ts'
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
