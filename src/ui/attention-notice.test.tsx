// @vitest-environment jsdom
import { fireEvent, screen } from '@testing-library/react'
import { expect, test } from 'vitest'
import { show } from '../../tests/support/screen.tsx'
import { AttentionNotice } from './attention-notice.tsx'
import { NOT_STORED } from './not-stored.ts'

const notice = (run: () => Promise<void>) => (
  <AttentionNotice reason="送信できませんでした。" actions={[{ label: '破棄', run }]} />
)
const isTold = () => screen.queryAllByText(NOT_STORED).length > 0

test('a way out that the device could not store is said, and stays', async () => {
  await show(notice(() => Promise.reject(new DOMException('full', 'QuotaExceededError'))))
  fireEvent.click(screen.getByText('破棄'))
  await expect.poll(isTold).toBe(true)
  expect(screen.getByText('破棄')).toBeDefined()
})

test('one that was stored says nothing of the kind', async () => {
  let done = false
  await show(
    notice(async () => {
      done = true
    }),
  )
  fireEvent.click(screen.getByText('破棄'))
  await expect.poll(() => done).toBe(true)
  expect(isTold()).toBe(false)
})
