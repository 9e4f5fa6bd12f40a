// @vitest-environment jsdom
import { fireEvent, screen, waitFor } from '@testing-library/react'
import { expect, test } from 'vitest'
import { PRESENCE_SETTING, PRESENCES } from '#domain/presence.ts'
import { settingId } from '#sync/collections/settings.ts'
import { openTestStore, refuseToStore, show } from '../../../tests/support/screen.tsx'
import { COPY } from './copy.ts'
import { OwnPresence } from './own-presence.tsx'
import { PartnerPresence } from './partner-presence.tsx'

test('each presence has its name in words, and what is not known is not claimed', async () => {
  const { change } = await show(<PartnerPresence presence={null} typing={false} />)
  for (const name of Object.values(COPY.presences)) expect(screen.queryByText(name)).toBeNull()
  for (const presence of PRESENCES) {
    change(<PartnerPresence presence={presence} typing={false} />)
    await screen.findByText(COPY.presences[presence])
  }
})

test('that the partner types is said by a live region that was there before', async () => {
  const { change } = await show(<PartnerPresence presence="online" typing={false} />)
  const region = screen.getAllByRole('status').find((status) => status.textContent === '')
  change(<PartnerPresence presence="online" typing />)
  await waitFor(() => expect(region?.textContent).toBe(COPY.typing))
  expect(screen.getByText(COPY.presences.online)).toBeTruthy()
})

test('a person chooses to be shown as busy, and online again, without a connection', async () => {
  const store = await openTestStore()
  await show(<OwnPresence store={store} />)
  const chosen = async () =>
    (await store.collections.settings.findOne(settingId(store.userId, PRESENCE_SETTING)).exec())?.value
  const busy = screen.getByRole<HTMLInputElement>('radio', { name: COPY.chooseBusy })
  const online = screen.getByRole<HTMLInputElement>('radio', { name: COPY.chooseOnline })
  expect(online.checked).toBe(true)
  fireEvent.click(busy)
  expect(busy.checked).toBe(true)
  await waitFor(async () => expect(await chosen()).toBe('busy'))
  await screen.findByText('端末に保存')
  fireEvent.click(online)
  expect(online.checked).toBe(true)
  await waitFor(async () => expect(await chosen()).toBe('online'))
})

test('says when the choice could not be stored', async () => {
  const store = await openTestStore()
  refuseToStore(store, 'settings')
  await show(<OwnPresence store={store} />)
  fireEvent.click(screen.getByRole('radio', { name: COPY.chooseBusy }))
  await screen.findAllByText(COPY.notStored)
  const online = screen.getByRole<HTMLInputElement>('radio', { name: COPY.chooseOnline })
  await waitFor(() => expect(online.checked).toBe(true))
})
