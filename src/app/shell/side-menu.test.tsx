// @vitest-environment jsdom
import { fireEvent, screen } from '@testing-library/react'
import { expect, test } from 'vitest'
import { createValue } from '#platform/observable-value.ts'
import { show } from '../../../tests/support/screen.tsx'
import type { App } from '../app.ts'
import { AppContext } from '../app-context.ts'
import { changeTheme, currentTheme } from '../theme.ts'
import { SideMenu } from './side-menu.tsx'

test('the theme is changed in the menu too, for the sizes of text at which the header has no room', async () => {
  HTMLDialogElement.prototype.showModal = function showModal(this: HTMLDialogElement) {
    this.open = true
  }
  changeTheme('light')
  const session = { state: createValue({ status: 'signedOut' }) }
  await show(
    <AppContext value={{ session, account: createValue(null) } as unknown as App}>
      <SideMenu open onClose={() => {}} />
    </AppContext>,
  )
  fireEvent.click(screen.getByRole('button', { name: '暗い表示にする' }))
  expect(currentTheme.read()).toBe('dark')
  fireEvent.click(screen.getByRole('button', { name: '明るい表示にする' }))
  expect(currentTheme.read()).toBe('light')
})
