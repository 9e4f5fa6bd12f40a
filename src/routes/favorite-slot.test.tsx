// @vitest-environment jsdom
import { act, fireEvent, screen, waitFor } from '@testing-library/react'
import { afterEach, expect, test, vi } from 'vitest'
import type { App } from '#app/app.ts'
import { AppContext } from '#app/app-context.ts'
import type { SessionState } from '#app/session/session-state.ts'
import { COPY } from '#features/favorites/copy.ts'
import { createValue } from '#platform/observable-value.ts'
import { favoriteId } from '#sync/collections/favorites.ts'
import type { Store } from '#sync/store.ts'
import { aVideo, openTestStore, show } from '../../tests/support/screen.tsx'
import { FavoriteSlot } from './favorite-slot.tsx'

const login = vi.hoisted(() => vi.fn())
vi.mock('./use-login-needed.ts', () => ({ useLoginNeeded: () => login }))
afterEach(() => login.mockClear())

const video = aVideo(1)
const heart = () => screen.getByRole('button', { name: COPY.button })
const signedIn: SessionState = {
  status: 'signedIn',
  userId: 'u',
  email: 'hana@example.com',
  username: null,
  recovering: false,
}

async function arrive() {
  const state = createValue<SessionState>({ status: 'restoring' })
  const kept = createValue<unknown>({ status: 'opening' })
  const app = {
    session: { state },
    keeper: { state: kept },
    account: createValue(null),
  } as unknown as App
  await show(
    <AppContext value={app}>
      <FavoriteSlot video={video} look="full" />
    </AppContext>,
  )
  return {
    become: (next: SessionState) => act(() => state.set(next)),
    open: (store: Store) => act(() => kept.set({ status: 'open', opened: { store } })),
  }
}
const isFavorite = async (store: Store): Promise<boolean> => {
  const row = await store.collections.favorites.findOne(favoriteId(store.userId, video.id)).exec()
  return row?.is_favorite === true
}

test('a press before the session, the code and the device’s data are there is kept, with the focus, and then stored', async () => {
  const { become, open } = await arrive()
  heart().focus()
  fireEvent.click(heart())
  expect(heart().getAttribute('aria-busy')).toBe('true')
  become(signedIn)
  await waitFor(() => expect(document.activeElement).toBe(heart()))
  const store = await openTestStore()
  await waitFor(() => expect(heart().parentElement?.className).toContain('grid'))
  expect([document.activeElement, heart().getAttribute('aria-pressed')]).toEqual([heart(), 'false'])
  open(store)
  await waitFor(async () => expect(await isFavorite(store)).toBe(true))
  await waitFor(() => expect(heart().getAttribute('aria-pressed')).toBe('true'))
  expect(heart().getAttribute('aria-busy')).toBeNull()
  await screen.findByText(COPY.added, { selector: 'li *' })
})

test('a press during which the heart is replaced counts once, where it ends on the heart', async () => {
  const { become, open } = await arrive()
  fireEvent.pointerDown(heart())
  become(signedIn)
  await waitFor(() => expect(heart().parentElement?.className).toContain('grid'))
  fireEvent.pointerUp(heart())
  expect(heart().getAttribute('aria-busy')).toBe('true')
  fireEvent.pointerUp(heart())
  const store = await openTestStore()
  open(store)
  await waitFor(async () => expect(await isFavorite(store)).toBe(true))
})

test.each([
  ['ends beside it', 'pointerUp', () => document.body],
  ['becomes a scroll', 'pointerCancel', () => heart()],
] as const)('a press that %s while the heart is replaced does nothing', async (_, end, where) => {
  const { become } = await arrive()
  fireEvent.pointerDown(heart())
  become(signedIn)
  await waitFor(() => expect(heart().parentElement?.className).toContain('grid'))
  fireEvent[end](where())
  fireEvent.pointerUp(heart())
  expect(heart().getAttribute('aria-busy')).toBeNull()
})

test('a press that was taken back before that stores nothing', async () => {
  const { become, open } = await arrive()
  fireEvent.click(heart())
  become(signedIn)
  fireEvent.click(heart())
  const store = await openTestStore()
  open(store)
  await waitFor(() => expect(heart().getAttribute('aria-busy')).toBeNull())
  expect([await isFavorite(store), login.mock.calls.length]).toEqual([false, 0])
})

test('a visitor’s press leads to the login, also one from before it was known that it is one', async () => {
  const { become } = await arrive()
  fireEvent.click(heart())
  expect(login).not.toHaveBeenCalled()
  become({ status: 'signedOut', reason: 'none' })
  await waitFor(() => expect(login).toHaveBeenCalledOnce())
  expect(heart().getAttribute('aria-busy')).toBeNull()
  fireEvent.click(heart())
  await waitFor(() => expect(login).toHaveBeenCalledTimes(2))
})
