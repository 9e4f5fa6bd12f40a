// @vitest-environment jsdom
import { fireEvent, screen } from '@testing-library/react'
import { expect, test, vi } from 'vitest'
import { actAs } from '../../../tests/support/act-as.ts'
import { show } from '../../../tests/support/screen.tsx'
import { COPY } from './copy.ts'
import { PushSection } from './push-section.tsx'

const acts = () => ({ turnOn: vi.fn(async () => {}), turnOff: vi.fn(async () => {}) })
const GUIDE = '追加のしかた'
const calm = { busy: false, failed: false, online: true, installGuide: <button>{GUIDE}</button> }

test('is turned on and off by a button, and says what needs the connection', async () => {
  const given = acts()
  const { change } = await show(<PushSection {...calm} {...given} state="off" />)
  fireEvent.click(await screen.findByText(COPY.push.turnOn))
  expect(given.turnOn).toHaveBeenCalledOnce()
  change(<PushSection {...calm} {...given} state="off" online={false} />)
  expect(await screen.findByText(COPY.push.offline)).toBeDefined()
  expect(screen.getByRole<HTMLButtonElement>('button', { name: COPY.push.turnOn }).disabled).toBe(true)
  change(<PushSection {...calm} {...given} state="on" />)
  fireEvent.click(await screen.findByText(COPY.push.turnOff))
  expect(given.turnOff).toHaveBeenCalledOnce()
})

test.each(['unknown', 'unsupported', 'private', 'unavailable', 'forbidden'] as const)(
  '%s: says so, and offers nothing',
  async (state) => {
    await show(<PushSection {...calm} {...acts()} state={state} />)
    expect(await screen.findByText(COPY.push[state])).toBeDefined()
    expect(screen.queryByRole('button')).toBeNull()
  },
)

test('where installing brings pushes it says so and leads to the guide', async () => {
  await show(<PushSection {...calm} {...acts()} state="uninstalled" />)
  expect(await screen.findByText(COPY.push.uninstalled)).toBeDefined()
  expect(screen.getAllByRole('button').map(({ textContent }) => textContent)).toEqual([GUIDE])
})

test('the app on an iPhone sends whoever blocked them to the settings of the device', async () => {
  actAs('the app on an iPhone')
  await show(<PushSection {...calm} {...acts()} state="forbidden" />)
  expect(await screen.findByText(COPY.push.forbiddenApp)).toBeDefined()
})

test('says when it did not come about', async () => {
  await show(<PushSection {...calm} {...acts()} state="off" failed />)
  expect(await screen.findByText(COPY.push.failed)).toBeDefined()
})
