// @vitest-environment jsdom
import { fireEvent, render, screen } from '@testing-library/react'
import { useState } from 'react'
import { expect, test } from 'vitest'
import { Tabs } from './tabs.tsx'

const TABS = [
  { key: 'all', label: 'すべて', count: 3 },
  { key: 'unread', label: '未読' },
  { key: 'old', label: '過去' },
] as const

function Sample() {
  const [active, setActive] = useState<(typeof TABS)[number]['key']>('all')
  return (
    <Tabs label="通知の種類" tabs={TABS} active={active} onChange={setActive}>
      {active}
    </Tabs>
  )
}

test('one stop for Tab; arrows move and choose, round the ends', () => {
  render(<Sample />)
  const [all, unread, old] = screen.getAllByRole('tab')
  expect([all, unread, old].map((tab) => tab?.tabIndex)).toEqual([0, -1, -1])
  fireEvent.keyDown(all ?? document, { key: 'ArrowLeft' })
  expect(document.activeElement).toBe(old)
  expect(screen.getByRole('tabpanel', { name: '過去' }).textContent).toBe('old')
  fireEvent.keyDown(old ?? document, { key: 'ArrowRight' })
  expect(screen.getByRole('tabpanel').textContent).toBe('all')
})
